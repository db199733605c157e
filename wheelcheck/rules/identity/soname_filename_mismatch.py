"""Soname without a file of that name next to the library.

## What it checks

A library whose soname differs from its file name, in a folder without a file named as the soname.
An error when an object in the wheel needs it by that soname (and no other file in the wheel has that name),
or when a package config offers it to consumers; otherwise a note, also where Python code of the wheel opens
the library by path before each object that needs it.

## Why it matters

DT_NEEDED contains the soname, and the loader opens a file of that name.
Linking against `libx.so.1.2` with the soname `libx.so.1` works; starting the program does not.
It happens when a wheel, which cannot contain symbolic links, gets only one file of the usual chain.

## How to fix

Ship the file under its soname: in CMake drop `VERSION` or set it equal to `SOVERSION`, or rename on install.
If both names are needed, `libx.so` can be a linker script that contains `INPUT(libx.so.1)`.

## When to ignore

A library that is only opened by path or by file name.

## References

- ld(1), `-soname`
- <https://packaging.python.org/en/latest/specifications/binary-distribution-format/>
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.model import Outcome
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.matching import library_members
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject

_LOADED = frozenset({Outcome.LOADED, Outcome.PRELOADED})


@binary_rule(
    family="identity",
    severity=Severity.ERROR,
    also=[Severity.NOTE],
    concerns=frozenset({Format.ELF, Format.MACHO}),
)
def soname_filename_mismatch(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report sonames without a file of that name."""
    soname = binary.soname or binary.file_name
    if binary.kind is not Kind.SHARED or soname == binary.file_name or "/" in soname:
        return
    expected = posixpath.join(posixpath.dirname(subject.layout.path_of(binary.member)), soname)
    if expected in subject.layout.places or _is_unexpected(binary, subject):
        return
    needers = tuple(each for each in subject.loads.needers.get(soname, ()) if each != binary.member)
    is_elsewhere = any(each.file_name == soname for each in subject.wheel.binaries)
    is_offered = binary.member in subject.package_configs.offered_libraries
    # Grafted and needed under a new name: a need of the soname refers to another distribution's library.
    is_renamed = binary.file_name in subject.loads.needers
    is_asked_for = any(_looks_for(subject, member, soname) for member in needers)
    is_broken = is_offered or (is_asked_for and not is_elsewhere and not is_renamed)
    yield Problem(
        subject=soname,
        message=f"soname is {soname!r}, but there is no file of that name next to {binary.file_name!r}",
        hint=f"ship the library as {soname!r}",
        severity=None if is_broken else Severity.NOTE,
        evidence=tuple(Evidence(label="needed by", value=member) for member in needers),
    )


def _looks_for(subject: Subject, member: str, soname: str) -> bool:
    """Whether the loader opens a file of this name for a member: nothing has loaded one before."""
    needs = [each for each in subject.loads.needs.get(member, ()) if each.needed == soname]
    return not needs or any(each.outcome not in _LOADED for each in needs)


def _is_unexpected(binary: Binary, subject: Subject) -> bool:
    """Whether `unexpected-soname` reports it: the contract declares both file name and soname."""
    return any(
        binary.member in library_members(key, library, subject.wheel)
        for key, library in subject.contract.libraries.items()
        if library.soname_group or (library.soname and not library.soname.startswith("regex:"))
    )
