"""expired-ignore."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tests.support.facts import problems
from wheelcheck.contract.ignores import IgnoreOutcome, apply_ignores
from wheelcheck.contract.model import Contract, Ignore
from wheelcheck.model import Finding, Location, Severity
from wheelcheck.rules.contracts.expired_ignore import expired_ignore


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


def test_expired_ignore_is_reported_and_ignores_nothing() -> None:
    """The finding is kept."""
    result = outcome(ignore(expires=dt.date(2030, 1, 1)))

    assert 1 == len(result.kept)
    assert 1 == len(problems(expired_ignore(result)))


def test_date_to_come_is_silent() -> None:
    """It is in force until then."""
    result = outcome(ignore(expires=dt.date(2030, 1, 2)))

    assert ["known"] == [each.reason for each in result.ignored]
    assert [] == list(expired_ignore(result))


def test_no_date_never_expires() -> None:
    """The date is optional."""
    assert [] == list(expired_ignore(outcome(ignore())))
