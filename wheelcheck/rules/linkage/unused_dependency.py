"""Needed library of which no symbol is used.

## What it checks

For each needed library in the wheel or a sibling: it defines a symbol that the object imports or, if it
exports nothing, one of its own dependencies does. Libraries that register something when they are loaded
(static registration tables, registrars of a known scheme) are needed for that and are not reported; nor are
dependencies of objects that import nothing, which exist to load others.

## Why it matters

The library and its dependencies are loaded, relocated and initialised for nothing.

## How to fix

Link with `-Wl,--as-needed`, or remove the library from the link line.

## When to ignore

If the library is needed for what its initialisers do.

## References

- `ld(1)`, `--as-needed`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary
from wheelcheck.linking.model import Loaded
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import evidence, leading, listed
from wheelcheck.subject import Subject


@wheel_rule(family="linkage", severity=Severity.NOTE, concerns=NATIVE)
def unused_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per library, naming the objects that need it without using it."""
    users: dict[str, set[str]] = {}
    seen: set[tuple[str, str]] = set()
    for load in subject.loads.loads:
        by_path = {loaded.path: loaded for loaded in load.objects}
        for loaded in load.objects:
            if loaded.wheel != 0 or not _imports_anything(loaded.binary):
                continue
            for resolution in loaded.needs:
                pair = (loaded.binary.member, resolution.needed)
                provider = by_path.get(resolution.path or "")
                if provider is None or pair in seen:
                    continue
                seen.add(pair)
                if not _is_used(provider, loaded.binary, by_path):
                    users.setdefault(resolution.needed, set()).add(loaded.binary.member)
    for needed, found in sorted(users.items()):
        members = sorted(found)
        verb = "uses" if len(members) == 1 else "use"
        yield Problem(
            subject=needed,
            message=f"{needed!r} is in DT_NEEDED of {listed(members)}, which {verb} none of its symbols",
            hint="link with -Wl,--as-needed, or remove the library from the link line",
            member=leading(members),
            evidence=evidence(members),
        )


def _imports_anything(binary: Binary) -> bool:
    return any(not symbol.weak for symbol in binary.imports)


def _is_used(provider: Loaded, user: Binary, by_path: dict[str, Loaded]) -> bool:
    library = provider.binary
    if library.registrations or library.registrar_strings:
        return True
    if any(symbol.name in library.exports for symbol in user.imports):
        return True
    behind = [by_path[each.path] for each in provider.needs if each.path in by_path]
    return not library.exports and any(
        symbol.name in each.binary.exports for each in behind for symbol in user.imports
    )
