"""Row of a contract that applies to no wheel of the run.

## What it checks

In a run over several wheels, every entry of `rows` of the contract that is in force for more than one of
them: its `when` holds for at least one of those wheels.
A run over one wheel cannot tell.

## Why it matters

A row that never applies promises nothing.
A misspelt architecture, a glob over variants that no release uses any more, or a condition that cannot hold
leaves the wheels that it was written for without a check, and the run stays green.

## How to fix

Correct `when`, or delete the row.
Give all wheels of a release to one run.

Write `optional = true` next to `when` if runs without such a wheel are normal, for example one run for each
operating system.

## When to ignore

Never; `optional = true` in the row says the same, next to its condition.

## References

- Contracts: docs/reference/contract.md
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wheelcheck.contract.model import Condition
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import set_rule
from wheelcheck.subject import Release, Subject


@set_rule(family="contracts", severity=Severity.ERROR, needs_contract=True)
def idle_row(release: Release) -> Iterator[Problem | NotChecked]:
    """Report each row that is idle for every wheel of its contract."""
    by_contract: dict[str, list[Subject]] = {}
    for subject in release.subjects:
        by_contract.setdefault(subject.contract.name, []).append(subject)
    for name, subjects in by_contract.items():
        first, *others = subjects
        for index, row in first.idle_rows if others else ():
            if not row.optional and all((index, row) in each.idle_rows for each in others):
                yield Problem(
                    subject=f"rows[{index}]",
                    message=f"row {index + 1} of contract {name!r} applies to none of its {len(subjects)} "
                    f"wheels: when {_written(row.when)}",
                    hint="correct its condition, or mark the row with `optional = true`",
                )


def _written(condition: Condition) -> str:
    """Write a condition as TOML does."""
    keys = msgspec.to_builtins(condition)
    parts = (f"{key} = {list(value) if isinstance(value, tuple) else value!r}" for key, value in keys.items())
    return f"{{ {', '.join(parts)} }}"
