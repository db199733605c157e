"""Backend that a library should register but does not.

## What it checks

`backends` of every library and extension module of the contract: each name is a complete string constant
in the library. Backends are registered by code, so there is no table to read; a library that does not call
its registry, or has no initialiser, is reported as `dropped-registrar` instead.

## Why it matters

A program that was compiled for a backend names it. If no library registers that name, loading the program
fails with "backend not registered", however complete the wheel looks.

## How to fix

Compile the file that registers the backend into this library, and check the name that it uses.

## When to ignore

If the name is composed at run time; then remove it from `backends`.

## References

- ExecuTorch, backend registration: https://docs.pytorch.org/executorch/stable/backend-delegates-integration.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.registrars import registrar_fault
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def missing_backend(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each backend whose name does not occur in the library that should register it."""
    yield from subject.declared.unread("backends")
    for each, binary in subject.declared.objects:
        if registrar_fault(each.spec, binary) is not None:
            continue
        for backend in each.spec.backends:
            if backend not in binary.registrar_strings:
                yield Problem(
                    member=binary.member,
                    subject=backend,
                    message=f"does not register backend {backend!r}: it has no string constant of that name",
                    hint="compile the file that registers the backend into this library",
                    evidence=(
                        Evidence(label="found", value=", ".join(binary.registrar_strings) or "no names"),
                    ),
                )
