"""Required symbol that a library does not export.

## What it checks

`exports.required` of every library and extension module of the contract. A pattern with `::` is a glob
over the qualified C++ name, any other pattern is one over the name in the symbol table. There is one finding
per object.

## Why it matters

The header declares the symbol, the documentation names it, but the application does not link. Functions
that are called on demand (`register_*_kernels`) cannot be reached in any other way.

## How to fix

- Hidden by `-fvisibility=hidden`: mark it with `__attribute__((visibility("default")))`.
- Dropped from a static archive: reference it, or link the whole archive.
- Made inline: keep an out-of-line definition for consumers built earlier.

## When to ignore

Never; remove a symbol from the contract if it was removed on purpose.

## References

- GCC, visibility: https://gcc.gnu.org/wiki/Visibility
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.symbols import compile_patterns
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def missing_export(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each object that lacks required exports."""
    yield from subject.declared.unread("exports")
    for each, binary in subject.declared.objects:
        absent = [
            pattern
            for pattern in each.spec.exports.required
            if pattern not in binary.exports and not compile_patterns((pattern,)).any_of(binary.exports)
        ]
        if absent:
            yield Problem(
                member=binary.member,
                subject=absent[0],
                message=f"does not export {listed(absent)}, which the contract requires",
                hint="give it default visibility, and keep it in the link",
                evidence=evidence(absent, "symbol"),
            )
