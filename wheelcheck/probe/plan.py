"""The consumers that the probes of a contract require; equal ones are built once."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from wheelcheck.contract.consumers import baseline_of, main_probe, resolved_probes
from wheelcheck.contract.model import Component, Contract, Package
from wheelcheck.contract.native import Presence
from wheelcheck.contract.probe import Find, Probe, Sample
from wheelcheck.errors import UsageError
from wheelcheck.promises.matching import library_members
from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.wheel.model import Wheel


@dataclass(frozen=True, kw_only=True)
class Application:
    """One consumer to build."""

    name: str
    """Folder, target and file name."""
    find: Find
    probe: Probe
    sample: Sample | None = None
    is_objects: bool = False
    """Only compiled, for its flags."""
    is_relocatable: bool = False


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One probe, and the consumers that answer its questions."""

    name: str
    probe: Probe
    component: str
    library: str | None = None
    """Soname."""
    member: str | None = None
    link: Application
    baseline: Application | None = None
    headers: Application | None = None
    samples: tuple[Application, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Plans:
    """All probes of one wheel, the main one first, and all consumers without duplicates."""

    plans: tuple[Plan, ...]
    applications: tuple[Application, ...]


_LONGEST_SLUG = 60
_DISTINCT = (
    "kind",
    "language",
    "standard",
    "definitions",
    "cmake_arguments",
    "snippet",
    "import_name",
    "expression",
    "launcher",
    "expect_failure",
)
"""Keys of a probe that make its consumer a different program, or a different run."""


@dataclass
class _Shared:
    """Consumers by what distinguishes them."""

    by_content: dict[bytes, Application] = field(default_factory=dict)

    def add(self, application: Application) -> Application:
        spec = application.probe
        content = msgspec.json.encode(
            (
                application.find,
                application.sample,
                application.is_objects,
                *(getattr(spec, name) for name in _DISTINCT),
            )
        )
        known = self.by_content.get(content)
        if known is None:
            self.by_content[content] = known = replace(application, name=self._free(application.name))
        elif application.is_relocatable and not known.is_relocatable:
            self.by_content[content] = known = replace(known, is_relocatable=True)
        return known

    def _free(self, name: str) -> str:
        """Give a name that no other consumer has: two names of a contract can be one as a target."""
        taken = {each.name for each in self.by_content.values()}
        numbered = (f"{name}_{number}" for number in itertools.count(2))
        return name if name not in taken else next(each for each in numbered if each not in taken)


def make_plans(contract: Contract, wheel: Wheel, configs: PackageConfigs, component: str | None) -> Plans:
    """Plan every probe of the contract that is about something that ships.

    Args:
        contract: with the rows for the wheel merged in.
        wheel: under audit.
        configs: of the wheel; they provide a probe where the contract has none.
        component: CMake component that the report shows first; None: the contract's own choice.

    Raises:
        UsageError: neither the contract nor a package config of the wheel defines the component.
    """
    probes = resolved_probes(contract)
    main = main_probe(probes)
    if component is not None:
        main = next((name for name, probe in probes.items() if component_of(name, probe) == component), None)
        if main is None:
            main = component
            probes = {**probes, component: _improvised(component, contract, configs)}
    ordered = sorted(probes, key=lambda name: name != main)
    shared = _Shared()
    plans = [
        _plan(name, probes[name], contract, wheel, shared)
        for name in ordered
        if name == main or _ships(probes[name], contract, wheel)
    ]
    applications = tuple(shared.by_content.values())
    by_name = {each.name: each for each in applications}
    return Plans(plans=tuple(_refreshed(plan, by_name) for plan in plans), applications=applications)


def component_of(name: str, probe: Probe) -> str:
    """CMake component of a probe: the one with the probe's name, else the last one that it requests."""
    if name in probe.find.components or not probe.find.components:
        return name if name in probe.find.components else ""
    return probe.find.components[-1]


def _refreshed(plan: Plan, by_name: Mapping[str, Application]) -> Plan:
    # A consumer that was shared later may have become relocatable.
    return replace(plan, link=by_name[plan.link.name])


def _ships(probe: Probe, contract: Contract, wheel: Wheel) -> bool:
    library = contract.libraries.get(probe.library)
    if library is None:
        return True
    presence: Presence = library.presence
    if presence == "required":
        return True
    return presence == "optional" and bool(_members(probe, contract, wheel))


def _members(probe: Probe, contract: Contract, wheel: Wheel) -> tuple[str, ...]:
    library = contract.libraries.get(probe.library)
    return () if library is None else library_members(probe.library, library, wheel)


def _plan(name: str, probe: Probe, contract: Contract, wheel: Wheel, shared: _Shared) -> Plan:
    slug = _slug(name)
    members = _members(probe, contract, wheel)
    binary = next(iter(wheel.binaries_of.get(members[0], ())), None) if members else None
    baseline = baseline_of(probe)
    return Plan(
        name=name,
        probe=probe,
        component=component_of(name, probe),
        library=None if binary is None else binary.soname or binary.file_name,
        member=members[0] if members else None,
        link=shared.add(
            Application(name=f"link_{slug}", find=probe.find, probe=probe, is_relocatable=bool(probe.deploy))
        ),
        baseline=shared.add(Application(name=f"baseline_{slug}", find=baseline, probe=probe))
        if baseline
        else None,
        headers=shared.add(Application(name=f"headers_{slug}", find=probe.find, probe=probe, is_objects=True))
        if probe.headers
        else None,
        samples=tuple(
            shared.add(
                Application(
                    name=f"sample_{_slug(name)}_{_slug(key)}",
                    find=_of_sample(probe.find, sample),
                    probe=probe,
                    sample=sample,
                )
            )
            for key, sample in probe.samples.items()
            if all(_is_shipped(each, probe, wheel) for each in sample.include)
        ),
    )


def _slug(name: str) -> str:
    """Give a name that CMake accepts for a target, and every file system accepts for a folder."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)[:_LONGEST_SLUG]


def _is_shipped(spelling: str, probe: Probe, wheel: Wheel) -> bool:
    """Whether a header ships; another rule reports a required one that does not."""
    return not probe.headers or any(f"{root}/{spelling}" in wheel.headers for root in probe.headers)


def _of_sample(find: Find, sample: Sample) -> Find:
    changes = {
        key: value
        for key, value in (("components", sample.components), ("targets", sample.targets))
        if value is not None
    }
    return msgspec.structs.replace(find, **changes)


def _improvised(component: str, contract: Contract, configs: PackageConfigs) -> Probe:
    """Make up a probe for a component without a row, from the contract's other probes or from a config."""
    for probe in resolved_probes(contract).values():
        package = probe.find.package
        if package and probe.find.targets:
            known = contract.packages.get(package, Package()).components.get(component, Component())
            targets = (known.target or f"{package}::{component}",)
            find = msgspec.structs.replace(probe.find, components=(component,), targets=targets)
            kept = {name: getattr(probe, name) for name in _KEPT}
            return Probe(find=find, library=known.library, **kept)
    for config in configs.cmake:
        target = f"{config.name}::{component}"
        if target in config.evaluation.targets:
            folder = config.path.rpartition("/")[0]
            find = Find(
                mode="folder",
                path=folder,
                package=config.name,
                components=(component,),
                targets=(target,),
            )
            return Probe(find=find)
    raise UsageError(
        f"unknown component {component!r}",
        hint="name a component that a package config of the wheel defines, or describe it in a contract",
    )


_KEPT = (
    "baseline",
    "cmake_arguments",
    "definitions",
    "install",
    "language",
    "prepare",
    "scheme",
    "snippet",
    "standard",
)
"""What a component without a row of its own copies from another probe."""
