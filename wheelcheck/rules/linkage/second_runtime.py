"""Second copy of a language or threading runtime in one process.

## What it checks

A process should load only one library of each runtime (OpenMP, TBB, the C++ and Fortran libraries, the CUDA
runtime). Two libraries with different names are reported if one load of the wheel includes both, or if
two extension modules of the wheel load one each. A copy in the wheel in addition to the host's counts; files
with the same soname do not, since the loader loads only the first of them (see duplicate-soname).

## Why it matters

Each copy has its own thread pool, allocator or device state: too many threads, aborts ("Initializing
libiomp5, but found libgomp already initialized"), exceptions that are not caught, memory freed by the wrong
copy.

## How to fix

- Build all parts with one compiler, and run the repair tool once, for the whole wheel.
- Exclude the runtime from grafting, and depend on the distribution that ships it.

## When to ignore

If the copies are known not to share objects or threads, such as Fortran runtimes behind a C interface.

## References

- Intel, "OpenMP library: Avoiding multiple runtimes"
- threadpoolctl, "Multiple OpenMP runtimes"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from wheelcheck.linking.model import Load, Outcome, Why
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.policy.runtimes import single_runtime
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.subject import Subject

_HOST = frozenset({Outcome.POLICY, Outcome.HOST_CLASS, Outcome.EXTERNAL})
_PROCESS = frozenset({Why.EXTENSION, Why.PLUGIN})

Copies = dict[str, dict[str, str]]
"""Runtime → name of a copy → where it comes from (a member, or the host)."""


@wheel_rule(
    family="linkage",
    severity=Severity.WARNING,
    contract_severity=Severity.ERROR,
    concerns=NATIVE,
)
def second_runtime(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per runtime."""
    reported: Copies = {}
    imported = [load for load in subject.loads.loads if load.why in _PROCESS]
    others = [[load] for load in subject.loads.loads if load.why not in _PROCESS]
    for process in (imported, *others):
        for runtime, copies in _copies(process).items():
            if _has_two(subject, copies):
                reported.setdefault(runtime, copies)
    severity = Severity.ERROR if subject.contract.runtimes_are_single else None
    for runtime, copies in sorted(reported.items()):
        names = sorted(copies)
        shown = ", ".join(map(repr, names))
        yield Problem(
            subject=runtime,
            member=copies[names[0]],
            message=f"one process loads {len(names)} copies of the {runtime} runtime: {shown}",
            hint="link every part against one copy, and run the repair tool once for the whole wheel",
            severity=severity,
            evidence=tuple(Evidence(label=name, value=copies[name]) for name in names),
        )


def _copies(process: list[Load]) -> Copies:
    found: Copies = {}
    for load in process:
        for loaded in load.objects:
            name = loaded.binary.soname or loaded.binary.file_name
            where = loaded.binary.member if loaded.wheel == 0 else f"a sibling, loaded by {load.root.member}"
            _note(found, name, where)
            for resolution in loaded.needs:
                if resolution.outcome in _HOST:
                    _note(found, resolution.needed, f"the host's, needed by {loaded.binary.member}")
    return found


def _note(found: Copies, name: str, where: str) -> None:
    runtime = single_runtime(name)
    if runtime is not None:
        found.setdefault(runtime, {}).setdefault(name, where)


def _has_two(subject: Subject, copies: Mapping[str, str]) -> bool:
    """Whether one process loads two copies: members of one set of alternatives do not count."""
    members = subject.wheel.by_name
    return any(
        first not in members or second not in members or subject.loads.co_loaded(first, second)
        for first, second in combinations(sorted(copies.values()), 2)
    )
