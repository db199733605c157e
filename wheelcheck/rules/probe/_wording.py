"""Sentences that several probe rules have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wheelcheck.model import Evidence, Problem
from wheelcheck.probe.compare import Failed
from wheelcheck.probe.facts import Failure
from wheelcheck.rules.listing import listed


def step_problems(failed: Iterable[Failed], what: str) -> Iterator[Problem]:
    """Say which consumers failed at a step, in the words of the tool; one finding for the same words."""
    alike: dict[tuple[str, ...], list[Failed]] = {}
    for each in failed:
        name = each.consumer.name
        words = tuple(line.replace(name, "") for line in (each.failure.status, *each.failure.words))
        alike.setdefault(words, []).append(each)
    for group in alike.values():
        yield _problem(group, what)


def _problem(group: list[Failed], what: str) -> Problem:
    first = group[0].failure
    names = list(dict.fromkeys(each.consumer.name for each in group))
    said = f": {first.words[0]}" if first.words else ""
    return Problem(
        subject=f"{names[0]} {group[0].consumer.question.value}",
        message=f"consumer {listed(names)} {what}: {first.status}{said}",
        hint=f"repeat the step alone: {first.command}",
        evidence=tuple(Evidence(label="said", value=line) for line in first.words[1:]),
    )


def evidence_of(failure: Failure) -> tuple[Evidence, ...]:
    """Give a tool's words and the command that repeats the step."""
    return (
        *(Evidence(label="said", value=line) for line in failure.words),
        Evidence(label="repeat", value=failure.command),
    )
