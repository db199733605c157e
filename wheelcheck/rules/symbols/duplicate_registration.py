"""Name that two libraries of one process register.

## What it checks

The static registration tables of all objects: one scheme, name and key in two objects that one process
loads, by needing each other, by a common user or as imports of one interpreter. Only objects that import
or define the registry's entry points are read, so a string that merely looks like a name is none. One
finding per set of libraries names all that they share.

## Why it matters

The second registration of a name aborts the process, from an initialiser, before any of its own code
runs. Each of the two libraries works when tried alone.

## How to fix

- The same kernels are in two libraries: link the one that is to keep them, and select others for the
  second.
- Each object carries a private runtime with the same built-in names: link the shared runtime.

## When to ignore

When the two are alternatives that no program loads together; say so under `alternatives`.

## References

- https://github.com/pytorch/executorch/issues/3370
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed, values
from wheelcheck.subject import Subject


@wheel_rule(family="symbols", severity=Severity.ERROR, concerns=NATIVE, runs_without=True)
def duplicate_registration(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each set of co-loaded members that register the same names."""
    registrars: dict[tuple[str, str, str, str | None], set[str]] = defaultdict(set)
    for binary in subject.wheel.binaries:
        for record in binary.registrations:
            registrars[record].add(binary.member)
    shared: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for (_, namespace, name, key), members in registrars.items():
        group = _together(sorted(members), subject)
        if group:
            shared[group].append(f"{namespace}::{name}" + (f" ({key})" if key else ""))
    for together, names in sorted(shared.items()):
        names.sort()
        yield Problem(
            subject=names[0],
            member=together[0],
            message=f"{counted(len(names), 'name')} registered by {len(together)} objects of one process: "
            f"{listed(names)}",
            hint="register each name in one library only, and let the others link it",
            evidence=(*evidence(together, "registered by"), *values(names, "name")),
        )


def _together(members: list[str], subject: Subject) -> tuple[str, ...]:
    """Members that one process loads with at least one other of them."""
    if len(members) < 2:
        return ()
    return tuple(
        each
        for each in members
        if any(other != each and subject.loads.co_loaded(each, other) for other in members)
    )
