"""Library without a dependency that the contract requires.

## What it checks

`must-need` of every library and extension module of the contract, against DT_NEEDED. A glob means every
declared library that it matches and that ships. A needed library that does not ship at all is reported once,
as `missing-component`, and not for each of its users.

## Why it matters

The dependency gets lost in two ways, both silent. `--as-needed` drops a library of which no symbol is used,
and a library whose only purpose is to register itself is then never loaded. Or the code was linked
statically, and the process has a second, private copy of it.

## How to fix

- Dropped by the link editor: link it between `-Wl,--push-state,--no-as-needed` and `-Wl,--pop-state`.
- A private copy: link the shared library's target instead of the static archive.

## When to ignore

If the library is opened by name at run time; then remove it from `must-need`.

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
    """Report each dependency of the contract that a binary lacks."""
    declared = subject.declared
    yield from declared.unread("must_need")
    for each, binary in declared.objects:
        for entry in declared.required_needs(each.spec):
            if not declared.needs(binary, entry):
                yield Problem(
                    member=binary.member,
                    subject=entry,
                    message=f"does not need {entry!r}, which the contract requires it to",
                    hint=f"link {entry!r} as a shared library and keep it with --no-as-needed",
                    evidence=(Evidence(label="needs", value=", ".join(binary.needed) or "nothing"),),
                )
