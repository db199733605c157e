"""Symbol with one owner that more than one object defines.

## What it checks

Symbols that the contract assigns to one object (`owns`), by their mangled names: the members of the wheel
that define each of them. A glob does not match weak and unique definitions (inline functions, type
information, template instances), of which every object may have a copy; a symbol that is listed by its full
name counts with any binding. Objects that no process loads together with the owner count too, unless the
contract lists them under `may-duplicate`. There is one finding per set of definers, with all symbols that
they share. It is reported even if the owner itself does not ship: that is the monolithic layout, in which
every extension module contains the runtime.

## Why it matters

A registry that exists twice is two registries: one part does not see what the other registers, and the
user gets "operator not found". Two copies of a thread pool or an allocator compete with each other.

## How to fix

- Link the owner as a shared library everywhere; keep its static archive out of all other targets.
- Give a copy built in another mode (ABI or tensor type) a namespace of its own: its symbols then differ.

## When to ignore

If two definers are never loaded into one process; then list the second one under `may-duplicate`.

## References

- Drepper, How To Write Shared Libraries, 2.2: https://www.akkadia.org/drepper/dsohowto.pdf
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def duplicate_definer(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each set of members that define symbols of one owner."""
    yield from subject.declared.unread("owns")
    shared: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for owned in subject.declared.ownership:
        if len(owned.definers) > 1:
            shared[owned.owner.key, owned.definers].append(owned.symbol)
    for (owner, definers), symbols in sorted(shared.items()):
        yield Problem(
            subject=symbols[0],
            member=definers[0],
            message=f"{counted(len(symbols), 'symbol')} of {owner!r} {'is' if len(symbols) == 1 else 'are'} "
            f"defined by {len(definers)} objects: {listed(symbols)}",
            hint=f"link every other object against {owner!r} as a shared library, not against its archive",
            evidence=(
                *evidence(definers, "defined by"),
                *(Evidence(label="symbol", value=s) for s in symbols),
            ),
        )
