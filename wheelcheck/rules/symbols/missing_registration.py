"""Registration that the contract requires and a library's static table lacks.

## What it checks

`registers` of every library and extension module of the contract, against the records of its static
registration tables, read without running anything: names that are missing, and namespaces with fewer
names than `count`. A library that lost its registrar altogether is `dropped-registrar`.

## Why it matters

The library loads, the component links, and the program stops at the first use: "missing operator". Which
names a build registers is decided by a generator and a selection file, far from any test.

## How to fix

- Check the selection (YAML or list) that the generator was given, and that the generated file is
  compiled into this library.
- Renamed or removed on purpose: update the contract in the same change.

## When to ignore

Never; state in the contract what this build registers, in a row for the platform if it differs there.

## References

- ExecuTorch, kernel registration:
  https://docs.pytorch.org/executorch/stable/kernel-library-custom-aten-kernel.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.registrations import registered
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject

_HINT = (
    "link the objects that register every missing name into this library; generated ones have to select it"
)


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def missing_registration(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each namespace of an object that lacks names or falls short of its count."""
    yield from subject.declared.unread("registers")
    for each in registered(subject.declared):
        if each.spec is None:
            continue
        absent = each.qualified([name for name in each.spec.names if name not in each.names])
        if absent:
            yield Problem(
                member=each.binary.member,
                subject=absent[0],
                message=f"does not register {counted(len(absent), 'name')} in {each.namespace!r}: "
                f"{listed(absent)}",
                hint=_HINT,
                evidence=evidence(absent, "missing"),
            )
        elif len(each.names) < each.spec.count:
            yield Problem(
                member=each.binary.member,
                subject=each.namespace,
                message=f"registers {counted(len(each.names), 'name')} in {each.namespace!r}, "
                f"expected {each.spec.count}",
                hint=_HINT,
                evidence=evidence(each.qualified(list(each.names)), "registered"),
            )
