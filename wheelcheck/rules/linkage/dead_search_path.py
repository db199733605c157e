"""Library search path to a folder that no wheel installs.

## What it checks

Entries of DT_RPATH and DT_RUNPATH that begin with `$ORIGIN` and lead to a folder into which no wheel of the
set (the one under audit and those given with `--with`) installs a file.
Entries that `unresolved-dependency` or `escaping-search-path` already reports are left out.

## Why it matters

Often it does not: one list of folders may serve editable installs and several variants of the wheel.
It does matter if the folder name is misspelt, or if the folder was renamed and the entry was not.

## How to fix

Correct or remove the entry, or pass the sibling that installs the folder with `--with`.

## When to ignore

If the folder belongs to another variant of the wheel.

## References

- ld.so(8), "Dynamic string tokens"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.search_paths import Entry, EntryKind, entries_of
from wheelcheck.linking.model import LOST, Outcome
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(family="linkage", severity=Severity.NOTE, concerns=frozenset({Format.ELF, Format.MACHO}))
def dead_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report `$ORIGIN` entries that do not lead to an installed folder."""
    outcomes = {need.outcome for need in subject.loads.needs.get(binary.member, ())}
    if outcomes & {*LOST, Outcome.PRELOADED}:
        return
    for tag, entry in entries_of(binary, subject.layout):
        if _is_dead(entry, subject) and not (Outcome.EXTERNAL in outcomes and _is_foreign(entry, subject)):
            folder = entry.folders[0]
            yield Problem(
                subject=entry.text,
                message=(
                    f"{tag.value} entry {entry.text!r} leads to {folder!r}, "
                    "which no wheel of the set installs"
                ),
                hint="correct or remove the entry, or pass the wheel that installs the folder with --with",
            )


def _is_dead(entry: Entry, subject: Subject) -> bool:
    site = subject.layout.site
    return entry.kind is EntryKind.ORIGIN and all(
        folder.startswith(f"{site}/") and folder not in subject.layout.folders for folder in entry.folders
    )


def _is_foreign(entry: Entry, subject: Subject) -> bool:
    """Whether the folder belongs to a package that no given wheel installs."""
    depth = subject.layout.site.count("/") + 2
    return any("/".join(folder.split("/")[:depth]) not in subject.layout.folders for folder in entry.folders)
