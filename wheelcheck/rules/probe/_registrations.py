"""What a consumer registers, compared with every other source of registrations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from wheelcheck.model import Evidence, Problem
from wheelcheck.probe.compare import (
    consumers,
    differing,
    loaded_binaries,
    printed,
    probe_of,
    sources,
    static_names,
)
from wheelcheck.probe.facts import ProbeFacts, ProbeResult, Question
from wheelcheck.rules.listing import counted
from wheelcheck.subject import Subject

HINT = "find the source that is out of date, then rebuild the wheel or update the contract"


def source_problems(result: ProbeResult, subject: Subject) -> Iterator[Problem]:
    """Compare the sources of the component's own namespace; one finding lists what each of them has."""
    namespace = result.namespace
    found = sources(result, probe_of(result, subject.contract).scheme, subject.wheel)
    if not namespace or found.probe is None:
        return
    rows = [("run time", found.probe), ("static table", found.static), ("wheel's own list", found.listed)]
    load = result.load.after_load if result.load is not None else None
    if load is not None:
        rows.append(("after dlopen", load.of_namespace(namespace)))
    counts = {label: len(names) for label, names in rows if names is not None}
    if found.contract is not None:
        counts["contract"] = found.contract
    lists = [(label, names) for label, names in rows if names is not None]
    if len(set(counts.values())) == 1 and all(set(names) == set(found.probe) for _, names in lists):
        return
    told = ", ".join(f"{label} {count}" for label, count in counts.items())
    yield Problem(
        subject=namespace,
        member=result.member,
        message=f"registrations of component {result.component!r} in {namespace!r} differ by source: {told}",
        hint=HINT,
        evidence=tuple(_differences(found.probe, lists[1:])),
    )


def _differences(base: Iterable[str], others: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Evidence]:
    have = set(base)
    for label, names in others:
        other = set(names)
        if other - have:
            yield Evidence(label=f"only in {label}", value=", ".join(sorted(other - have)))
        if have - other:
            yield Evidence(label=f"not in {label}", value=", ".join(sorted(have - other)))


def table_problems(facts: ProbeFacts, subject: Subject) -> Iterator[Problem]:
    """Compare everything that a process registers with the static tables of the libraries that it loaded."""
    seen: set[str] = set()
    for result in facts.probes:
        scheme = probe_of(result, subject.contract).scheme
        for consumer in consumers(result):
            if (
                consumer.at_startup is None
                or consumer.question is not Question.LINK
                or consumer.name in seen
                or not scheme
            ):
                continue
            seen.add(consumer.name)
            own = f"{result.namespace}::"
            static = static_names(loaded_binaries(consumer, subject.layout), scheme)
            if static is None:
                continue
            ran = [name for name in consumer.at_startup.registered if not name.startswith(own)]
            tables = [name for name in static if not name.startswith(own)]
            if set(tables) != set(ran):
                yield Problem(
                    subject=consumer.name,
                    message=f"consumer {consumer.name!r} registers {counted(len(ran), 'name')} outside its "
                    f"own namespace, but the static tables of its loaded libraries have {len(tables)}",
                    hint=HINT,
                    evidence=tuple(_differences(ran, [("static table", tables)])),
                )


def list_problems(result: ProbeResult, subject: Subject) -> Iterator[Problem]:
    """Compare what a component adds to the consumer's lists with the contract."""
    link = result.link.at_startup if result.link is not None else None
    base = result.baseline.at_startup if result.baseline is not None else None
    if link is None or base is None:
        return
    for name, wanted in probe_of(result, subject.contract).adds.items():
        added = Counter(link.lists.get(name, ())) - Counter(base.lists.get(name, ()))
        if sorted(added.elements()) != sorted(wanted):
            shown = ", ".join(sorted(added.elements())) or "nothing"
            yield Problem(
                subject=f"{result.name} {name}",
                member=result.member,
                message=f"component {result.component!r} adds {shown} to the {name} of an application, "
                f"expected {', '.join(wanted) or 'nothing'}",
                hint=HINT,
            )


def document_problems(result: ProbeResult, subject: Subject) -> Iterator[Problem]:
    """Compare what the consumer printed with the contract."""
    if result.link is None or not result.link.ran:
        return
    expected = probe_of(result, subject.contract).expect
    for key, wanted, found in differing(expected, printed(result.link), subject.wheel.version):
        yield Problem(
            subject=f"{result.name} {key}",
            message=f"consumer {result.name!r} reports {key} {found!r}, expected {wanted!r}",
            hint=HINT,
        )


def expected_problems(facts: ProbeFacts) -> Iterator[Problem]:
    """Compare with the counts given on the command line."""
    if facts.main is None:
        for namespace, wanted in facts.expected:
            yield Problem(
                subject=namespace,
                message=f"no consumer counted registrations in {namespace!r}, expected {wanted} (--expect)",
                hint="declare a probe in the contract: only its consumer counts them",
            )
    link = facts.main.link.at_startup if facts.main is not None and facts.main.link is not None else None
    if link is None:
        return
    for namespace, wanted in facts.expected:
        count = len(link.of_namespace(namespace))
        if count != wanted:
            yield Problem(
                subject=namespace,
                message=f"{counted(count, 'registration')} in {namespace!r}, expected {wanted} (--expect)",
                hint="look up the registered names under `names` in the JSON report",
            )
