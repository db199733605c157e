"""Library that loads but that no program can link against.

## What it checks

ELF libraries that a package config or `.pc` file of the wheel offers: their needs are followed as GNU ld
does, with the library's folder as `-rpath`.
It is an error if a dependency in the wheel is found by the loader through an inherited DT_RPATH but not by
the link editor, and if it defines symbols that are then undefined.
In a wheel with headers, libraries that no config offers are a note.

## Why it matters

`import` works, but every C++ consumer's build ends with "needed by …, not found (try using -rpath or
-rpath-link)" and a page of undefined references to functions that the consumer never called.
Repair tools graft libraries without a search path of their own: the loader inherits that of the extension
module, ld inherits none.

## How to fix

Give each grafted library a search path of its own: `patchelf --set-rpath '$ORIGIN' <name>.libs/*.so*`.

Or link the third-party dependency statically, or privately into one shared library.

As a stopgap, add this to the package config: `INTERFACE_LINK_OPTIONS "LINKER:-rpath-link,<folder>"`.

## When to ignore

If consumers only open the library at run time.

## References

- ld(1), `-rpath-link`
- ld.so(8), DT_RPATH
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterator

from wheelcheck.binary.model import Format, Kind
from wheelcheck.linking.elf.link_editor import LinkEditor, Unfound
from wheelcheck.linking.elf.repair import IN_THE_WHEEL, entry_to
from wheelcheck.linking.roots import is_extension
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject


@wheel_rule(family="linkage", severity=Severity.ERROR, also=[Severity.NOTE], concerns=frozenset({Format.ELF}))
def unlinkable_library(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report all libraries that fail to link, in one finding."""
    editor = LinkEditor(subject.layout)
    offered = set(subject.package_configs.offered_libraries)
    failing: dict[tuple[Unfound, ...], list[str]] = {}
    for binary in subject.wheel.binaries:
        path = subject.layout.installed[0].get(binary.member, "")
        is_candidate = binary.member in offered or _is_public(binary.member, subject)
        if (
            is_candidate
            and path in editor.binaries
            and binary.kind is Kind.SHARED
            and not is_extension(binary)
        ):
            unfound = editor.link(path)
            if unfound:
                failing.setdefault(unfound, []).append(binary.member)
    offered_ones = {
        unfound: kept
        for unfound, members in failing.items()
        if (kept := [each for each in members if each in offered])
    }
    if offered_ones or failing:
        yield _problem(offered_ones or failing, None if offered_ones else Severity.NOTE, subject.layout.site)


def _is_public(member: str, subject: Subject) -> bool:
    """Whether a library that no config offers still appears to be meant for C and C++ consumers."""
    folder, _, name = member.rpartition("/")
    return bool(subject.wheel.headers) and name.startswith("lib") and not folder.endswith(".libs")


def _problem(groups: dict[tuple[Unfound, ...], list[str]], severity: Severity | None, site: str) -> Problem:
    members = tuple(sorted({member for found in groups.values() for member in found}))
    causes = {cause.needed: cause for unfound in groups for cause in unfound}
    first = causes[min(causes)]
    return Problem(
        subject=first.needed,
        message=f"no program can link against {listed(members) if len(members) > 1 else 'it'}: "
        f"{first.needer.removeprefix(f'{site}/')!r} needs {listed(sorted(causes))}, "
        "not found on its own search path",
        hint=_hint(list(causes.values()), site),
        member=leading(members),
        severity=severity,
        evidence=(
            *evidence(members),
            *(
                Evidence(
                    label="not found",
                    value=f"{each.needed}: {counted(len(each.symbols), 'undefined symbol')}",
                )
                for _, each in sorted(causes.items())
            ),
        ),
    )


def _hint(causes: list[Unfound], site: str) -> str:
    """Say which libraries lack a search path: those that the repair tool grafted, or others."""
    folders = {posixpath.dirname(cause.needer) for cause in causes}
    if all(folder.endswith(".libs") for folder in folders):
        return f"run patchelf --set-rpath '$ORIGIN' on each grafted library, {IN_THE_WHEEL}"
    first = causes[0]
    entry = entry_to(first.path, posixpath.dirname(first.needer))
    command = shlex.join(["patchelf", "--add-rpath", entry, first.needer.removeprefix(f"{site}/")])
    name = posixpath.basename(first.needer)
    return f"give {name!r} a search path with {entry!r}: {command}, {IN_THE_WHEEL}"
