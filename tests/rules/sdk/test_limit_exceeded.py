"""limit-exceeded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_scene, make_wheel, problems, run
from wheelcheck.rules.sdk.limit_exceeded import limit_exceeded


def said(limits: Mapping[str, Any], **files: str) -> list[str]:
    wheel = make_wheel(files={f"pair/{name}": text for name, text in files.items()})
    return [each.subject for each in problems(run(limit_exceeded, make_scene(wheel, {"limits": limits})))]


def test_large_member_is_reported() -> None:
    """By name."""
    assert ["pair/big"] == said({"member-size": 1000}, big="x" * 1001, small="x")


def test_sizes_are_read_with_their_unit() -> None:
    """Decimal and binary."""
    assert ["unpacked-size"] == said({"unpacked-size": "1 kB"}, big="x" * 1001)
    assert [] == said({"member-size": "1 KiB"}, big="x" * 1001)


def test_counts() -> None:
    """Of all members, and of those that a glob matches."""
    assert ["members"] == said({"members": 2}, a="", b="")
    assert ["pair/*"] == said({"matching": {"pair/*": {"count": 1}}}, a="", b="")


def test_no_limit_is_silent() -> None:
    """Zero bounds nothing."""
    assert [] == said({}, big="x" * 100000)
