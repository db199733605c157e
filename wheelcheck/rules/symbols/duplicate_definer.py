"""Symbol of one owner that more than one object defines.

## What it checks

Symbols that the contract gives to one object (`owns`), by their mangled names: the members of the wheel
that define each of them. A glob leaves out weak and unique definitions (inline functions, type information,
instances of templates), of which every object may have a copy; a symbol that is listed by its own name counts
in any binding. Objects that no process loads beside the owner count unless the contract lists
them under `may-duplicate`. One finding per set of definers names all symbols that they share. It is
reported even when the owner itself does not ship: that is the monolithic layout, in which every
extension module carries the runtime.

## Why it matters

A registry that exists twice is two registries: what one part registers, the other does not see, and the
user reads "operator not found". A thread pool or allocator that exists twice works against itself.

## How to fix

- Link the owner as a shared library everywhere; keep its static archive out of every other target.
- A copy in another mode (another ABI or tensor type) has other mangled names and is no finding; give
  it a namespace of its own if it has not.

## When to ignore

When two definers can never be in one process: list the second one under `may-duplicate`.

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
            message=f"{counted(len(symbols), 'symbol')} of {owner!r} defined by {len(definers)} objects: "
            f"{listed(symbols)}",
            hint=f"link {owner!r} as a shared library instead of its archive in every other object",
            evidence=(
                *evidence(definers, "defined by"),
                *(Evidence(label="symbol", value=s) for s in symbols),
            ),
        )
