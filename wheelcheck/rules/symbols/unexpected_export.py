"""Exported symbol of a namespace that is nobody's business.

## What it checks

`exports.denied` of every library and extension module of the contract: private namespaces and bundled
third-party names among the exports. What `exports.allowed` or `exports.required` names is exempt. A
pattern with `::` is a glob over the qualified C++ name. One finding per object.

## Why it matters

An exported copy of a third-party library takes part in symbol resolution: an application that links
another version of it gets one of the two, by load order. And whatever is exported, somebody will use.

## How to fix

Build with `-fvisibility=hidden`, link archives with `-Wl,--exclude-libs,ALL`, or write a version script.

## When to ignore

When a consumer is known to need the symbols: list them under `exports.allowed`.

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
    """Report each object whose exports match a deny list."""
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
