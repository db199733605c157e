"""Undefined symbol that nothing in the loaded scope provides.

## What it checks

For each load that the wheel can cause (see unresolved-dependency), every strong undefined symbol of the
wheel's objects must have a provider: another object of the load, a sibling given with `--with`, the
interpreter, or a library that the platform tag allows, at the libc release of the tag. A symbol with a
version is looked for in the library from which the object needs it.

Symbols that only the interpreter's own libraries provide (libm; libpthread, libdl and libutil before glibc
2.34) are a warning: they work as long as Python happens to link those libraries. Plug-ins whose loading
program is not in the wheel, and loads with a library that was not given, are listed as not checked.

## Why it matters

The import fails with "undefined symbol" or, with lazy binding, the process dies at the first call.

## How to fix

- The library that defines the symbol is not in DT_NEEDED: link with it (`-lm`, `-lpthread`, `-lrt`), and
  build with `-Wl,-z,defs` (or `--no-undefined`) so that the link editor reports such symbols.
- No library defines the symbol: a source file or a static archive was left out of the link.
- The library comes from another distribution: pass its wheel with `--with`.

## When to ignore

If a program outside the wheel loads the object and is known to provide the symbols: the contract can declare
the object as a plug-in with its host.

## References

- System V gABI, chapter 5, "Shared Object Dependencies"
- `ld.so(8)`, LD_BIND_NOW; `ld(1)`, `-z defs`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.linking.elf.scope import Fate, Gap, gaps
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, values
from wheelcheck.rules.losses import given_up
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=NATIVE,
)
def undefined_symbol(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per member, fate and provider."""
    yield from given_up(subject)
    binaries = [binary for wheel in (subject.wheel, *subject.siblings) for binary in wheel.binaries]
    for gap in gaps(subject.loads, subject.platform, binaries):
        if gap.fate is Fate.UNDECIDED:
            yield NotChecked(member=gap.member, reason=_reason(gap))
        else:
            yield _problem(gap)


def _reason(gap: Gap) -> str:
    first = repr(gap.names[0]) if len(gap.names) == 1 else f"first: {gap.names[0]!r}"
    count = f"{counted(len(gap.names), 'undefined symbol')} ({first})"
    if gap.provider is None:
        return f"{count} must come from the program that loads this plug-in"
    return f"{count} may come from {gap.provider!r}, which was not given"


def _problem(gap: Gap) -> Problem:
    first = gap.names[0]
    others = f" and {len(gap.names) - 1} more" if len(gap.names) > 1 else ""
    evidence = values(gap.names, "undefined")
    if gap.fate is Fate.INTERPRETER:
        return Problem(
            subject=gap.provider or first,
            member=gap.member,
            severity=Severity.WARNING,
            message=(
                f"uses {first!r}{others} from {gap.provider!r} without that library in DT_NEEDED; "
                "this works only because Python happens to load it"
            ),
            hint=f"link with {_flag(gap.provider or '')}",
            evidence=evidence,
        )
    if gap.fate is Fate.VERSION:
        return Problem(
            subject=first,
            member=gap.member,
            message=f"needs {first!r}{others} from {gap.provider!r}, which does not define "
            f"{'that version' if len(gap.names) == 1 else 'these versions'}",
            hint=f"link against the {gap.provider} that is loaded at run time",
            evidence=evidence,
        )
    if gap.provider is not None:
        return Problem(
            subject=first,
            member=gap.member,
            message=f"needs symbol {first!r}{others} from {gap.provider!r}, but does not load that library",
            hint=f"link with {gap.provider} so that it is in DT_NEEDED, and build with -Wl,-z,defs",
            evidence=evidence,
        )
    return Problem(
        subject=first,
        member=gap.member,
        message=f"needs symbol {first!r}{others}, which no object loaded with it defines",
        hint="add the missing source, archive or library to the link, and build with -Wl,-z,defs",
        evidence=evidence,
    )


def _flag(library: str) -> str:
    return "-l" + library.removeprefix("lib").partition(".so")[0]
