"""Symbol with an owner that no object in the wheel defines.

## What it checks

Symbols that the contract assigns to one object (`owns`), by their mangled names: those that no member
defines, although the owner ships and was read. A glob matches strong definitions only, not weak or unique
copies. There is one finding per owner. If all of its symbols are missing, they were probably renamed, and
every other check of them is vacuous; if only some are, part of the exports was probably stripped.

## Why it matters

Consumers and the SDK's other libraries import these symbols: they fail to link or to load. And a
list of symbols that match nothing proves nothing about duplicates.

## How to fix

- Hidden: mark them with default visibility, or add them to the version script.
- Renamed or with a changed signature: update the contract in the same change.

## When to ignore

Never; remove a symbol from the contract if it was removed on purpose.

## References

- GCC, visibility: https://gcc.gnu.org/wiki/Visibility
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def missing_definer(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each owner with symbols that nothing defines."""
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
        message = f"defines {share} of the {total} symbols that the contract assigns to it; "
        yield Problem(
            member=member,
            subject=symbols[0],
            message=f"does not define {symbols[0]!r}, which the contract assigns to it"
            if total == 1
            else f"{message}missing: {listed(symbols)}",
            hint="export every owned symbol with default visibility, or correct the contract",
            evidence=evidence(symbols, "symbol"),
        )
