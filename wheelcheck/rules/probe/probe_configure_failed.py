"""Package that CMake refuses, or consumer whose configure step fails.

## What it checks

The probe installs the wheel into a throw-away environment, with the wheels given by `--with`.

Without a contract: `find_package(<Name> CONFIG REQUIRED)` for each package config of the wheel, by the entry
point `cmake.prefix` if the wheel has one for it, else by the config's folder.
What CMake refuses is reported with its words.
A config that only declares itself not found, while others of the wheel are found, is a warning.

With a contract: a small CMake project per consumer, with its components, a target and one source.
A consumer whose configure step ends with an error is reported, and so is a package config that rejects the
wheel's own version although the contract states that it has a version file.

A package that a requirement not given may provide, and a compiler, library or search module's package that
this host lacks, prove nothing: the config is *not checked*, with the name of what it needs.

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

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.compare import failures
from wheelcheck.probe.facts import Failure, PackageAnswer, ProbeFacts, Question, Step
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.listing import listed
from wheelcheck.rules.probe._wording import step_problems
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR, also=[Severity.WARNING])
def probe_configure_failed(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report what CMake could not configure."""
    yield from step_problems(
        failures(facts, Step.CONFIGURE, (Question.LINK, Question.BASELINE, Question.HEADER, Question.LEGACY)),
        "does not configure",
        "do not configure",
    )
    yield from _refused(facts)
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


def _refused(facts: ProbeFacts) -> Iterator[Problem]:
    """Report the package configs that CMake refuses; one finding for the same words."""
    is_part = any(each.configures for each in facts.configured)
    alike: dict[tuple[str, ...], list[tuple[PackageAnswer, Failure]]] = {}
    for each in facts.configured:
        if each.failure is not None:
            words = tuple(line.replace(each.package, "") for line in each.failure.words)
            alike.setdefault(words, []).append((each, each.failure))
    for group in alike.values():
        answer, failure = group[0]
        names = list(dict.fromkeys(each.package for each, _ in group))
        said = f": {failure.words[0]}" if failure.words else f": {failure.status}"
        what = f"find_package({names[0]})" if len(names) == 1 else f"find_package() of {listed(names)}"
        yield Problem(
            subject=answer.package,
            member=answer.member,
            message=f"{what} by {answer.route} fails{said}",
            hint=f"repeat the step alone: {failure.command}",
            severity=Severity.WARNING if is_part and _says_so_itself(failure) else None,
            evidence=tuple(Evidence(label="output", value=line) for line in failure.words[1:]),
        )


def _says_so_itself(failure: Failure) -> bool:
    """Whether the config only declares itself not found: what it is for was left out of this build."""
    return len(failure.words) == 1 and "_FOUND to FALSE" in failure.words[0]
