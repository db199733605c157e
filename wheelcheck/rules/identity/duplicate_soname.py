"""One library under two names.

## What it checks

Files with one soname, and files with identical bytes, under different names.
An error when one process loads two of them: both reached by DT_NEEDED, imported, or opened as plug-ins.
A warning, one for each chain, when no process does: full copies of what would be a chain of symbolic links
(`libx.so`, `libx.so.1`, `libx.so.1.2`), and alternatives in sibling folders,
and a left-over copy of a library that others need.

## Why it matters

A library that is loaded twice has two copies of every global: registries, caches, locks.
What one copy was told, the other does not know, and the failure looks like a user's mistake.
Copies that are never loaded together still cost their size in every download.

## How to fix

Ship only the file that is named as the soname.
Wheels hold no symbolic links; where the link editor must find `libx.so`, ship a linker script of that name
that holds `INPUT(libx.so.1)`.

## When to ignore

Builds of one library of which a program picks one at run time.
List them as alternatives in the contract.

## References

- ld.so(8), on how a needed name is matched with loaded objects
- <https://github.com/casadi/casadi/issues/3976>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.linking.copies import Copies, copies_of
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(
    family="identity",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=NATIVE,
)
def duplicate_soname(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each group of copies once."""
    for copies in copies_of(subject.wheel, subject.loads):
        names = ", ".join(repr(member) for member in copies.members)
        yield Problem(
            subject=copies.name,
            member=copies.members[0],
            message=f"{names} are one library, {copies.name!r}; {_effect(copies)}",
            hint=_hint(copies),
            severity=None if copies.together else Severity.WARNING,
            evidence=(Evidence(label="wasted bytes", value=str(copies.wasted)),),
        )


def _effect(copies: Copies) -> str:
    if copies.together:
        first, second = copies.together
        return f"one process loads both {first!r} and {second!r}"
    return f"{copies.wasted:,} bytes are copies"


def _hint(copies: Copies) -> str:
    if copies.is_chain:
        return "ship only the file named as its soname; a linker script can stand for the name that -l wants"
    return "ship one of them and let every user reach it, or give each its own soname"
