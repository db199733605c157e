"""Needed library that gives no symbol.

## What it checks

For each needed library that lies in the wheel or in a sibling: does it, or what it needs itself when it
exports nothing, define any symbol that the object imports? Libraries that register something when they are
loaded (static registration tables, registrars of a known scheme) are needed for that and are not reported;
nor are objects that import nothing, which exist to load others.

## Why it matters

The library is loaded, relocated and initialised for nothing, and its own dependencies with it.

## How to fix

Link with `-Wl,--as-needed`, or drop the library from the link line.

## When to ignore

When the library is needed for what its initialisers do.

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
    """Yield one problem per library, naming the objects that need it for nothing."""
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
                if not _gives(provider, loaded.binary, by_path):
                    users.setdefault(resolution.needed, set()).add(loaded.binary.member)
    for needed, found in sorted(users.items()):
        members = sorted(found)
        yield Problem(
            subject=needed,
            message=f"{needed!r} gives no symbol to {listed(members)}, which names it in DT_NEEDED",
            hint="link with -Wl,--as-needed, or drop the library from the link",
            member=leading(members),
            evidence=evidence(members),
        )


def _imports_anything(binary: Binary) -> bool:
    return any(not symbol.weak for symbol in binary.imports)


def _gives(provider: Loaded, user: Binary, by_path: dict[str, Loaded]) -> bool:
    library = provider.binary
    if library.registrations or library.registrar_strings:
        return True
    if any(symbol.name in library.exports for symbol in user.imports):
        return True
    behind = [by_path[each.path] for each in provider.needs if each.path in by_path]
    return not library.exports and any(
        symbol.name in each.binary.exports for each in behind for symbol in user.imports
    )
