"""Requested component that is missing from the application.

## What it checks

The consumer names the component's target but uses no symbol of its library: the built application must still
have that library in DT_NEEDED. An application that links the aggregate variable must have every library that
it contains according to the contract.

## Why it matters

Link editors drop a library from which nothing is used (`--as-needed` is the default of most distributions).
A library that only registers things is then never loaded, and the user sees "missing operator" or "backend
not registered" although the build named the component.

## How to fix

Keep the library in the target's interface, with a single link option:
`LINKER:--push-state,--no-as-needed,<file>,--pop-state`.

## When to ignore

If the component is a set of headers or a static archive; better name no `library` for it in the contract.

## References

- ld(1), `--as-needed`
- cmake-generator-expressions(7), `LINK_LIBRARY`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.compare import is_dropped, probe_of
from wheelcheck.probe.facts import Consumer, ProbeFacts, ProbeResult
from wheelcheck.promises.matching import means
from wheelcheck.rules.base import probe_rule
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_component_dropped(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report applications that do not need the library that they request."""
    for result in facts.probes:
        if is_dropped(result) and result.link is not None and result.library is not None:
            yield _problem(result, result.link, result.library, f"requests component {result.component!r}")
        legacy = probe_of(result, subject.contract).legacy
        if result.legacy is None or legacy is None or not result.legacy.needed:
            continue
        for key in legacy.holds:
            library = subject.contract.libraries.get(key)
            shipped = subject.declared.libraries.get(key)
            if library is None or shipped is None or not shipped.members:
                continue
            if not any(means(key, library, name) for name in result.legacy.needed):
                yield _problem(result, result.legacy, key, f"links {legacy.libraries}")


def _problem(result: ProbeResult, consumer: Consumer, library: str, asked: str) -> Problem:
    return Problem(
        subject=library,
        member=result.member,
        message=f"{consumer.name!r} {asked} but does not need {library!r}",
        hint="keep the library linked: add LINKER:--push-state,--no-as-needed,<file>,--pop-state to the "
        "target's link options",
        evidence=(Evidence(label="needed", value=", ".join(consumer.needed)),),
    )
