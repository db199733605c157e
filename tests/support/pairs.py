"""The pairs of `fixtures/defects`: finding, loading and auditing them."""

from __future__ import annotations

import datetime as dt
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.contracts import write_contract
from tests.support.wheelmaker import Description, build_siblings, build_wheel
from wheelcheck.engine import Options, audit
from wheelcheck.report import WheelReport

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DEFECTS = Path(__file__).parents[2] / "fixtures" / "defects"
TODAY = dt.date(2030, 1, 1)
"""The day of every audit in tests, so that expiry dates in fixtures keep their meaning."""


def pair_slugs() -> list[str]:
    """Name every pair."""
    return sorted(path.parent.name for path in DEFECTS.glob("*/good.toml"))


def load_pair(slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give the good and the bad description of a rule."""
    good, bad = (
        tomllib.loads((DEFECTS / slug / f"{which}.toml").read_text(encoding="utf-8"))
        for which in ("good", "bad")
    )
    return good, bad


def audit_description(description: Description, folder: Path, **options: Any) -> WheelReport:
    """Build a description's wheel, siblings and contract in `folder`, and audit the wheel.

    Wheels under `also` are audited in the same run.
    """
    wheel = build_wheel(description, folder / "wheel")
    also = build_siblings({"sibling": description.get("also", [])}, folder / "also")
    siblings = tuple(build_siblings(description, folder / "siblings"))
    contract = description.get("contract")
    if contract is not None and not isinstance(contract, str):
        contract = str(write_contract(contract, folder))
    chosen = {"contract": contract, "siblings": siblings, "jobs": 1, "today": TODAY, **options}
    audited = audit([wheel, *also], Options(**chosen))
    report = audited.wheels[0]
    # What is said about the set is said because of this wheel: its siblings and the others are healthy.
    return replace(report, findings=(*report.findings, *audited.release.findings))
