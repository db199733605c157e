"""Public header that does not compile by itself, or whose functions do not link.

## What it checks

Every header below the folders that the contract declares is compiled by itself, with the flags that the
SDK's own targets provide; headers that are private in the contract are left out.
For some headers, a few lines that use their declarations are compiled and linked.

## Why it matters

A header that includes a file that the wheel lacks, or that needs a definition that the target does not
provide, breaks the user's build at the first include.
A function that is declared but not defined breaks it at the last step.

## How to fix

Ship every file that the header includes; add the definitions to the target's interface.

Define and export the declared function, or remove the declaration.

## When to ignore

If only other headers include it; better list it under `private` in the contract.

## References

- `wheelcheck explain missing-include`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.compare import failures
from wheelcheck.probe.facts import ProbeFacts, Question, Step
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.probe._wording import step_problems
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_header_failed(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:  # noqa: ARG001  # signature of all probe rules
    """Report headers that do not compile and samples that do not link."""
    for result in facts.probes:
        for header in result.header_failures:
            said = header.words[0] if header.words else "no reason given"
            yield Problem(
                subject=header.member,
                member=header.member,
                message=f"header does not compile by itself: {said}",
                hint="ship every file that it includes, and add the definitions that it needs to the target",
                evidence=(
                    *(Evidence(label="output", value=line) for line in header.words[1:]),
                    Evidence(label="repeat", value=header.command),
                ),
            )
    yield from step_problems(
        failures(facts, Step.BUILD, (Question.HEADER,)),
        "uses the declarations of a header but does not build",
        "use the declarations of a header but do not build",
    )
