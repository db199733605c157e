"""Registrations at run time that differ from the contract or the wheel's files.

## What it checks

What the built consumer counts in the component's namespace, at startup and after the library was opened at
run time, against the contract's count, the static tables of the component's library and the wheel's own
list. Also everything that a process registers against the static tables of the libraries that it loaded;
what a component adds to the consumer's lists (backends); the JSON that the contract expects; and counts
given with `--expect`.

## Why it matters

The four sources are independent.
A difference means a registrar that was dropped, a list that was not regenerated, or a library from another
build.

## How to fix

The finding lists what each source has.

Fewer at run time than in the static table: an initialiser did not run; see `dropped-registrar`.

Fewer in the static table than in the list: the library was built with a smaller selection.

## When to ignore

Never for the component's own namespace; state in the contract what is intended.

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
    """Compare every source with what was registered at run time."""
    for result in facts.probes:
        if is_dropped(result):
            # Missing registrations then have another cause, which is reported separately.
            continue
        yield from source_problems(result, subject)
        yield from list_problems(result, subject)
        yield from document_problems(result, subject)
    yield from table_problems(facts, subject)
    yield from expected_problems(facts)
