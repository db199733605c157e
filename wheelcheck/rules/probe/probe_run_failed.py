"""Consumer that crashes, or ends with an error, when it runs.

## What it checks

Every consumer that was built is run, with no loader variable set and an empty home folder: at startup, and
with the component's library opened at run time where the contract asks for that.
Reported is an exit code other than 0, a signal, and a program of the wheel that fails or prints what the
contract forbids.

## Why it matters

A library that cannot be found at run time, a registry that aborts on a second registration, an initialiser
that crashes: nothing of it shows in the file.

## How to fix

Read what it printed below the finding, and repeat the run with the script that it names.

"cannot open shared object file": the library is found on no search path of the consumer or of the SDK.

## When to ignore

The consumer needs a device or service that this machine does not have; better, say so in the contract with
`expect-failure`.

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
    """Report consumers and shipped programs that do not run to their end."""
    yield from step_problems(
        failures(facts, Step.RUN, (Question.LINK, Question.BASELINE, Question.LOAD, Question.LEGACY)),
        "fails when it runs",
    )
    for result in facts.probes:
        for path, failure in result.programs:
            if failure is not None:
                yield Problem(
                    subject=path,
                    message=f"program {path!r} fails: {failure.status}",
                    hint="run the program from an installed wheel and mend what it says",
                    evidence=evidence_of(failure),
                )
