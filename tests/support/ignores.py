"""Ignores for the rules about ignores, and what they did to one finding."""

from __future__ import annotations

import datetime as dt
from typing import Any

from wheelcheck.contract.model import Contract, Ignore
from wheelcheck.model import Finding, Location, Severity
from wheelcheck.promises.ignores import IgnoreOutcome, apply_ignores


def outcome(*ignores: Ignore) -> IgnoreOutcome:
    """Apply the ignores to an executable stack, on the first day of 2030."""
    finding = Finding(
        rule="executable-stack",
        severity=Severity.ERROR,
        location=Location(wheel="pair", member="pair/liba.so"),
        subject="PT_GNU_STACK",
        message="stack is executable",
    )
    return apply_ignores([finding], Contract(ignores=ignores), dt.date(2030, 1, 1))


def ignore(**keys: Any) -> Ignore:
    """Give an ignore of that finding; keys add to it."""
    return Ignore(**{"rule": "executable-stack", "reason": "known", **keys})
