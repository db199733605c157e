"""Library with public headers that the link editor cannot find by name.

## What it checks

Shared libraries of a wheel with headers that ship only under a versioned name (`libx.so.1`), without a
`libx.so` in any folder, and that no package config or `.pc` file of the wheel names.
Grafted libraries and extension modules are left out.
It is an error for a library that a contract declares.

## Why it matters

`-lx` and `find_library(x)` look for `libx.so` alone.
A consumer has to spell out the versioned file name, which changes with each release.

## How to fix

Ship a linker script: a text file `libx.so` that contains `INPUT(libx.so.1)`.
Wheels cannot contain symbolic links, and a full copy under the short name would be a second library.

Or ship a CMake config whose target names the file.

## When to ignore

If the package documents another way, such as `pyarrow.create_library_symlinks()`.

## References

- ld(1), `-l`
- <https://arrow.apache.org/docs/python/integration/extending.html>
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.roots import is_extension
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.matching import declared_members
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject

_NUMBER = re.compile(r"\.\d")
_NUMBERS = "0123456789."
_GRAFTED = re.compile(r"(?:\.libs|\.dylibs|-[0-9a-f]{8})(?:[/.]|$)")


@wheel_rule(
    family="sdk",
    severity=Severity.NOTE,
    concerns=frozenset({Format.ELF, Format.MACHO}),
    contract_severity=Severity.ERROR,
)
def no_link_name(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report the versioned libraries without a link name, declared ones separately."""
    wheel = subject.wheel
    if not wheel.headers:
        return
    files = {posixpath.basename(path) for path in subject.layout.places}
    offered = {posixpath.basename(member) for member in subject.package_configs.offered_libraries}
    found = [
        each for each in wheel.binaries if _lacks_link_name(each, files) and each.file_name not in offered
    ]
    declared = set(declared_members(subject.contract, wheel))
    for is_declared, severity in ((True, Severity.ERROR), (False, None)):
        members = tuple(each.member for each in found if (each.member in declared) is is_declared)
        if members:
            first = posixpath.basename(members[0])
            short = tuple(
                dict.fromkeys(_link_name(name) or name for name in map(posixpath.basename, members))
            )
            yield Problem(
                subject=short[0],
                message=f"{counted(len(members), 'library', 'libraries')} cannot be found by -l or "
                f"find_library: no {listed(short)}",
                hint=f"ship a linker script {short[0]!r} that contains INPUT({first})",
                member=leading(members),
                severity=severity,
                evidence=evidence(members),
            )


def _lacks_link_name(binary: Binary, files: set[str]) -> bool:
    if binary.kind is not Kind.SHARED or is_extension(binary) or _GRAFTED.search(binary.member):
        return False
    link = _link_name(binary.file_name)
    return link is not None and link not in files


def _link_name(name: str) -> str | None:
    """Give the file name that `-l` looks for; None when the name carries no version."""
    if not name.startswith("lib"):
        return None
    stem, _, version = name.rpartition(".so.")
    if len(stem) > len("lib") and version and not version.strip(_NUMBERS):
        return f"{stem}.so"
    bare = name.removesuffix(".dylib")
    start = max(len(bare.rstrip(_NUMBERS)), len("lib") + 1)
    number = _NUMBER.search(bare, start) if bare != name else None
    return None if number is None else f"{bare[: number.start()]}.dylib"
