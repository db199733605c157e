"""Name that two libraries in one process register.

## What it checks

The static registration tables of all objects: the same scheme, name and key in two objects that one process
loads, because one needs the other, because a third one needs both, or as imports of one interpreter; and in
two libraries that one CMake package config offers, which a program may link together. Only objects that
import or define the registry's entry points are searched, so strings that merely look like names do not
count. There is one finding per set of libraries, with all names that they share.

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
from collections.abc import Iterator, Mapping
from itertools import combinations

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed, values
from wheelcheck.subject import Subject

_PROCESS = ""
"""In place of a package config: objects that one process loads anyway."""


@wheel_rule(family="symbols", severity=Severity.ERROR, concerns=NATIVE, runs_without=True)
def duplicate_registration(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each set of members that one process loads and that register the same names."""
    registrars: dict[tuple[str, str, str, str | None], set[str]] = defaultdict(set)
    for binary in subject.wheel.binaries:
        for record in binary.registrations:
            registrars[record].add(binary.member)
    offers = _offers(subject)
    shared: dict[tuple[tuple[str, ...], str], list[str]] = defaultdict(list)
    for (_, namespace, name, key), found in registrars.items():
        members = sorted(found)
        text = f"{namespace}::{name}" + (f" ({key})" if key else "")
        group = _together(members, subject)
        if group:
            shared[group, _PROCESS].append(text)
            continue
        for config, offered in offers.items():
            group = _linked_together([each for each in members if each in offered], subject)
            if group:
                shared[group, config].append(text)
                break
    for (together, config), names in sorted(shared.items()):
        names.sort()
        where = "in one process" if config == _PROCESS else f"that {config!r} offers to one program"
        yield Problem(
            subject=names[0],
            member=together[0],
            message=f"{counted(len(names), 'name is', 'names are')} registered by {len(together)} objects "
            f"{where}: {listed(names)}",
            hint="register each name in one library only, and link the others against it",
            evidence=(*evidence(together, "registered by"), *values(names, "name")),
        )


def _together(members: list[str], subject: Subject) -> tuple[str, ...]:
    """Members that one process loads with at least one other of them."""
    pairs = (pair for pair in combinations(members, 2) if subject.loads.co_loaded(*pair))
    return tuple(sorted({each for pair in pairs for each in pair}))


def _offers(subject: Subject) -> Mapping[str, frozenset[str]]:
    """Package config → members that a program loads which links everything that the config offers."""
    found = {}
    for config in subject.package_configs.cmake:
        members = map(subject.layout.member_at, config.evaluation.offered)
        found[config.member] = subject.loads.behind(each for each in members if each is not None)
    return found


def _linked_together(members: list[str], subject: Subject) -> tuple[str, ...]:
    """Members that a program can load together: not alternatives, nor one library under two names."""
    sonames = {each: subject.wheel.binaries_of[each][0].soname or each for each in members}
    pairs = (
        pair
        for pair in combinations(members, 2)
        if sonames[pair[0]] != sonames[pair[1]] and not subject.loads.are_alternatives(*pair)
    )
    return tuple(sorted({each for pair in pairs for each in pair}))
