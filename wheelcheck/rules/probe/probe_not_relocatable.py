"""Application that does not run after the SDK was moved.

## What it checks

Consumers that the contract declares deployable first run where they were built. Then the SDK is moved away:

- *flat*: the libraries that the process loaded are copied next to the application;
- *tree*: the whole SDK is moved together with the application;
- *gone*: the application is left where it is, and must not start.

Each run must report the same as before, with libraries from the new place; the list of loaded objects
proves it.
If the contract requires it, the application's search path is a RUNPATH with an `$ORIGIN` entry.

## Why it matters

Programs are built on one machine and run on another.
If a library is found only in the build folder, the program fails there, or it silently uses the host's copy.

## How to fix

Put `$ORIGIN` first in the search path of every library of the SDK.

Add `-rpath,$ORIGIN` to the link options of the targets.

List plug-ins that are opened by name in the contract's `deploy-extra`.

## When to ignore

If the SDK is only used from the environment; better leave `deploy` out of the contract.

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
    Deployment.FLAT: "does not run with its libraries copied next to it",
    Deployment.TREE: "does not run after it was moved together with the SDK",
    Deployment.GONE: "does not fail without the SDK",
}


@probe_rule(severity=Severity.ERROR)
def probe_not_relocatable(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report deployments that do not run, or run with other libraries, and search paths that prevent them."""
    for result in facts.probes:
        for each in result.relocations:
            if each.fault:
                said = f": {each.words[0]}" if each.words else ""
                yield Problem(
                    subject=f"{result.name} {each.kind}",
                    message=f"consumer {result.name!r} {_WORDS[each.kind]}: {each.fault}{said}",
                    hint="put $ORIGIN first in the search path of every library of the SDK",
                    evidence=tuple(Evidence(label="output", value=line) for line in each.words),
                )
        yield from _search_path_problems(result, probe_of(result, subject.contract).consumer)


def _search_path_problems(result: ProbeResult, wanted: Wanted) -> Iterator[Problem]:
    link = result.link
    if link is None or not link.needed:
        return
    shown = ", ".join(f"{each.kind.value} {each.text!r}" for each in link.search_paths) or "none"
    kinds = {each.kind.value for each in link.search_paths}
    if wanted.search_path and kinds - {wanted.search_path}:
        yield Problem(
            subject=f"{result.name} search path",
            message=f"consumer {result.name!r} is built with {shown}, expected {wanted.search_path}",
            hint="add --enable-new-dtags (or --disable-new-dtags) to the link options of the targets",
        )
    if wanted.origin and not any(each.text.startswith("$ORIGIN") for each in link.search_paths):
        yield Problem(
            subject=f"{result.name} $ORIGIN",
            message=f"consumer {result.name!r} has no $ORIGIN entry in its search path, found {shown}",
            hint="add -rpath,$ORIGIN to the link options of the targets",
        )
