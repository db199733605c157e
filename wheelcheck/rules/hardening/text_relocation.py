"""Object whose code is patched when it is loaded.

## What it checks

DT_TEXTREL, or the same flag in DT_FLAGS.
On 32-bit x86 it is a warning: position-independent code is costly there, and every loader accepts it.

## Why it matters

The loader has to make code pages writable.
SELinux and Android forbid that, and the pages are no longer shared between processes.

## How to fix

Compile every object that goes into the library with `-fPIC`, including those in static archives and
hand-written assembler, and link with `-Wl,-z,text`, which turns the fault into a link error.

## When to ignore

Executables of a closed-source tool that cannot be rebuilt.

## References

- ld(1), `-z text`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(
    family="hardening",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=frozenset({Format.ELF}),
)
def text_relocation(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report DT_TEXTREL."""
    del subject
    if elf_details(binary).has_text_relocations:
        yield Problem(
            subject="DT_TEXTREL",
            message="has relocations in read-only segments (DT_TEXTREL), expected none",
            hint="compile everything that is linked in with -fPIC, and link with -Wl,-z,text",
            severity=Severity.WARNING if binary.arch == "i686" else None,
        )
