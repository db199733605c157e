"""Objects whose relocated data stays writable.

## What it checks

PT_GNU_RELRO and immediate binding (DF_BIND_NOW, DF_1_NOW).
Both together make the loader's tables read-only before the program runs.
There is one finding per wheel, listing every object that lacks one of them.

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
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted
from wheelcheck.subject import Subject


@wheel_rule(family="hardening", severity=Severity.NOTE, concerns=frozenset({Format.ELF}))
def missing_relro(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report loadable objects without full RELRO, all in one problem."""
    loadable = [each for each in subject.wheel.binaries if each.format is Format.ELF and each.is_loadable]
    lacks = {binary.member: lack for binary in loadable if (lack := _lack(binary))}
    if not lacks:
        return
    verb = "lacks" if len(lacks) == 1 else "lack"
    missing = " or ".join(sorted(set(lacks.values()), reverse=True))
    yield Problem(
        subject="RELRO",
        message=(
            f"{len(lacks):,} of {counted(len(loadable), 'object')} {verb} {missing}: "
            "the loader's tables stay writable"
        ),
        hint="link with -Wl,-z,relro,-z,now",
        member=min(lacks),
        evidence=tuple(
            Evidence(label=f"lacks {lack}", value=member) for member, lack in sorted(lacks.items())
        ),
    )


def _lack(binary: Binary) -> str:
    details = elf_details(binary)
    if not details.has_relro:
        return "PT_GNU_RELRO"
    return "" if details.binds_now else "immediate binding (BIND_NOW)"
