"""requirement-mismatch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_subject, make_wheel, problems, run
from wheelcheck.rules.names.requirement_mismatch import requirement_mismatch


def said(rows: Mapping[str, Any], *requires: str) -> list[str]:
    subject = make_subject(make_wheel(requires=requires), {"requires": rows})
    return [each.subject for each in problems(run(requirement_mismatch, subject))]


def test_absent_requirement_is_reported() -> None:
    """An extra does not bring it to everybody."""
    assert ["runtime"] == said({"runtime": {}}, "other")
    assert ["runtime"] == said({"runtime": {}}, "runtime; extra == 'gpu'")


def test_forbidden_requirement_is_reported() -> None:
    """A glob spares what another row demands."""
    rows = {"vendor-*": {"presence": "forbidden"}, "vendor-cu12": {}}

    assert ["vendor-cu11"] == said(rows, "vendor-cu11", "Vendor_cu12")


def test_bounds_are_compared_as_sets() -> None:
    """The order of clauses is no difference."""
    assert [] == said({"runtime": {"specifier": ">=12,<13"}}, "runtime<13,>=12")
    assert ["runtime"] == said({"runtime": {"specifier": ">=12,<13"}}, "runtime>=11,<13")


def test_optional_row_only_bounds() -> None:
    """It may be absent."""
    rows = {"runtime": {"presence": "optional", "specifier": "<2"}}

    assert [] == said(rows)
    assert ["runtime"] == said(rows, "runtime<3")
