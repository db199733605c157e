"""Registration that is not in the contract.

## What it checks

Libraries and extension modules for which the contract has `registers`: names that are not in a closed list,
more names than `count`, and namespaces that the contract does not assign to the object at all. A namespace
marked `open` may contain any names.

## Why it matters

An operator that two libraries register aborts the process that loads both, and the first step is always
that one of them registers more than intended.

## How to fix

- Intended: add the names to the contract in the same change.
- Not intended: narrow the selection that the generator was given.

## When to ignore

Never; mark a namespace `open` if its contents do not matter.

## References

- ExecuTorch, kernel registration:
  https://docs.pytorch.org/executorch/stable/kernel-library-custom-aten-kernel.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.registrations import Registered, registered
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.WARNING, needs_contract=True, concerns=NATIVE, runs_without=True
)
def unexpected_registration(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each namespace in which an object registers more than the contract states."""
    for each in registered(subject.declared):
        extra = each.qualified(_extra(each))
        if extra:
            yield Problem(
                member=each.binary.member,
                subject=extra[0],
                message=f"registers {counted(len(extra), 'name')} not in the contract: {listed(extra)}",
                hint="narrow the generator's selection, or add every name to the contract",
                evidence=evidence(extra, "unexpected"),
            )
        elif each.spec is not None and not each.spec.open and 0 < each.spec.count < len(each.names):
            yield Problem(
                member=each.binary.member,
                subject=each.namespace,
                message=f"registers {counted(len(each.names), 'name')} in {each.namespace!r}, "
                f"expected {each.spec.count}",
                hint="narrow the generator's selection, or correct the count in the contract",
                evidence=evidence(each.qualified(list(each.names)), "registered"),
            )


def _extra(each: Registered) -> list[str]:
    if each.spec is None:
        return list(each.names)
    if each.spec.open or not each.spec.names:
        return []
    known = set(each.spec.names)
    return [name for name in each.names if name not in known]
