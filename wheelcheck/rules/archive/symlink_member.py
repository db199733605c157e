"""Symbolic link in the archive, which installers write as a small text file.

## What it checks
Members whose Unix mode marks a symbolic link.

## Why it matters
The wheel format has no links. Installers write the member as a regular file that contains the link's
target: `libx.so -> libx.so.1` becomes a nine-byte `libx.so`, which the link editor and the loader reject
("file format not recognized"). Some tools do create the link when they unpack, and it may point anywhere.

## How to fix
- A development name for a library: ship a linker script instead, a text file `libx.so` that contains
  `INPUT(libx.so.1)`; the link editor follows it.
- A chain of library names: ship one regular file under its soname and point the package config to it.
- Anything else: ship the content, or create the link on first use.

## When to ignore
When the link is known to be unused after installation.

## References
- pypa/wheel issue 203, "symbolic links in wheels"
- GNU ld manual, "Implicit linker scripts"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject

_LIBRARY_MARKS = (".so", ".dylib")


@wheel_rule(family="archive", severity=Severity.ERROR)
def symlink_member(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for all links in the wheel."""
    names = sorted({member.name for member in subject.wheel.members if member.is_symlink})
    if not names:
        return
    shown = [_with_target(subject, name) for name in names]
    is_library = any(mark in name.rpartition("/")[2] for name in names for mark in _LIBRARY_MARKS)
    yield Problem(
        subject=names[0],
        message=f"{counted(len(names), 'symbolic link')} will be installed as text: {listed(shown)}",
        hint="replace the link with a linker script: a text file 'libx.so' that contains 'INPUT(libx.so.1)'"
        if is_library
        else "replace the link with a copy of the file",
        member=leading(names),
        evidence=evidence(shown),
    )


def _with_target(subject: Subject, name: str) -> str:
    target = subject.wheel.texts.get(name)
    return name if target is None else f"{name} -> {target.decode(errors='backslashreplace')}"
