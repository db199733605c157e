"""Object whose relocated data stays writable.

## What it checks

PT_GNU_RELRO and immediate binding (DF_BIND_NOW, DF_1_NOW).
Both together make the loader's tables read-only before the program runs.

## Why it matters

It is a second line of defence: with lazy binding, a stray write into the jump table redirects a call.
Nothing breaks without it, hence a note.

## How to fix

Link with `-Wl,-z,relro,-z,now`.

## When to ignore

Where start-up time matters and many symbols are never called.

## References

- ld(1), `-z relro` and `-z now`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(family="hardening", severity=Severity.NOTE, concerns=frozenset({Format.ELF}))
def missing_relro(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report loadable objects without full RELRO."""
    del subject
    details = elf_details(binary)
    if not binary.is_loadable or (details.has_relro and details.binds_now):
        return
    lacks = "PT_GNU_RELRO" if not details.has_relro else "immediate binding (BIND_NOW)"
    yield Problem(
        subject="PT_GNU_RELRO" if not details.has_relro else "BIND_NOW",
        message=f"has no {lacks}: the loader's tables stay writable",
        hint="link with -Wl,-z,relro,-z,now",
    )
