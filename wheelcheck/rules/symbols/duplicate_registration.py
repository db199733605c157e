"""Name that two libraries in one process register.

## What it checks

The static registration tables of all objects: the same scheme, name and key in two objects that one process
loads, because one needs the other, because a third one needs both, or as imports of one interpreter. Only
objects that import or define the registry's entry points are searched, so strings that merely look like
names do not count. There is one finding per set of libraries, with all names that they share.

## Why it matters

The second registration of a name aborts the process, from an initialiser, before any of its own code
runs. Each of the two libraries works if tried alone.

## How to fix

- The same kernels are in two libraries: keep them in one, and select other kernels for the second.
- Each object contains a private runtime with the same built-in names: link the shared runtime.

## When to ignore

If the two are alternatives that no program loads together; then list them under `alternatives`.

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
            message=f"{counted(len(names), 'name is', 'names are')} registered by {len(together)} objects "
            f"in one process: {listed(names)}",
            hint="register each name in one library only, and link the others against it",
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
