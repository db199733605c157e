"""Published wheels have exactly the errors that were reviewed: no false one, and no silence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wheelcheck.engine import Options, audit
from wheelcheck.model import Severity
from wheelcheck.toml import loads

pytestmark = pytest.mark.real

EXPECTATIONS: list[dict[str, Any]] = loads(Path(__file__).with_name("expectations.toml").read_text("utf-8"))[
    "wheel"
]


@pytest.mark.parametrize("entry", EXPECTATIONS, ids=lambda entry: entry["file"])
def test_errors_are_the_reviewed_ones(entry: dict[str, Any], real_wheel: Callable[..., Path]) -> None:
    """Under the contract `default`, the rules with an error are those that the entry explains."""
    report = audit([real_wheel(entry["file"], python=entry.get("python"))], Options(contract="default"))
    (wheel,) = report.wheels
    said = {(finding.rule, finding.severity) for finding in wheel.findings}
    errors = sorted(rule for rule, severity in said if severity is Severity.ERROR)

    assert () == wheel.incomplete
    assert sorted(entry.get("errors", {})) == errors
    assert [] == [rule for rule in entry.get("warnings", ()) if (rule, Severity.WARNING) not in said]
    assert [] == [rule for rule in entry.get("notes", ()) if (rule, Severity.NOTE) not in said]
