"""Symbol of one owner that no object of the wheel defines.

## What it checks

Symbols that the contract gives to one object (`owns`), by their mangled names: those that no member
defines, while the owner ships and was read. A glob means what is defined once for all, and not weak or unique
copies. One finding per owner. When all of its symbols are gone the
message says so: then they were renamed, and every check of them would be vacuous; when some are, the
export list was half stripped.

## Why it matters

Consumers and the SDK's other libraries import these symbols: they do not link, or do not load. And a
list of symbols that match nothing proves nothing about second copies.

## How to fix

- Hidden: mark them with default visibility, or add them to the version script.
- Renamed or with a changed signature: update the contract in the change that renames them.

## When to ignore

Not at all; a symbol that is gone on purpose leaves the contract.

## References

- GCC, visibility: https://gcc.gnu.org/wiki/Visibility
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def missing_definer(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each owner that lost symbols which nothing else defines."""
    lost: dict[str, list[str]] = defaultdict(list)
    owned_in_all: dict[str, int] = defaultdict(int)
    for owned in subject.declared.ownership:
        if owned.owner.binary is not None:
            owned_in_all[owned.owner.binary.member] += 1
            if not owned.definers:
                lost[owned.owner.binary.member].append(owned.symbol)
    for member, symbols in sorted(lost.items()):
        total = owned_in_all[member]
        share = "none" if len(symbols) == total else f"{total - len(symbols)}"
        yield Problem(
            member=member,
            subject=symbols[0],
            message=f"defines {share} of {counted(total, 'symbol')} that it owns; "
            f"nothing defines {listed(symbols)}",
            hint="export them with default visibility, or rename them in the contract too",
            evidence=evidence(symbols, "symbol"),
        )
