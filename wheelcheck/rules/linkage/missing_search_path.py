"""SDK without a single search path.

## What it checks

If the contract requires search paths (`search-paths.required`): at least one of its libraries and
extension modules has a DT_RPATH or DT_RUNPATH entry. If all of them are missing or unreadable, this is
not checked.

## Why it matters

The libraries of an SDK find each other through paths relative to `$ORIGIN`. If a build or repair step
removed them all, every check of a single path passes, because there is none, and nothing loads.

## How to fix

Set `INSTALL_RPATH` (CMake) or pass `-Wl,-rpath,'$ORIGIN'`, and check that no later step
(`patchelf --remove-rpath`, CMake's install step without INSTALL_RPATH) removes it.

## When to ignore

If Python loads every library by its full path before its users; then do not require search paths.

## References

- ld.so(8): https://man7.org/linux/man-pages/man8/ld.so.8.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence
from wheelcheck.subject import Subject


@wheel_rule(
    family="linkage",
    severity=Severity.ERROR,
    needs_contract=True,
    concerns=frozenset({Format.ELF, Format.MACHO}),
    runs_without=True,
)
def missing_search_path(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report the contract's objects if none of them has a search path."""
    if not subject.contract.search_paths.required:
        return
    members = sorted(binary.member for _, binary in subject.declared.objects)
    if not members:
        yield NotChecked(reason="no library or extension module of the contract was read")
    elif not any(binary.search_paths for _, binary in subject.declared.objects):
        yield Problem(
            subject="search path",
            message=f"the SDK's {counted(len(members), 'object has', 'objects have')} no search path, "
            "but the contract requires one",
            hint="link them with -Wl,-rpath,'$ORIGIN' and keep the entry when installing",
            evidence=evidence(members),
        )
