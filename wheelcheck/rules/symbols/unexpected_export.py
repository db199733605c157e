"""Exported symbol that the contract denies.

## What it checks

`exports.denied` of every library and extension module of the contract: private namespaces and bundled
third-party symbols among the exports. Symbols in `exports.allowed` or `exports.required` are exempt. A
pattern with `::` is a glob over the qualified C++ name. There is one finding per object.

## Why it matters

An exported copy of a third-party library takes part in symbol resolution: an application that links
another version of it gets one of the two, by load order. And everything that is exported will be used.

## How to fix

Build with `-fvisibility=hidden`, link archives with `-Wl,--exclude-libs,ALL`, or write a version script.

## When to ignore

If a consumer is known to need the symbols; then list them under `exports.allowed`.

## References

- ld(1), --exclude-libs: https://sourceware.org/binutils/docs/ld/Options.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.symbols import compile_patterns
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.WARNING, needs_contract=True, concerns=NATIVE, runs_without=True
)
def unexpected_export(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each object with exports that the contract denies."""
    yield from subject.declared.unread("exports")
    for each, binary in subject.declared.objects:
        exports = each.spec.exports
        denied = compile_patterns(exports.denied).matches
        allowed = compile_patterns((*exports.allowed, *exports.required)).matches
        found = sorted(symbol for symbol in binary.exports if denied(symbol) and not allowed(symbol))
        if found:
            yield Problem(
                member=binary.member,
                subject=found[0],
                message=f"exports {counted(len(found), 'symbol')} that the contract denies: {listed(found)}",
                hint="hide them with -fvisibility=hidden, --exclude-libs or a version script",
                evidence=evidence(found, "symbol"),
            )
