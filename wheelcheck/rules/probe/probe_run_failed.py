"""Consumer that crashes or exits with an error when it runs.

## What it checks

Every consumer that was built is run, without loader variables and with an empty home folder: as built and,
if the contract requires it, with the component's library opened at run time.
It must exit with code 0, and the programs of the wheel must neither fail nor print what the contract forbids.

## Why it matters

A library that cannot be found at run time, a registry that aborts on a second registration, an initialiser
that crashes: none of this is visible in the file.

## How to fix

Read the output below the finding, and repeat the run with the script that it names.

"cannot open shared object file": the library is not on any search path of the consumer or of the SDK.

## When to ignore

If the consumer needs a device or service that this machine does not have; better declare that in the
contract with `expect-failure`.

## References

- ld.so(8)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.compare import failures
from wheelcheck.probe.facts import ProbeFacts, Question, Step
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.probe._wording import evidence_of, step_problems
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_run_failed(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:  # noqa: ARG001  # signature of all probe rules
    """Report consumers and shipped programs that do not run to completion."""
    yield from step_problems(
        failures(facts, Step.RUN, (Question.LINK, Question.BASELINE, Question.LOAD, Question.LEGACY)),
        "fails when it runs",
        "fail when they run",
    )
    for result in facts.probes:
        for path, failure in result.programs:
            if failure is not None:
                yield Problem(
                    subject=path,
                    message=f"program {path!r} fails: {failure.status}",
                    hint="install the wheel, run the program, and fix the error that it prints",
                    evidence=evidence_of(failure),
                )
