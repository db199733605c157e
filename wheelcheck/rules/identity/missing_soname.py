"""Library without a soname that others link against.

## What it checks

A shared library that another object in the wheel needs by its file name, or that a shipped package config
offers for linking, must have a non-empty DT_SONAME.
Extension modules and plug-ins, which are not linked against, do not need one.
It is an error when the contract lists the library.

## Why it matters

Without a soname the link editor records whatever was on the link line: a file name at best, otherwise a path
of the build machine (`NEEDED build/libx.so`) that no user has.
Nor is a second copy of the library, from elsewhere, recognised as the same one.

## How to fix

Link with `-Wl,-soname,libx.so`.
In CMake that is the default; look for `NO_SONAME` and for `MODULE` libraries that are linked against.

## When to ignore

Libraries that are only ever opened by path, although a config names them.

## References

- ld(1), `-soname`
- CMake, `IMPORTED_NO_SONAME`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.roots import is_extension
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.matching import declared_members
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(
    family="identity",
    severity=Severity.WARNING,
    concerns=frozenset({Format.ELF, Format.MACHO}),
    contract_severity=Severity.ERROR,
)
def missing_soname(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report linked libraries without DT_SONAME."""
    if binary.soname or not binary.is_loadable or binary.kind is not Kind.SHARED:
        return
    needers = tuple(each for each in subject.loads.needers.get(binary.file_name, ()) if each != binary.member)
    is_offered = binary.member in subject.package_configs.offered_libraries
    if is_extension(binary) or not (needers or is_offered):
        return
    why = f"needed by {needers[0]!r}" if needers else "offered by a package config"
    is_declared = binary.member in declared_members(subject.contract, subject.wheel)
    yield Problem(
        subject=binary.file_name,
        message=f"has no soname, expected {binary.file_name!r}; {why}",
        hint=f"link with -Wl,-soname,{binary.file_name}",
        severity=Severity.ERROR if is_declared else None,
        evidence=tuple(Evidence(label="needed by", value=member) for member in needers),
    )
