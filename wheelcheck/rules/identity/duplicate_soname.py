"""Library that ships under more than one name.

## What it checks

Files with the same soname, and files with identical bytes, under different names.
An error when one process loads two of them: both are reached by DT_NEEDED, imported, or opened as plug-ins.
A warning when no process does: full copies in place of a chain of symbolic links (`libx.so`, `libx.so.1`,
`libx.so.1.2`; one finding per chain), and left-over copies of a library that others need.
A warning, too, for different extension modules with one soname that an object needs: it gets the one that is
imported first.
A note for different builds of one library in several folders, among which a program chooses; and for
identical extension modules that no object is linked against: Python opens them by path, so they are separate
modules to the loader as well.

## Why it matters

A library that is loaded twice has two copies of every global: registries, caches, locks.
What is set in one copy is not seen by the other, and the failure looks like a user error.
Copies that are never loaded together still add to the size of every download.

## How to fix

Ship only the file that is named as the soname.
Wheels cannot contain symbolic links; where the link editor must find `libx.so`, ship a linker script of that
name that contains `INPUT(libx.so.1)`.

## When to ignore

Builds of one library among which a program chooses at run time.
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
from wheelcheck.rules.listing import counted
from wheelcheck.subject import Subject


@wheel_rule(
    family="identity",
    severity=Severity.ERROR,
    also=[Severity.WARNING, Severity.NOTE],
    concerns=NATIVE,
)
def duplicate_soname(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each group of copies once."""
    for copies in copies_of(subject.wheel, subject.loads):
        wasted = Evidence(label="redundant bytes", value=str(copies.wasted))
        yield Problem(
            subject=copies.name,
            member=copies.members[0],
            message=_message(copies),
            hint=_hint(copies),
            severity=_severity(copies),
            evidence=() if copies.are_distinct or copies.are_builds else (wasted,),
        )


def _message(copies: Copies) -> str:
    names = ", ".join(repr(member) for member in copies.members)
    if copies.are_distinct:
        return (
            f"{names} are different extension modules with the soname {copies.name!r}; "
            "what needs that name gets the one that is imported first"
        )
    if copies.are_builds:
        return f"{names} are builds of one library, {copies.name!r}; no process is seen to load two of them"
    what = "extension module" if copies.are_modules else "library"
    return f"{names} are the same {what}, {copies.name!r}; {_effect(copies)}"


def _severity(copies: Copies) -> Severity | None:
    if copies.are_distinct:
        return Severity.WARNING
    if copies.are_modules or copies.are_builds:
        return Severity.NOTE
    return None if copies.together else Severity.WARNING


def _effect(copies: Copies) -> str:
    if copies.together:
        first, second = copies.together
        return f"one process loads both {first!r} and {second!r}"
    return counted(copies.wasted, "redundant byte")


def _hint(copies: Copies) -> str:
    if copies.are_distinct:
        return "give each extension module a soname of its own, or none if nothing is linked against it"
    if copies.are_builds:
        return "list them as alternatives in the contract, if a program chooses among them at run time"
    if copies.is_chain:
        return "ship only the file named as its soname, and a linker script under the name that -l looks for"
    return "ship one copy that all its users can find, or give each a soname of its own"
