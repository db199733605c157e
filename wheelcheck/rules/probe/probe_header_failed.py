"""Public header that does not compile alone, or whose functions do not link.

## What it checks

Every header below the folders that the contract declares is compiled alone, after nothing else, with the
flags that the SDK's own targets give; headers that the contract calls private are left out.
A few lines per sampled header use what it declares, and are linked.

## Why it matters

A header that includes what the wheel lacks, or needs a definition that the target does not carry, breaks
the user's build at the first include.
A function that is declared and defined nowhere breaks it at the last step.

## How to fix

Ship what the header includes; put definitions into the target's interface.

Define and export the declared function, or take the declaration out.

## When to ignore

The header is included by others only; better, list it under `private` in the contract.

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
                message=f"header does not compile alone: {said}",
                hint="ship what it includes, and carry the definitions that it needs in the target",
                evidence=(
                    *(Evidence(label="said", value=line) for line in header.words[1:]),
                    Evidence(label="repeat", value=header.command),
                ),
            )
    yield from step_problems(
        failures(facts, Step.BUILD, (Question.HEADER,)), "uses what a header declares and does not build"
    )
