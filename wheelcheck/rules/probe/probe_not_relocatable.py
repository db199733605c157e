"""Application that does not run once the SDK is elsewhere.

## What it checks

For consumers that the contract says can be deployed, after they ran where they were built, the SDK is
moved away:

- *flat*: the libraries that the process loaded are copied beside the application;
- *tree*: the whole SDK is moved, and the application with it;
- *gone*: the application is left alone, and must not start.

Each run must report what it reported before, from libraries of the new place; the list of loaded objects
proves it.
Where the contract says so, the application's search path is a RUNPATH with an `$ORIGIN` entry.

## Why it matters

Programs are built on one machine and run on another.
A library that is found only in the folder of the build fails there, or is silently replaced by the host's.

## How to fix

Give every library of the SDK `$ORIGIN` first in its runtime path.

Carry `-rpath,$ORIGIN` in the link options of the targets.

Name plug-ins that are opened by name in the contract's `deploy-extra`.

## When to ignore

The SDK is used from the environment only; better, state no `deploy` in the contract.

## References

- ld.so(8), `$ORIGIN`
- cmake-properties(7), `INSTALL_RPATH`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.probe import Consumer as Wanted
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.compare import probe_of
from wheelcheck.probe.facts import Deployment, ProbeFacts, ProbeResult
from wheelcheck.rules.base import probe_rule
from wheelcheck.subject import Subject

_WORDS = {
    Deployment.FLAT: "does not run with its libraries copied beside it",
    Deployment.TREE: "does not run after the SDK was moved with it",
    Deployment.GONE: "does not fail without the SDK",
}


@probe_rule(severity=Severity.ERROR)
def probe_not_relocatable(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report deployments that do not run, or run on something else, and search paths that forbid them."""
    for result in facts.probes:
        for each in result.relocations:
            if each.fault:
                said = f": {each.words[0]}" if each.words else ""
                yield Problem(
                    subject=f"{result.name} {each.kind}",
                    message=f"consumer {result.name!r} {_WORDS[each.kind]}: {each.fault}{said}",
                    hint="give every library of the SDK $ORIGIN first in its runtime path",
                    evidence=tuple(Evidence(label="said", value=line) for line in each.words),
                )
        yield from _search_path_problems(result, probe_of(result, subject.contract).consumer)


def _search_path_problems(result: ProbeResult, wanted: Wanted) -> Iterator[Problem]:
    link = result.link
    if link is None or not link.needed:
        return
    shown = ", ".join(f"{each.kind} {each.text!r}" for each in link.search_paths) or "none"
    kinds = {each.kind for each in link.search_paths}
    if wanted.search_path and kinds - {wanted.search_path}:
        yield Problem(
            subject=f"{result.name} search path",
            message=f"consumer {result.name!r} is built with {shown}, expected {wanted.search_path}",
            hint="carry --enable-new-dtags (or --disable-new-dtags) in the link options of the targets",
        )
    if wanted.origin and not any(each.text.startswith("$ORIGIN") for each in link.search_paths):
        yield Problem(
            subject=f"{result.name} $ORIGIN",
            message=f"consumer {result.name!r} has no search path relative to itself, found {shown}",
            hint="carry -rpath,$ORIGIN in the link options of the targets",
        )
