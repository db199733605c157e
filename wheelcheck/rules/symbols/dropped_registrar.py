"""Registration library that registers nothing.

## What it checks

Libraries and extension modules with a `registrar` in the contract: the object imports or defines one of
the registry's entry points, and has an initialiser in addition to those of the compiler's start files. An
object into which the runtime is linked statically does not import an entry point either and is reported too.

## Why it matters

The registrar is a static object to which no code refers. Linking its archive without whole-archive, or
discarding unreferenced sections, silently leaves it out. The library builds, loads and exports
everything, but the operators or the backend are missing.

## How to fix

- Link the archive with `-Wl,--whole-archive` (`-force_load` on macOS), or list its object files.
- Linked with `--gc-sections`: mark the registrar `__attribute__((used, retain))`.
- Registered on demand instead: export the function and drop `registrar` from the contract.

## When to ignore

Never; remove `registrar` from the contract if the library does not need to register itself.

## References

- ld(1), --whole-archive: https://sourceware.org/binutils/docs/ld/Options.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.registrars import registrar_fault
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(
    family="symbols", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def dropped_registrar(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each registration library that cannot register."""
    yield from subject.declared.unread("registrar")
    for each, binary in subject.declared.objects:
        fault = registrar_fault(each.spec, binary)
        if fault is not None:
            yield Problem(
                member=binary.member,
                subject=each.key,
                message=f"registers nothing when it is loaded: {fault}",
                hint="link the registrar's archive with --whole-archive, against the shared runtime",
            )
