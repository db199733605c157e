"""CMake packages of the contract, and the members of the wheel that belong to them."""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.model import Component, Package
from wheelcheck.model import NotChecked, Problem
from wheelcheck.promises.members import matching
from wheelcheck.sdk.package_config import search_module_name
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import entry_points

PREFIX_GROUPS = frozenset({"cmake.prefix", "cmake.root"})
"""Entry points that name a folder for `find_package`."""


def package_members(name: str, package: Package, subject: Subject) -> tuple[str, ...]:
    """Members that `find_package(name)` could read, or that the contract lists for it; sorted."""
    configs = subject.package_configs
    listed = {member for glob in package.files for member in matching(subject.wheel, glob)}
    modules = {member for member in configs.texts if search_module_name(member) == name}
    return tuple(sorted({*listed, *modules, *(config.member for config in configs.called(name))}))


def documented_prefixes(subject: Subject) -> tuple[str, ...]:
    """Prefixes at which consumers are told to search: entry points, and what the contract's probes use."""
    site = subject.layout.site
    points = (point for point in entry_points(subject.wheel) if point.group in PREFIX_GROUPS)
    named = [f"{site}/{point.module.replace('.', '/')}" for point in points]
    for probe in subject.contract.probes.values():
        if probe.find.path:
            named += [f"{site}/{probe.find.path}", probe.find.path]
    return tuple(named)


def is_findable(name: str, subject: Subject) -> bool:
    """Whether the wheel has a config or find module that `find_package(name)` looks for."""
    configs = subject.package_configs
    return bool(configs.called(name)) or any(search_module_name(each) == name for each in configs.texts)


def target_faults(name: str, package: Package, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Find components whose target no config of the package defines, if the wheel alone decides that."""
    if not is_findable(name, subject):
        return
    configs = subject.package_configs.called(name)
    for key, component in package.components.items():
        if not component.target or not is_expected(component, subject):
            continue
        answer = _defines(name, component.target, subject)
        if answer is False:
            yield Problem(
                subject=component.target,
                member=configs[0].member,
                message=f"package {name!r} does not define target {component.target!r} of component {key!r}",
                hint="export the target from the package config, or correct the component in the contract",
            )
        elif answer is None:
            yield NotChecked(
                reason=f"whether package {name!r} defines target {component.target!r} cannot be decided "
                "statically",
                member=configs[0].member if configs else None,
            )


def is_expected(component: Component, subject: Subject) -> bool:
    """Whether the component ships at all: a missing library is reported by itself, if it is a fault."""
    library = subject.declared.libraries.get(component.library)
    return not component.library or (library is not None and bool(library.members))


def _defines(name: str, target: str, subject: Subject) -> bool | None:
    evaluations = [config.evaluation for config in subject.package_configs.called(name)]
    asks_others = any(each.found_other_packages for each in evaluations)
    seen = [config.evaluation for config in subject.package_configs.cmake] if asks_others else evaluations
    if any(target in each.targets for each in seen):
        return True
    is_own = target.partition("::")[0].lower() == name.lower()
    is_decided = evaluations and not any(
        each.stopped or each.has_hidden_targets or each.unresolved_folders for each in evaluations
    )
    return False if is_decided and (is_own or not asks_others) else None
