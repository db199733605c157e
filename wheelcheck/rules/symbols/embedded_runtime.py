"""Object with a hidden copy of a runtime symbol that it should import.

## What it checks

`must-import` of every library and extension module of the contract: an object that neither imports nor
exports such a symbol. An exported copy is `duplicate-definer` or `wrong-definer`.

## Why it matters

A copy with hidden visibility does not appear in the dynamic symbol table. Only a missing import reveals it:
the object uses the runtime but imports nothing from it. Its registry is private, so it does not see what
others register.

## How to fix

Link the shared runtime instead of its static archive. `nm -D --undefined-only` on the object then lists
the symbols.

## When to ignore

If the object no longer uses these symbols; then remove them from `must-import`.

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
def embedded_runtime(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each object that lacks required imports."""
    yield from subject.declared.unread("must_import")
    for each, binary in subject.declared.objects:
        if not each.spec.must_import:
            continue
        imported = [symbol.name for symbol in binary.imports]
        absent = [
            pattern
            for pattern in each.spec.must_import
            if not compile_patterns((pattern,)).any_of(imported)
            and not compile_patterns((pattern,)).any_of(binary.exports)
        ]
        if absent:
            yield Problem(
                member=binary.member,
                subject=absent[0],
                message=f"neither imports nor exports {listed(absent)}, so it contains a hidden copy",
                hint="link the shared library that defines it instead of the static archive",
                evidence=evidence(absent, "symbol"),
            )
