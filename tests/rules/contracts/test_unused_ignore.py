"""unused-ignore."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tests.support.facts import problems
from wheelcheck.contract.ignores import IgnoreOutcome, apply_ignores
from wheelcheck.contract.model import Contract, Ignore
from wheelcheck.model import Finding, Location, Severity
from wheelcheck.rules.contracts.unused_ignore import unused_ignore


def outcome(*ignores: Ignore) -> IgnoreOutcome:
    finding = Finding(
        rule="executable-stack",
        severity=Severity.ERROR,
        location=Location(wheel="pair", member="pair/liba.so"),
        subject="PT_GNU_STACK",
        message="stack is executable",
    )
    return apply_ignores([finding], Contract(ignores=ignores), dt.date(2030, 1, 1))


def ignore(**keys: Any) -> Ignore:
    return Ignore(**{"rule": "executable-stack", "reason": "known", **keys})


def test_ignore_that_matches_nothing_is_reported() -> None:
    """By its rule and globs."""
    (found,) = problems(unused_ignore(outcome(ignore(member="pair/libb.so"))))

    assert "pair/libb.so" in found.message


def test_used_ignore_is_silent() -> None:
    """It took a finding away."""
    assert [] == list(unused_ignore(outcome(ignore(member="pair/*", subject="PT_*"))))


def test_expired_ignore_is_another_rule() -> None:
    """It is not in force."""
    assert [] == list(unused_ignore(outcome(ignore(rule="text-relocation", expires=dt.date(2029, 1, 1)))))
