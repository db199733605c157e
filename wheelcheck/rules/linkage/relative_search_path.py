"""Library search path relative to the working directory.

## What it checks

Every entry of DT_RPATH and DT_RUNPATH that begins neither with `/` nor with `$ORIGIN`.

## Why it matters

The loader resolves such an entry against the working directory of the process.
The library is found in a test run on the build machine and nowhere else; in a folder that is not trusted, a
file of the same name is loaded instead.

## How to fix

Put `$ORIGIN/` in front, so that the entry is relative to the folder of the object.
In a shell quote it (`'-Wl,-rpath,$ORIGIN/../lib'`); in a makefile double the dollar.

## When to ignore

Never for a published wheel.

## References

- ld.so(8), "Dynamic string tokens"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.repair import repair_command
from wheelcheck.linking.elf.search_paths import EntryKind, entries_of
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(family="linkage", severity=Severity.ERROR, concerns=frozenset({Format.ELF, Format.MACHO}))
def relative_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report entries without `$ORIGIN` and without a leading slash."""
    needs = subject.loads.needs.get(binary.member, ())
    for tag, entry in entries_of(binary, subject.layout):
        if entry.kind is EntryKind.RELATIVE:
            yield Problem(
                subject=entry.text,
                message=(
                    f"{tag.value} entry {entry.text!r} is relative to the working directory of the process"
                ),
                hint=f"link with '$ORIGIN/{entry.text}' if that folder is meant, or remove it: "
                f"{repair_command(binary, subject.layout, needs)}",
            )
