"""Soname for which no file lies beside the library.

## What it checks

A library whose soname differs from its file name, while its folder holds no file named as the soname.
An error when an object of the wheel needs it by that soname (and no other file of the wheel bears the name),
or when a package config offers it to consumers; a note when nobody does.

## Why it matters

DT_NEEDED holds the soname, and the loader opens a file of that name.
Linking against `libx.so.1.2` with the soname `libx.so.1` works; starting the program does not.
It happens when a wheel, which cannot hold symbolic links, gets only one file of the usual chain.

## How to fix

Ship the file under its soname: in CMake drop `VERSION` or set it equal to `SOVERSION`, or rename on install.
When both names are wanted, `libx.so` can be a linker script that holds `INPUT(libx.so.1)`.

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
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.matching import library_members
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(
    family="identity",
    severity=Severity.ERROR,
    also=[Severity.NOTE],
    concerns=frozenset({Format.ELF, Format.MACHO}),
)
def soname_filename_mismatch(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report sonames that no file answers to."""
    soname = binary.soname or binary.file_name
    if binary.kind is not Kind.SHARED or soname == binary.file_name or "/" in soname:
        return
    beside = posixpath.join(posixpath.dirname(subject.layout.path_of(binary.member)), soname)
    if beside in subject.layout.places or _is_unexpected(binary, subject):
        return
    needers = tuple(each for each in subject.loads.needers.get(soname, ()) if each != binary.member)
    is_elsewhere = any(each.file_name == soname for each in subject.wheel.binaries)
    is_offered = binary.member in subject.package_configs.offered_libraries
    # Grafted under a new name and needed by it: who needs the soname means another distribution's library.
    is_renamed = binary.file_name in subject.loads.needers
    is_broken = is_offered or (bool(needers) and not is_elsewhere and not is_renamed)
    yield Problem(
        subject=soname,
        message=f"soname is {soname!r}, and no file of that name lies beside {binary.file_name!r}",
        hint=f"ship the library as {soname!r}",
        severity=None if is_broken else Severity.NOTE,
        evidence=tuple(Evidence(label="needed by", value=member) for member in needers),
    )


def _is_unexpected(binary: Binary, subject: Subject) -> bool:
    """Whether `unexpected-soname` reports it: one form is declared for file name and soname alike."""
    return any(
        binary.member in library_members(key, library, subject.wheel)
        for key, library in subject.contract.libraries.items()
        if library.soname_group or (library.soname and not library.soname.startswith("regex:"))
    )
