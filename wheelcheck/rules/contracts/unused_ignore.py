"""Contract ignore that matches no finding.

## What it checks

Every entry of `ignores` in force: at least one finding on this wheel matches its rule, member glob and
subject glob. An ignore for another platform belongs in a row of the contract, so that it applies only
where it can match.

## Why it matters

Either the fault is gone, and the ignore is a hole through which it can return unseen. Or the ignore never
matched because of a typo, and the finding it was meant for is still reported.

## How to fix

Delete the entry, correct its `member` and `subject` globs, or move it into a row.

## When to ignore

Never; deleting the entry takes no longer.

## References

- Contract reference, "severities and ignores"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.ignores import IgnoreOutcome
from wheelcheck.rules.base import ignores_rule


@ignores_rule(family="contracts", severity=Severity.WARNING)
def unused_ignore(outcome: IgnoreOutcome) -> Iterator[Problem | NotChecked]:
    """Report each ignore that suppressed nothing."""
    for ignore in outcome.unused:
        yield Problem(
            subject=f"{ignore.rule} {ignore.member} {ignore.subject}",
            message=f"ignore of {ignore.rule!r} (member {ignore.member!r}, subject {ignore.subject!r}) "
            "matches no finding",
            hint="delete it from the contract, or move it into a row for the wheels that need it",
        )
