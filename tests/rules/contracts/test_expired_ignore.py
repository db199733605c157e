"""expired-ignore."""

from __future__ import annotations

import datetime as dt

from tests.support.facts import problems
from tests.support.ignores import ignore, outcome
from wheelcheck.rules.contracts.expired_ignore import expired_ignore


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
