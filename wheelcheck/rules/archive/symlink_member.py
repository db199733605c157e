"""Symbolic link in the archive, which installers write as a small text file.

## What it checks
Entries whose Unix mode says symbolic link.

## Why it matters
The wheel format has no links. Installers write the entry as a plain file that holds the link's target
as text: `libx.so -> libx.so.1` becomes a nine-byte `libx.so`, which the link editor and the loader
refuse ("file format not recognized"). Some unpackers do create the link, and then it may lead anywhere.

## How to fix
- A development name for a library: ship a linker script instead, a text file `libx.so` that holds
  `INPUT(libx.so.1)`; the link editor follows it.
- A library chain: ship one real file under its soname and let the package config name it.
- Anything else: ship the content, or create the link at first use.

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
    """Yield one problem for all links of the wheel."""
    names = sorted({member.name for member in subject.wheel.members if member.is_symlink})
    if not names:
        return
    shown = [_with_target(subject, name) for name in names]
    is_library = any(mark in name.rpartition("/")[2] for name in names for mark in _LIBRARY_MARKS)
    yield Problem(
        subject=names[0],
        message=f"{counted(len(names), 'symbolic link')} will be installed as text: {listed(shown)}",
        hint="ship a linker script in the link's place: a text file 'libx.so' holding 'INPUT(libx.so.1)'"
        if is_library
        else "ship the file itself in the link's place",
        member=leading(names),
        evidence=evidence(shown),
    )


def _with_target(subject: Subject, name: str) -> str:
    target = subject.wheel.texts.get(name)
    return name if target is None else f"{name} -> {target.decode(errors='backslashreplace')}"
