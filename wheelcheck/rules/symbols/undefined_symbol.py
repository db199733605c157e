"""Undefined symbol that nothing in the loaded scope provides.

## What it checks

For each load that the wheel can cause (see unresolved-dependency), every strong undefined symbol of the
wheel's objects must have a provider: another object of the load, a sibling given with `--with`, the
interpreter, or a library that the platform tag allows, in the releases that the tag's hosts have. If an
object of the load needs a newer libc or C++ runtime, the others are judged by that one. A symbol with a
version is looked for in the library from which the object needs it.

A note: symbols of a library that every Python in use loads (libm; libpthread, libdl and libutil before glibc
2.34), by objects that do not need it themselves. It is a warning if one of these Pythons lacks the library.

A warning: symbols that a library has only in later releases than on the tag's oldest hosts; and, in a plug-in
whose loading program is not in the wheel, symbols of a known library of the host that the plug-in does not
need. Its other symbols, and those of loads with a library that was not given, are listed as not checked.

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
from wheelcheck.rules.listing import counted, evidence, values
from wheelcheck.rules.losses import given_up
from wheelcheck.rules.symbols._gap_wording import effect_of, reason_of, some
from wheelcheck.subject import Subject

_BY_LIBRARY = frozenset({Fate.INTERPRETER, Fate.PLUGIN, Fate.LATER})
"""Fates that are reported once per library, with all members."""


@wheel_rule(
    family="symbols",
    severity=Severity.ERROR,
    also=[Severity.WARNING, Severity.NOTE],
    concerns=NATIVE,
)
def undefined_symbol(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per host library that objects do not need, and one per other member and provider."""
    yield from given_up(subject)
    binaries = [binary for wheel in (subject.wheel, *subject.siblings) for binary in wheel.binaries]
    together: dict[tuple[Fate, tuple[str, ...], tuple[str, ...]], list[Gap]] = {}
    for gap in gaps(subject.loads, subject.platform, binaries):
        if gap.fate is Fate.UNDECIDED:
            yield NotChecked(member=gap.member, reason=reason_of(gap))
        elif gap.fate in _BY_LIBRARY:
            together.setdefault((gap.fate, gap.providers, gap.failing), []).append(gap)
        else:
            yield _problem(gap)
    for found in together.values():
        yield _of_library(found, subject)


def _of_library(found: list[Gap], subject: Subject) -> Problem:
    """Report all members that use names of one library of the host."""
    library, members = found[0].providers[0], [gap.member for gap in found]
    names = sorted({name for gap in found for name in gap.names})
    uses = "uses" if len(members) == 1 else f"{counted(len(members), 'object')} use"
    severity, effect = effect_of(found[0], subject.platform.name)
    relink = f"link with -l{library.removeprefix('lib').partition('.so')[0]}"
    older = "build against the libraries of the tag's oldest hosts, or raise the tag"
    return Problem(
        subject=library,
        member=members[0],
        severity=severity,
        message=f"{uses} {some(names)} from {library!r}{effect}",
        hint=older if found[0].fate is Fate.LATER else relink,
        evidence=(*evidence(members, "used by"), *values(names, "undefined")),
    )


def _problem(gap: Gap) -> Problem:
    uses = some(gap.names)
    provider = gap.providers[0] if gap.providers else None
    if gap.fate is Fate.VERSION:
        what = "that version" if len(gap.names) == 1 else "these versions"
        message = f"needs {uses} from {provider!r}, which does not define {what}"
        hint = f"link against the {provider} that is loaded at run time"
    elif provider is not None:
        message = f"needs symbol {uses} from {provider!r}, but does not load that library"
        hint = f"link with {provider} so that it is in DT_NEEDED, and build with -Wl,-z,defs"
    else:
        message = f"needs symbol {uses}, which no object loaded with it defines"
        hint = "add the missing source, archive or library to the link, and build with -Wl,-z,defs"
    return Problem(
        subject=gap.names[0],
        member=gap.member,
        message=message,
        hint=hint,
        evidence=values(gap.names, "undefined"),
    )
