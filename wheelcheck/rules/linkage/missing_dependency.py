"""Library that does not need another one which the contract says it must.

## What it checks

`must-need` of every library and extension module of the contract, against DT_NEEDED. A glob asks for
each declared library that ships and that it matches. A needed library that does not ship at all is
`missing-component`, once, and not a finding of each of its users.

## Why it matters

The need disappears in two ways, both silent. `--as-needed` drops a library of which no symbol is used,
and a library whose whole purpose is to register itself is then never loaded. Or the code was linked
statically, and the process has a private second copy of it.

## How to fix

- Dropped by the link editor: link it between `-Wl,--push-state,--no-as-needed` and `-Wl,--pop-state`.
- A private copy: link the shared library's target instead of the static archive.

## When to ignore

When the library is opened by name at run time; then take it out of `must-need`.

## References

- ld(1), --as-needed: https://sourceware.org/binutils/docs/ld/Options.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(
    family="linkage", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def missing_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each need of the contract that a binary does not have."""
    declared = subject.declared
    yield from declared.unread("must_need")
    for each, binary in declared.objects:
        for entry in declared.required_needs(each.spec):
            if not declared.needs(binary, entry):
                yield Problem(
                    member=binary.member,
                    subject=entry,
                    message=f"does not need {entry!r}, which the contract says it must",
                    hint=f"link {entry!r} as a shared library and keep it with --no-as-needed",
                    evidence=(Evidence(label="needs", value=", ".join(binary.needed) or "nothing"),),
                )
