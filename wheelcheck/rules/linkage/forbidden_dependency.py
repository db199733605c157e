"""Library that needs another one that the contract forbids.

## What it checks

DT_NEEDED of every library and extension module of the contract: nothing in it is listed in `must-not-need`,
and everything is listed in `needed-only` of the object, or in `closed.needed` of the contract for its
libraries, if there is such a closed list.

## Why it matters

A forbidden library is always loaded with the one that needs it: it may register again what another part of
the process has registered and abort it, pull in a licence or a toolkit that the package must avoid, or
require a file that exists only on the build machine.

## How to fix

- An opt-in part is on every link line: link it only into the targets that use it.
- The new dependency is intended: add it to the closed list in the same change.

## When to ignore

Never; change the contract if the reason for the ban no longer exists.

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
                    message=f"needs {needed!r}, which the contract forbids",
                    hint=f"remove {needed!r} from its link line",
                )
            elif only and not any(declared.is_meant(entry, needed) for entry in only):
                yield Problem(
                    member=binary.member,
                    subject=needed,
                    message=f"needs {needed!r}, which is not in the contract's closed list of dependencies",
                    hint=f"remove {needed!r} from its link line, or add it to the closed list",
                )
