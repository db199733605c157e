"""Contract ignore that has expired.

## What it checks

Every entry of `ignores` with an `expires` date: from that day on it suppresses nothing and is itself
reported.

## Why it matters

The date was the promise to have the fault fixed by then. An ignore that outlives it turns a postponed
fault into an accepted one without anyone deciding so.

## How to fix

Fix the fault and delete the entry, or have a reviewer accept a new date with a new reason.

## When to ignore

Never.

## References

- Contract reference, "severities and ignores"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.ignores import IgnoreOutcome
from wheelcheck.rules.base import ignores_rule


@ignores_rule(family="contracts", severity=Severity.ERROR)
def expired_ignore(outcome: IgnoreOutcome) -> Iterator[Problem | NotChecked]:
    """Report each ignore that is past its date."""
    for ignore in outcome.expired:
        yield Problem(
            subject=f"{ignore.rule} {ignore.member} {ignore.subject}",
            message=f"ignore of {ignore.rule!r} (member {ignore.member!r}, subject {ignore.subject!r}) "
            f"expired on {ignore.expires}",
            hint="fix what it ignores and delete it from the contract",
            evidence=(Evidence(label="reason", value=ignore.reason),),
        )
