"""Faults of package configs, grouped by root cause."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wheelcheck.linking.layout import Layout
from wheelcheck.model import NotChecked
from wheelcheck.sdk.discovery import lies_astray
from wheelcheck.sdk.faults import Fault, FaultKind, Reach
from wheelcheck.sdk.package_config import CMakePackage, PackageConfigs
from wheelcheck.wheel.metadata import always_required
from wheelcheck.wheel.model import Wheel

_ORDER = tuple(FaultKind)


class FaultGroup(NamedTuple):
    """Faults with one cause; `members` are the files that have it, in order."""

    members: tuple[str, ...]
    faults: tuple[Fault, ...]


def grouped_faults(configs: PackageConfigs) -> list[FaultGroup]:
    """Group missing files by package config, machine paths by path, and the rest by file.

    What only those meet who ask for a component, or call a function, is a group of its own.
    """
    groups: dict[tuple[FaultKind, str, str], list[tuple[str, Fault]]] = {}
    owners = {path: config.member for config in reversed(configs.cmake) for path in config.evaluation.reached}
    roots = _roots(fault.subject for _, fault in configs.faults)
    for member, fault in configs.faults:
        if fault.kind is FaultKind.MISSING:
            key = owners.get(fault.path, member)
        else:
            key = (
                roots[fault.subject]
                if fault.kind in {FaultKind.BUILD_PATH, FaultKind.DEAD_PREFIX}
                else member
            )
        circle = fault.of if fault.reach in {Reach.COMPONENT, Reach.ROUTINE} else ""
        groups.setdefault((fault.kind, key, circle), []).append((member, fault))
    ordered = sorted(groups.items(), key=lambda item: (_ORDER.index(item[0][0]), *item[0][1:]))
    return [
        FaultGroup(
            tuple(dict.fromkeys(member for member, _ in found)),
            tuple(fault for _, fault in sorted(found, key=lambda each: (each[1].line, each[1].subject))),
        )
        for _, found in ordered
    ]


def _roots(paths: Iterable[str]) -> dict[str, str]:
    """Map each path to the shortest of these paths that contains it."""
    roots: dict[str, str] = {}
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not kept or not path.startswith(f"{kept[-1]}/"):
            kept.append(path)
        roots[path] = kept[-1]
    return roots


def is_stray(group: FaultGroup, configs: PackageConfigs, prefixes: Iterable[str]) -> bool:
    """Whether the faults are those of a config that no search finds, and of whose targets none ships."""
    paths = {fault.path for fault in group.faults}
    owners = [config for path in sorted(paths) for config in configs.readers.get(path, ())]
    return bool(owners) and all(
        not config.evaluation.offered
        and config.name.lower() not in configs.hinted
        and lies_astray(posixpath.dirname(config.path), configs.layout.site, config.name, prefixes)
        for config in owners
    )


def shown(path: str, layout: Layout) -> str:
    """Path below site-packages, or below the prefix."""
    return path.removeprefix(f"{layout.site}/")


def possible_source(group: FaultGroup, wheel: Wheel, siblings: Sequence[Wheel]) -> str | None:
    """Name a related distribution that may provide the missing files and was not given.

    Wheels of one project share folders: `mlx` and `mlx-cpu`, `tbb-devel` and `tbb`, cmeel's packages.
    """
    if not any(fault.kind is FaultKind.MISSING for fault in group.faults):
        return None
    given = {each.distribution for each in siblings}
    # What only an extra installs is not there for everyone who finds the config.
    named = sorted(set(always_required(wheel)) - given)
    return next((name for name in named if name.split("-")[0] == wheel.distribution.split("-")[0]), None)


def version_fault(
    config: CMakePackage, compatibility: str, release: str, *, needed: bool
) -> str | NotChecked | None:
    """Describe what is wrong with a config's version file, or tell that it cannot be decided."""
    if config.version_member is None:
        return f"package {config.name!r} has no version file next to its config" if needed else None
    version = config.version or release.partition("+")[0]
    if not compatibility:
        return None
    own = config.accepts(version)
    others = _other_versions(version, compatibility)
    answers = [config.accepts(each) for each in others]
    if own is None or None in answers:
        return NotChecked(
            reason="which versions it accepts cannot be decided statically", member=config.version_member
        )
    if not own:
        return f"package {config.name!r} does not accept its own version {version!r}"
    accepted = next((each for each, answer in zip(others, answers, strict=True) if answer), None)
    if accepted is None:
        return None
    return f"package {config.name!r} has version {version!r} but accepts a request for {accepted!r}"


def _other_versions(version: str, compatibility: str) -> list[str]:
    """Versions that this one must not accept a request for."""
    parts = [int(each) for each in version.split(".") if each.isdecimal()] or [0]
    others = [f"{parts[0] + 1}.0", *([f"{parts[0] - 1}.0"] if parts[0] else [])]
    if compatibility == "exact":
        others += [
            ".".join(map(str, [*parts[:at], part]))
            for at in range(1, len(parts))
            for part in (parts[at] + 1, parts[at] - 1)
            if part >= 0
        ]
    return others
