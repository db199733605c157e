"""Library search path that leads above site-packages.

## What it checks

Entries of DT_RPATH and DT_RUNPATH that begin with `$ORIGIN` and lead out of site-packages or, for a file
installed elsewhere, out of the environment.
Folders into which a wheel of the set installs, and `lib` of the environment, are allowed.

## Why it matters

The depth of site-packages differs between environments: Debian's `dist-packages`, user installs, `--target`.
What the entry finds there does not belong to the wheel and may be of any version.

## How to fix

Count the `..` steps: one for each folder between the object and site-packages.
One step too many is the usual cause, for instance after a library moved up one folder.

## When to ignore

If the environment itself is known to provide the library, as with conda.

## References

- ld.so(8), "Dynamic string tokens"
- Python's sysconfig documentation, "Installation paths"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.search_paths import OUTSIDE, EntryKind, entries_of
from wheelcheck.linking.layout import Layout
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(family="linkage", severity=Severity.WARNING, concerns=frozenset({Format.ELF, Format.MACHO}))
def escaping_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report `$ORIGIN` entries that leave what pip installs."""
    for tag, entry in entries_of(binary, subject.layout):
        if entry.kind is not EntryKind.ORIGIN or subject.contract.allows_search_path(entry.text):
            continue
        strays = [folder for folder in entry.folders if _escapes(folder, binary, subject.layout)]
        if len(strays) == len(entry.folders):
            inside = f"to {strays[0] or '.'!r} in the environment"
            where = "out of the environment" if strays[0] == OUTSIDE else inside
            yield Problem(
                subject=entry.text,
                message=f"{tag.value} entry {entry.text!r} leads above site-packages, {where}",
                hint="correct the number of '..' steps from the object's folder, or remove the entry",
            )


def _escapes(folder: str, binary: Binary, layout: Layout) -> bool:
    if folder == OUTSIDE:
        return True
    site = layout.site
    if folder in {site, "lib"} or folder.startswith(f"{site}/"):
        return False
    if not layout.path_of(binary.member).startswith(f"{site}/"):
        return False
    is_above = not folder or f"{site}/".startswith(f"{folder}/")
    return is_above or folder not in layout.folders
