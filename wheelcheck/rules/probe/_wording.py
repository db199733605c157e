"""Messages that several probe rules share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wheelcheck.model import Evidence, Problem
from wheelcheck.probe.compare import Failed
from wheelcheck.probe.facts import Failure
from wheelcheck.rules.listing import listed


def step_problems(failed: Iterable[Failed], one: str, several: str) -> Iterator[Problem]:
    """Report the consumers that failed at a step, with the tool's output; one finding for the same output.

    Args:
        failed: the consumers.
        one: verb phrase for one consumer.
        several: verb phrase for several.
    """
    alike: dict[tuple[str, ...], list[Failed]] = {}
    for each in failed:
        name = each.consumer.name
        words = tuple(line.replace(name, "") for line in (each.failure.status, *each.failure.words))
        alike.setdefault(words, []).append(each)
    for group in alike.values():
        yield _problem(group, one, several)


def _problem(group: list[Failed], one: str, several: str) -> Problem:
    first = group[0].failure
    names = list(dict.fromkeys(each.consumer.name for each in group))
    what = f"consumer {names[0]!r} {one}" if len(names) == 1 else f"consumers {listed(names)} {several}"
    said = f": {first.words[0]}" if first.words else ""
    return Problem(
        subject=f"{names[0]} {group[0].consumer.question.value}",
        message=f"{what}: {first.status}{said}",
        hint=f"repeat the step alone: {first.command}",
        evidence=tuple(Evidence(label="output", value=line) for line in first.words[1:]),
    )


def evidence_of(failure: Failure) -> tuple[Evidence, ...]:
    """Give a tool's output and the command that repeats the step."""
    return (
        *(Evidence(label="output", value=line) for line in failure.words),
        Evidence(label="repeat", value=failure.command),
    )
