"""Search path in the wrong dynamic tag, DT_RPATH or DT_RUNPATH.

## What it checks

If a contract states the kind of search path, every object with the other kind is an error.
Otherwise an object with DT_RPATH is a note, unless a repair tool chose it because the path leads to a folder
of grafted libraries, `*.libs`.
The grafted libraries themselves are not checked.

## Why it matters

DT_RPATH is searched before `LD_LIBRARY_PATH` and is inherited by every library that the object loads;
DT_RUNPATH is searched after it and applies to the object's own needs only.
A user cannot override DT_RPATH, and a library may work only because of its parent's.

## How to fix

Link with `-Wl,--enable-new-dtags` for DT_RUNPATH, `-Wl,--disable-new-dtags` for DT_RPATH.
patchelf writes DT_RUNPATH unless `--force-rpath` is given.

## When to ignore

If grafted libraries rely on the inherited path.

## References

- ld.so(8), search order
- ld(1), `--enable-new-dtags`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.search_paths import entries_of
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject

_FLAGS = {"RUNPATH": "--enable-new-dtags", "RPATH": "--disable-new-dtags"}


@binary_rule(
    family="linkage",
    severity=Severity.NOTE,
    concerns=frozenset({Format.ELF}),
    contract_severity=Severity.ERROR,
)
def rpath_instead_of_runpath(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report the tag that is not expected."""
    wanted = subject.contract.search_paths.kind
    found = {path.kind.value for path in binary.search_paths} if binary.is_loadable else set()
    if _is_grafted(binary) or (not wanted and _leads_to_grafted(binary, subject)):
        return
    expected = wanted or "RUNPATH"
    for tag in sorted(found - {expected}):
        yield Problem(
            subject=f"DT_{tag}",
            message=f"has DT_{tag}, expected DT_{expected}",
            hint=f"link with -Wl,{_FLAGS[expected]}",
            severity=Severity.ERROR if wanted else None,
        )


def _is_grafted(binary: Binary) -> bool:
    return binary.member.rpartition("/")[0].endswith(".libs")


def _leads_to_grafted(binary: Binary, subject: Subject) -> bool:
    entries = entries_of(binary, subject.layout)
    return any(folder.endswith(".libs") for _, entry in entries for folder in entry.folders)
