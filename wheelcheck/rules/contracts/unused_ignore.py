"""Ignore of the contract that matches no finding.

## What it checks

Every entry of `ignores` that is in force: at least one finding of this wheel falls under its rule, member
glob and subject glob. An ignore for another platform belongs in a row of the contract, so that it is
only there where it can match.

## Why it matters

The fault is gone, and the ignore is a hole through which it can come back unseen. Or the ignore never
matched, by a typing error, and the finding it was meant for is somebody's problem already.

## How to fix

Delete the entry; or correct its `member` and `subject` globs; or move it into a row.

## When to ignore

Not at all; deleting the entry is as short.

## References

- Contracts: docs/reference/contract.md
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.ignores import IgnoreOutcome
from wheelcheck.rules.base import ignores_rule


@ignores_rule(family="contracts", severity=Severity.WARNING)
def unused_ignore(outcome: IgnoreOutcome) -> Iterator[Problem | NotChecked]:
    """Report each ignore that took nothing away."""
    for ignore in outcome.unused:
        yield Problem(
            subject=f"{ignore.rule} {ignore.member} {ignore.subject}",
            message=f"ignore of {ignore.rule!r} (member {ignore.member!r}, subject {ignore.subject!r}) "
            "matches no finding",
            hint="delete it from the contract, or move it into a row for the wheels that need it",
        )
