"""What a report contains about the probe of one wheel: counts, names and their sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wheelcheck.contract.consumers import resolved_probes
from wheelcheck.probe.compare import sources
from wheelcheck.probe.facts import Consumer, Observation, ProbeFacts, ProbeResult

if TYPE_CHECKING:
    from wheelcheck.subject import Subject

Counts = Mapping[str, int]
"""Registrations by namespace."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadCounts:
    """Registrations before and after a component is loaded at run time."""

    before: Counts
    after: Counts


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceCounts:
    """Registrations in the component's namespace according to each source; None without that source."""

    static: int | None
    probe: int | None
    contract: int | None
    yaml: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class HeaderCounts:
    """Public headers that were compiled alone, and members that failed."""

    compiled: int
    failed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ComponentSummary:
    """One probe of the contract; the fields are those of the JSON report."""

    component: str | None = None
    """Name of the CMake component."""
    namespace: str | None = None
    baseline: Counts | None = None
    """Without the component."""
    link: Counts | None = None
    """With the component on the link line."""
    load: LoadCounts | None = None
    legacy: Counts | None = None
    """Built with the variables of the package config."""
    names: tuple[str, ...] = ()
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    """JSON values that the consumer printed in addition to registrations."""
    needed: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    relocated: bool | None = None
    sources: SourceCounts | None = None
    headers: HeaderCounts | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TargetSummary:
    """One imported library that a package config creates."""

    name: str
    links: bool | None
    """None when that was not decided."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PackageSummary:
    """One package config of the wheel, requested by `find_package`."""

    package: str
    member: str
    configures: bool | None
    """None when that was not decided."""
    targets: tuple[TargetSummary, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedSummary:
    """One library that a package config offers, linked into a one-line program."""

    member: str
    targets: tuple[str, ...]
    links: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class VersionSummary:
    """Whether a package config accepted a version."""

    package: str
    requested: str
    accepted: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ProbeSummary:
    """The probe of one wheel."""

    main: ComponentSummary
    """What the report shows first; empty when the contract has no probe."""
    components: Mapping[str, ComponentSummary]
    """The contract's other probes, by name."""
    not_checked: tuple[str, ...]
    packages: tuple[PackageSummary, ...]
    offered: tuple[OfferedSummary, ...]
    versions: tuple[VersionSummary, ...]
    toolchain: Mapping[str, str]


def summarise(facts: ProbeFacts, subject: Subject) -> ProbeSummary | None:
    """Summarise a probe; None when nothing was probed."""
    if facts.impossible:
        return None
    return ProbeSummary(
        main=_component(facts.main, subject) if facts.main is not None else ComponentSummary(),
        components={each.name: _component(each, subject) for each in facts.probes[1:]},
        not_checked=(*facts.not_checked, *(line for each in facts.probes for line in each.not_checked)),
        packages=tuple(
            PackageSummary(
                package=each.package,
                member=each.member,
                configures=each.configures,
                targets=tuple(
                    TargetSummary(name=name, links=facts.linked.get(name)) for name in each.targets
                ),
            )
            for each in facts.configured
        ),
        offered=tuple(
            OfferedSummary(member=each.member, targets=each.targets, links=each.failure is None)
            for each in facts.offered
        ),
        versions=tuple(
            VersionSummary(package=each.package, requested=each.requested, accepted=each.accepted)
            for each in facts.versions
        ),
        toolchain=dict(facts.toolchain),
    )


def _component(result: ProbeResult, subject: Subject) -> ComponentSummary:
    probe = resolved_probes(subject.contract).get(result.name)
    found = sources(result, "" if probe is None else probe.scheme, subject.wheel)
    link, startup = result.link, None if result.link is None else result.link.at_startup
    registered = () if startup is None else startup.registered
    is_counted = bool(result.namespace)
    return ComponentSummary(
        component=result.component or None,
        namespace=result.namespace or None,
        baseline=_counts(result.baseline, result),
        link=_counts(link, result),
        load=_load(result),
        legacy=_counts(result.legacy, result),
        names=found.probe or () if is_counted else registered,
        lists={} if startup is None else startup.lists,
        values=_values(link),
        needed=() if link is None else link.needed,
        loaded=() if link is None else link.loaded,
        relocated=all(not each.fault for each in result.relocations) if result.relocations else None,
        sources=SourceCounts(
            static=_length(found.static),
            probe=_length(found.probe),
            contract=found.contract,
            yaml=_length(found.listed),
        )
        if is_counted
        else None,
        headers=HeaderCounts(
            compiled=result.headers, failed=tuple(each.member for each in result.header_failures)
        )
        if result.headers
        else None,
    )


def _counts(consumer: Consumer | None, result: ProbeResult) -> Counts | None:
    return None if consumer is None or consumer.at_startup is None else _around(consumer.at_startup, result)


def _values(consumer: Consumer | None) -> Mapping[str, Any]:
    if consumer is None:
        return {}
    if isinstance(consumer.output, Mapping):
        return consumer.output
    return {} if consumer.at_startup is None else consumer.at_startup.values


def _load(result: ProbeResult) -> LoadCounts | None:
    load = result.load
    if load is None or load.at_startup is None or load.after_load is None:
        return None
    return LoadCounts(before=_around(load.at_startup, result), after=_around(load.after_load, result))


def _around(moment: Observation, result: ProbeResult) -> Counts:
    """Count one observation; the probe's own namespace is included even when it is empty."""
    return dict(sorted({**({result.namespace: 0} if result.namespace else {}), **moment.counts()}.items()))


def _length(names: tuple[str, ...] | None) -> int | None:
    return None if names is None else len(names)
