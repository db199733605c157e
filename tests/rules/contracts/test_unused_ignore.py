"""unused-ignore."""

from __future__ import annotations

import datetime as dt

from tests.support.facts import problems
from tests.support.ignores import ignore, outcome
from wheelcheck.rules.contracts.unused_ignore import unused_ignore


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
