"""Registrations at run time that differ from what is promised or what the files say.

## What it checks

What the built consumer counts in the component's namespace, at startup and after the library was opened at
run time, against the contract's count, the static tables of the component's library and the wheel's own
list. Also everything that a process registers against the static tables of the libraries that it loaded;
what a component adds to the consumer's lists (backends); the JSON that the contract expects; and counts
given by `--expect`.

## Why it matters

The four sources are independent.
One that differs is a registrar that was dropped, a list that was not regenerated, a library of another
build.

## How to fix

The finding says which source said what.

Run time less than the static table: an initialiser did not run; see `dropped-registrar`.

Static table less than the list: the library was built with a smaller selection.

## When to ignore

Never for the component's own namespace; a contract states what is meant.

## References

- `wheelcheck show WHEEL`: the static tables
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.compare import is_dropped
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.probe._registrations import (
    document_problems,
    expected_problems,
    list_problems,
    source_problems,
    table_problems,
)
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_registration_mismatch(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Compare every source with what ran."""
    for result in facts.probes:
        if is_dropped(result):
            # What it lacks then has another cause, which has a finding of its own.
            continue
        yield from source_problems(result, subject)
        yield from list_problems(result, subject)
        yield from document_problems(result, subject)
    yield from table_problems(facts, subject)
    yield from expected_problems(facts)
