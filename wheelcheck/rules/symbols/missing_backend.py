"""Backend that a library should register by name and does not.

## What it checks

`backends` of every library and extension module of the contract: each name is a whole string constant
of the library. Backends register by code, so there is no table to read; a library that does not call
its registry, or has no initialiser, is `dropped-registrar` and not judged here.

## Why it matters

A program that was compiled for a backend names it. When no library registers that name, the program
fails at load with "backend not registered", however complete the wheel looks.

## How to fix

Compile the file that registers the backend into this library, and check the name that it uses.

## When to ignore

When the name is put together at run time; then take it out of `backends`.

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
    """Report each backend whose name is nowhere in the library that should register it."""
    yield from subject.declared.unread("backends")
    for each, binary in subject.declared.objects:
        if registrar_fault(each.spec, binary) is not None:
            continue
        for backend in each.spec.backends:
            if backend not in binary.registrar_strings:
                yield Problem(
                    member=binary.member,
                    subject=backend,
                    message=f"does not register backend {backend!r}: no string of it has that name",
                    hint="compile the file that registers the backend into this library",
                    evidence=(
                        Evidence(label="found", value=", ".join(binary.registrar_strings) or "no such names"),
                    ),
                )
