"""Library that needs another one which the contract forbids it.

## What it checks

`must-not-need` of every library and extension module of the contract, against DT_NEEDED; and closed
lists: whatever `needed-only` of the object, or `closed.needed` of the contract for its libraries, does
not name.

## Why it matters

A forbidden need is loaded with the library, always: it may register a second time what another part of
the process registered and abort it, pull in a licence or a toolkit that the package must do without, or
ask for a file of the machine that built it.

## How to fix

- An opt-in part got into the link line of everything: link it only where it is asked for.
- A new need is right: add it to the closed list, in the change that brings it.

## When to ignore

Not at all where the contract gives a reason for the ban; change the contract when the reason is gone.

## References

- gABI, chapter 5, DT_NEEDED: https://gabi.xinuos.com/elf/08-dynamic.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.native import Library
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(
    family="linkage", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def forbidden_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each need that the contract forbids or does not list."""
    declared = subject.declared
    yield from declared.unread("must_not_need", "needed_only")
    for each, binary in declared.objects:
        spec = each.spec
        only = spec.needed_only or (subject.contract.closed.needed if isinstance(spec, Library) else ())
        for needed in binary.needed:
            if any(declared.is_meant(entry, needed) for entry in spec.must_not_need):
                yield Problem(
                    member=binary.member,
                    subject=needed,
                    message=f"needs {needed!r}, which the contract forbids it",
                    hint=f"take {needed!r} off its link line",
                )
            elif only and not any(declared.is_meant(entry, needed) for entry in only):
                yield Problem(
                    member=binary.member,
                    subject=needed,
                    message=f"needs {needed!r}, which is outside the closed list of what it may need",
                    hint=f"take {needed!r} off its link line, or add it to the contract's closed list",
                )
