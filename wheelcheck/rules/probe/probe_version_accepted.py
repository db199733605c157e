"""Package config that accepts a request for another major release.

## What it checks

Where the contract says that a config accepts its own major release alone, `find_package` is asked for the
release before and the one after.

## Why it matters

A project that asks for version 2 and gets version 1 fails later, in code that does not exist yet or not any
more.

## How to fix

Write the version file with `COMPATIBILITY SameMajorVersion`.

## When to ignore

Releases of this SDK are compatible across majors; better, state no `compatibility` in the contract.

## References

- CMakePackageConfigHelpers(7), `write_basic_package_version_file`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.rules.base import probe_rule
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_version_accepted(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report neighbours of the release that the config takes for its own."""
    for answer in facts.versions:
        if answer.accepted and not answer.is_own:
            yield Problem(
                subject=f"{answer.package} {answer.requested}",
                message=f"find_package({answer.package} {answer.requested}) accepts release "
                f"{subject.wheel.version!r}",
                hint="write the version file with COMPATIBILITY SameMajorVersion",
            )
