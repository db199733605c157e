"""Rules of the tests' own, instead of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from wheelcheck import engine
from wheelcheck.binary.model import Format
from wheelcheck.model import Severity
from wheelcheck.rules.base import Rule, WheelCheck, WheelRule

Only = Callable[..., None]
"""Makes the given rules the whole catalogue."""


def make_rule(
    slug: str,
    check: WheelCheck,
    *,
    requires: frozenset[str] = frozenset(),
    formats: frozenset[Format] = frozenset(),
) -> Rule:
    """Make a rule about wheels."""
    return WheelRule(check=check, requires=requires, **metadata(slug, formats))


def metadata(slug: str, formats: frozenset[Format] = frozenset()) -> dict[str, Any]:
    """Give what every rule states."""
    return {
        "slug": slug,
        "family": "archive",
        "severity": Severity.ERROR,
        "since": "0.1",
        "module": __name__,
        "concerns": formats,
        "formats": formats,
    }


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Make the given rules the whole catalogue."""

    def install(*chosen: Rule) -> None:
        monkeypatch.setattr(engine, "discover", lambda: chosen)

    return install
