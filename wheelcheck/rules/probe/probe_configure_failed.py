"""Consumer whose CMake configure step fails.

## What it checks

The probe installs the wheel into a throw-away environment and writes a small CMake project per consumer of
the contract: `find_package` with its components, a target, one source.
A consumer whose configure step ends with an error is reported, and so is a package config that rejects the
wheel's own version although the contract states that it has a version file.

## Why it matters

`find_package` is the first thing that every user calls.
A component that is named but not defined, a file that the config includes but the wheel lacks, a version
file that was generated for another release: all end here, with a message about the user's project.

## How to fix

Read CMake's output below the finding, and repeat the step with the script that it names.

Missing component or file: ship it, or remove it from the config.

## When to ignore

If the config needs another package that the probe's machine does not have; better name it in `install` or
pass it with `--with`.

## References

- cmake-packages(7)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.compare import failures
from wheelcheck.probe.facts import ProbeFacts, Question, Step
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.probe._wording import step_problems
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_configure_failed(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report what CMake could not configure."""
    yield from step_problems(
        failures(facts, Step.CONFIGURE, (Question.LINK, Question.BASELINE, Question.HEADER, Question.LEGACY)),
        "does not configure",
        "do not configure",
    )
    found = {each.package for each in facts.packages}
    for answer in facts.versions:
        # A config that was not found did not reject anything.
        if answer.is_own and not answer.accepted and answer.package in found:
            yield Problem(
                subject=f"{answer.package} {answer.requested}",
                message=f"find_package({answer.package} {answer.requested}) rejects the wheel's own version "
                f"{subject.wheel.version!r}",
                hint="generate the version file from the version of this release",
            )
