"""Rows of a contract that apply to no wheel of a run."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wheelcheck.contract.model import Condition
from wheelcheck.model import NotChecked, Problem
from wheelcheck.subject import Release, Subject


def idle_rows(release: Release) -> Iterator[Problem | NotChecked]:
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
                    message=f"rows[{index}] of contract {name!r} examines nothing: it applies to none of its "
                    f"{len(subjects)} wheels: when {_written(row.when)}",
                    hint="correct its condition, or mark the row with `optional = true`",
                )


def _written(condition: Condition) -> str:
    """Write a condition as TOML does."""
    keys = msgspec.to_builtins(condition)
    parts = (f"{key} = {list(value) if isinstance(value, tuple) else value!r}" for key, value in keys.items())
    return f"{{ {', '.join(parts)} }}"
