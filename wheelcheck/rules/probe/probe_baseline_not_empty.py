"""Registrations of a component in an application that does not request it.

## What it checks

The same consumer is built without the component and, if the component is opt-in, with the aggregate variable
of the package config. Both must have no registrations in the component's namespace.

## Why it matters

Using the component then proves nothing: its operators are there anyway, from a second copy.
An application that loads both aborts on the second registration, or runs whichever copy came first.

## How to fix

Register the namespace only in the component's library; leave an opt-in component out of the aggregate
variable.

## When to ignore

If several libraries share the namespace on purpose; better give the probe a namespace of its own.

## References

- ld.so(8), initialisation of dependencies
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.facts import Consumer, ProbeFacts
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.listing import counted
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_baseline_not_empty(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:  # noqa: ARG001  # signature of all probe rules
    """Report the component's namespace in applications that do not request the component."""
    seen = set()
    for result in facts.probes:
        for consumer in (result.baseline, result.legacy):
            names = _names(consumer, result.namespace)
            if consumer is None or not names or (consumer.name, result.namespace) in seen:
                continue
            seen.add((consumer.name, result.namespace))
            yield Problem(
                subject=result.namespace,
                message=f"{consumer.name!r} does not request component {result.component!r} but has "
                f"{counted(len(names), 'registration')} in {result.namespace!r}, expected none",
                hint="register the namespace only in the component's library",
                evidence=(
                    Evidence(label="registered", value=", ".join(names)),
                    Evidence(label="loaded", value=", ".join(consumer.loaded)),
                ),
            )


def _names(consumer: Consumer | None, namespace: str) -> tuple[str, ...]:
    if consumer is None or consumer.at_startup is None or not namespace:
        return ()
    return consumer.at_startup.of_namespace(namespace)
