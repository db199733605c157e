"""One wheel under audit with its siblings, its contract and every view that is derived from them.

Every command that inspects a wheel starts here: `open_subject` reads the wheel once, and views are
computed from its frozen facts on first use.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from wheelcheck.contract.loading import Contracts
from wheelcheck.contract.model import Contract, Row
from wheelcheck.contract.rows import Target, for_wheel, holds
from wheelcheck.contract.schemes import registry_schemes
from wheelcheck.linking.elf.host_needs import needed_tag
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.policy.platforms import PlatformPolicy
from wheelcheck.promises.declared import Declared
from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.wheel.archive import read_wheel
from wheelcheck.wheel.filename import parse_wheel_filename
from wheelcheck.wheel.inflate import Limits
from wheelcheck.wheel.meeting import can_meet
from wheelcheck.wheel.model import Wheel

Progress = Callable[[str, int, int], None]
"""Called with the file name, the bytes just read and the total bytes; from several threads."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """How wheels are read."""

    jobs: int | None = None
    """Workers that read members; None means one per processor."""
    limits: Limits = field(default_factory=Limits)
    want_sha256: bool = False
    """Whether to hash the archives themselves too."""
    progress: Progress | None = None


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One wheel under audit."""

    wheel: Wheel
    contract: Contract
    """The contract in force, with the rows that apply to this wheel."""
    siblings: tuple[Wheel, ...] = ()
    """Wheels installed alongside."""
    strangers: tuple[Wheel, ...] = ()
    """Wheels that were given as siblings, and that no environment has together with this one."""
    idle_rows: tuple[tuple[int, Row], ...] = ()
    """Rows of the contract that do not apply to this wheel, with their place."""
    replaced_contract: str | None = None
    """Built-in contract for this wheel that the project's own one replaces without extending it."""

    @cached_property
    def layout(self) -> Layout:
        """Installed path of every member of the wheel and its siblings."""
        return Layout.of(self.wheel, self.siblings)

    @cached_property
    def declared(self) -> Declared:
        """The contract's libraries and extension modules, found in the wheel."""
        return Declared.of(self.contract, self.wheel)

    @cached_property
    def platform(self) -> PlatformPolicy:
        """What the lowest platform tag promises: libc, ceilings, policy libraries."""
        return PlatformPolicy.of(self.wheel.platforms, self.wheel.binaries)

    @property
    def needed_tag(self) -> str | None:
        """The lowest platform tag that is true of every binary; None when the binaries do not tell."""
        return needed_tag(self.wheel)

    @cached_property
    def package_configs(self) -> PackageConfigs:
        """CMake and pkg-config files of the wheel, evaluated in the installed layout."""
        return PackageConfigs.of(self.wheel, self.layout)

    @cached_property
    def loads(self) -> LoadGraph:
        """What the loader does with each root of the wheel."""
        return LoadGraph.of(
            self.wheel,
            self.layout,
            self.platform,
            self.contract,
            offered=self.package_configs.offered_libraries,
        )


@dataclass(frozen=True, kw_only=True)
class Release:
    """All wheels of one run, in order."""

    subjects: tuple[Subject, ...]


def open_subject(
    path: Path,
    *,
    contracts: Contracts,
    contract: Contract | None = None,
    siblings: tuple[Wheel, ...] = (),
    reading: Reading | None = None,
) -> Subject:
    """Read one wheel and find the contract in force.

    Args:
        path: the wheel.
        contracts: what to choose from.
        contract: the one for every wheel; None chooses by the file name.
        siblings: wheels installed alongside; the wheel itself, other builds of its distribution and wheels
            for another Python or platform are left out of them.
        reading: how to read it.

    Raises:
        UnreadableWheelError: the archive as a whole cannot be read.
        ContractError: the contract cannot be read.
    """
    target = target_of(path)
    chosen = contract or contracts.choose(target)
    in_force = for_wheel(chosen, target)
    wheel = read(path, reading or Reading(), in_force)
    return Subject(
        wheel=wheel,
        contract=in_force,
        siblings=tuple(each for each in siblings if can_meet(wheel, each)),
        strangers=tuple(each for each in siblings if not can_meet(wheel, each) and not _is_same(wheel, each)),
        idle_rows=tuple((index, row) for index, row in enumerate(chosen.rows) if not holds(row.when, target)),
        replaced_contract=None if contract is not None else contracts.passed_over(target),
    )


def contract_in_force(path: Path, contracts: Contracts, contract: Contract | None = None) -> Contract:
    """Give the contract that `open_subject` would apply to a wheel, without reading the wheel."""
    target = target_of(path)
    return for_wheel(contract or contracts.choose(target), target)


def read(path: Path, reading: Reading, contract: Contract | None = None) -> Wheel:
    """Read the facts of one wheel; a contract may need more of them than the rules do.

    Raises:
        UnreadableWheelError: the archive as a whole cannot be read.
    """
    progress = reading.progress
    told = None if progress is None else lambda done, total: progress(path.name, done, total)
    return read_wheel(
        path,
        jobs=reading.jobs or os.cpu_count() or 1,
        limits=reading.limits,
        want_sha256=reading.want_sha256,
        schemes=() if contract is None else registry_schemes(contract),
        progress=told,
    )


def _is_same(wheel: Wheel, other: Wheel) -> bool:
    """Whether both are the wheel under audit, also at another place; `--with dist/` has it too."""
    return wheel.file == other.file


def target_of(path: Path) -> Target:
    """Describe the wheel for the choice of its contract, which precedes reading it."""
    name = parse_wheel_filename(path.name)
    return Target.of(name.name, name.version, name.platforms)
