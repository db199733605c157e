"""Package config that accepts a request for another major release.

## What it checks

If the contract states that a config accepts only its own major release, `find_package` must reject a request
for the previous and for the next one.

## Why it matters

A project that requests version 2 and gets version 1 fails later, in code that does not exist yet or no
longer exists.

## How to fix

Generate the version file with `COMPATIBILITY SameMajorVersion`.

## When to ignore

If releases of this SDK are compatible across majors; better leave `compatibility` out of the contract.

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
    """Report neighbouring major releases that the config accepts."""
    for answer in facts.versions:
        if answer.accepted and not answer.is_own:
            yield Problem(
                subject=f"{answer.package} {answer.requested}",
                message=f"find_package({answer.package} {answer.requested}) accepts release "
                f"{subject.wheel.version!r}",
                hint="generate the version file with COMPATIBILITY SameMajorVersion",
            )
