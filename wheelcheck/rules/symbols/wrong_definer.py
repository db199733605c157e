"""Symbol defined by an object other than its owner.

## What it checks

Symbols that the contract assigns to one object (`owns`), by their mangled names: a symbol with exactly one
definer in the wheel that is not the owner, although the owner ships. A symbol with several definers is
`duplicate-definer`, one without a definer is `missing-definer`.

## Why it matters

There is only one copy, but in the wrong place: the extension module still contains the runtime that
the SDK's library should contain. A C++ application that links the library gets no definition, or a second
one of its own.

## How to fix

Move the sources to the owner's target, and link the other object against it.

## When to ignore

If the symbol was moved on purpose; then assign it to its new owner in the contract.

## References

- Itanium C++ ABI, mangling: https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def wrong_definer(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each object that is the only definer of symbols of another one."""
    strays: dict[tuple[str, str], list[str]] = defaultdict(list)
    for owned in subject.declared.ownership:
        if len(owned.definers) == 1 and owned.owner.binary and owned.definers[0] not in owned.owner.members:
            strays[owned.owner.key, owned.definers[0]].append(owned.symbol)
    for (owner, definer), symbols in sorted(strays.items()):
        yield Problem(
            member=definer,
            subject=symbols[0],
            message=f"defines {counted(len(symbols), 'symbol')} that {owner!r} owns but does not define: "
            f"{listed(symbols)}",
            hint=f"build the sources into {owner!r}, and link against it",
            evidence=evidence(symbols, "symbol"),
        )
