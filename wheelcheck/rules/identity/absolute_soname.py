"""Soname that is a path.

## What it checks

DT_SONAME with a slash.

## Why it matters

The link editor copies the soname into DT_NEEDED of every object that is linked against the library, and the
loader opens a needed name with a slash as it is, without any search.
Whatever was linked against this library looks for it at that path of the build machine and nowhere else.

## How to fix

Link with `-Wl,-soname,libx.so`, the bare file name.
Rust and Go `c-shared` builds and hand-written link lines pass the output path; CMake gets it right unless
`NO_SONAME` or a custom `-soname` flag is set.
For a finished file: `patchelf --set-soname libx.so libx.so`, and `patchelf --replace-needed` on its users.

## When to ignore

Never for a published wheel.

## References

- ld(1), `-soname`
- ld.so(8), on needed names that contain a slash
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(family="identity", severity=Severity.ERROR, concerns=frozenset({Format.ELF, Format.MACHO}))
def absolute_soname(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report sonames that contain a slash."""
    if binary.soname is None or "/" not in binary.soname:
        return
    needers = subject.loads.needers.get(binary.soname, ())
    yield Problem(
        subject=binary.soname,
        message=f"soname {binary.soname!r} is a path, expected a file name such as {binary.file_name!r}",
        hint=f"link with -Wl,-soname,{binary.file_name}",
        evidence=tuple(Evidence(label="needed by", value=member) for member in needers),
    )
