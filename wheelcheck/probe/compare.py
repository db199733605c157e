"""What the probe saw, compared with static tables, the contract and the wheel's own lists."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from wheelcheck.binary.model import Binary
from wheelcheck.binary.registry import load_schemes, registers_by_code
from wheelcheck.contract.consumers import resolved_probes
from wheelcheck.contract.model import Contract
from wheelcheck.contract.probe import Probe
from wheelcheck.linking.layout import Layout, Place
from wheelcheck.probe.facts import ENVIRONMENT, Consumer, Failure, ProbeFacts, ProbeResult, Question, Step
from wheelcheck.wheel.model import Wheel


class Sources(NamedTuple):
    """One component's registrations in one namespace, from every source that has them."""

    probe: tuple[str, ...] | None
    static: tuple[str, ...] | None
    contract: int | None
    listed: tuple[str, ...] | None


class Failed(NamedTuple):
    """A consumer that failed at one step."""

    probe: str
    consumer: Consumer
    failure: Failure


def failures(facts: ProbeFacts, step: Step, questions: Iterable[Question]) -> Iterator[Failed]:
    """Give every failure of a step, each consumer once."""
    wanted = frozenset(questions)
    seen: set[tuple[str, Question | None]] = set()
    for result in facts.probes:
        for consumer in consumers(result):
            failure = consumer.failure
            if failure is None or failure.step is not step or consumer.question not in wanted:
                continue
            # One consumer may answer several questions: it was built once, and ran once for each.
            key = (consumer.name, consumer.question if step is Step.RUN else None)
            if key not in seen:
                seen.add(key)
                yield Failed(result.name, consumer, failure)


def consumers(result: ProbeResult) -> Iterator[Consumer]:
    """Every consumer of a probe."""
    every = (result.link, result.baseline, result.load, result.legacy, *result.samples)
    return (each for each in every if each is not None)


def is_dropped(result: ProbeResult) -> bool:
    """Whether the built consumer does not need the library that it links."""
    link = result.link
    return (
        link is not None
        and bool(link.needed)
        and result.library is not None
        and result.library not in link.needed
    )


def probe_of(result: ProbeResult, contract: Contract) -> Probe:
    """Give the contract's row for a result; an empty one when the command line created the probe."""
    return resolved_probes(contract).get(result.name, Probe())


def sources(result: ProbeResult, scheme: str, wheel: Wheel) -> Sources:
    """Collect the registrations in the probe's namespace."""
    link = result.link.at_startup if result.link is not None else None
    binaries = wheel.binaries_of.get(result.member or "", ())
    return Sources(
        probe=None if link is None else link.of_namespace(result.namespace),
        static=static_names(binaries, scheme, result.namespace) if binaries and scheme else None,
        contract=result.count or None,
        listed=result.listed,
    )


def static_names(binaries: Iterable[Binary], scheme: str, namespace: str = "") -> tuple[str, ...] | None:
    """Qualified names in the static tables; None when one of the files registers by code."""
    known = next((each for each in load_schemes() if each.name == scheme), None)
    names: set[str] = set()
    for binary in binaries:
        records = [each for each in binary.registrations if each.scheme == scheme]
        names.update(f"{each.namespace}::{each.name}" for each in records)
        calls = known is not None and any(
            each.name.startswith(known.records.entry_points) for each in binary.imports
        )
        if not records and calls and known is not None and registers_by_code(binary, known):
            return None
    return tuple(sorted(each for each in names if not namespace or each.startswith(f"{namespace}::")))


def loaded_binaries(consumer: Consumer, layout: Layout) -> list[Binary]:
    """Give the binaries of the wheel and its siblings that a consumer's process loaded."""
    found: list[Binary] = []
    for path in consumer.loaded:
        place = _place_of(path, layout)
        if place is not None:
            found += layout.wheels[place.wheel].binaries_of.get(place.member, ())
    return found


def _place_of(path: str, layout: Layout) -> Place | None:
    """Find what is installed at a path of the environment; its Python version may differ."""
    if not path.startswith(f"{ENVIRONMENT}/"):
        return None
    inside = path.removeprefix(f"{ENVIRONMENT}/")
    head, found, tail = inside.partition("/site-packages/")
    if found and head.startswith("lib"):
        inside = f"{layout.site}/{tail}"
    return layout.places.get(inside)


def strangers(consumer: Consumer, sonames: Iterable[str]) -> tuple[str, ...]:
    """Give loaded objects from outside the environment that have the name of one of the SDK's libraries."""
    names = frozenset(sonames)
    return tuple(
        path
        for path in consumer.loaded
        if posixpath.basename(path) in names and not path.startswith(f"{ENVIRONMENT}/")
    )


def differing(
    expected: Mapping[str, Any], found: Mapping[str, Any], version: str
) -> Iterator[tuple[str, Any, Any]]:
    """Give the keys of an expected document whose values differ in the found one, with both values."""
    for key, value in expected.items():
        wanted = value.replace("{version}", version) if isinstance(value, str) else value
        have = found.get(key)
        if isinstance(wanted, Mapping) and isinstance(have, Mapping):
            yield from ((f"{key}.{inner}", a, b) for inner, a, b in differing(wanted, have, version))
        elif wanted != have:
            yield key, wanted, have


def printed(consumer: Consumer) -> Mapping[str, Any]:
    """Give what a consumer printed, in the form of the contract's `expect`."""
    if isinstance(consumer.output, Mapping):
        return consumer.output
    if consumer.at_startup is None:
        return {}
    moment = consumer.at_startup
    lists = {name: list(items) for name, items in moment.lists.items()}
    return {**moment.values, **lists, "registered": moment.counts()}
