"""Undefined symbol that nothing in the loaded scope provides.

## What it checks

For each load that the wheel can cause (see unresolved-dependency), every strong undefined symbol of the
wheel's objects must have a provider: another object of the load, a sibling given with `--with`, the
interpreter, or a library that the platform tag allows, judged at the libc release of the tag. A name
that carries a version is looked for in the library that the object asks it from.

Names that only the interpreter's own libraries provide (libm; libpthread, libdl and libutil before glibc
2.34) are a warning: they work as long as python happens to link them. Plug-ins whose loading program is not
in the wheel, and loads of which a library is not at hand, are listed as not checked.

## Why it matters

The import fails with "undefined symbol", or, with lazy binding, the process dies at the first call.

## How to fix

- The name lives in a library that is not in DT_NEEDED: link with it (`-lm`, `-lpthread`, `-lrt`), and
  build with `-Wl,-z,defs` (or `--no-undefined`) so that the linker says so.
- The name lives in no library: a source file or a static archive was left out of the link.
- The library comes from another distribution: give its wheel with `--with`.

## When to ignore

When a program outside the wheel, known to provide the names, loads the object: the contract can name it as
a plug-in with its host.

## References

- System V gABI, chapter 5, "Shared Object Dependencies"
- `ld.so(8)`, LD_BIND_NOW; `ld(1)`, `-z defs`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.linking.elf.scope import Fate, Gap, gaps
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import values
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
    count = f"{len(gap.names)} undefined symbols (first: {gap.names[0]!r})"
    if gap.provider is None:
        return f"{count} are for the program that loads this plug-in to provide"
    return f"{count} may come from {gap.provider!r}, which is not at hand"


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
                f"uses {first!r}{others} of {gap.provider!r} without needing that library: "
                "it works only because python happens to load it"
            ),
            hint=f"link with {_flag(gap.provider or '')}",
            evidence=evidence,
        )
    if gap.fate is Fate.VERSION:
        return Problem(
            subject=first,
            member=gap.member,
            message=f"asks {gap.provider!r} for {first!r}{others}, and it has no such version",
            hint=f"link against the {gap.provider} that will be there when the object is loaded",
            evidence=evidence,
        )
    if gap.provider is not None:
        return Problem(
            subject=first,
            member=gap.member,
            message=f"needs the symbol {first!r}{others} of {gap.provider!r}, and does not load that",
            hint=f"link with {gap.provider}, so that it stands in DT_NEEDED; build with -Wl,-z,defs",
            evidence=evidence,
        )
    return Problem(
        subject=first,
        member=gap.member,
        message=f"needs the symbol {first!r}{others}, which no object that it loads with defines",
        hint="add the missing source, archive or library to the link, and build with -Wl,-z,defs",
        evidence=evidence,
    )


def _flag(library: str) -> str:
    return "-l" + library.removeprefix("lib").partition(".so")[0]
