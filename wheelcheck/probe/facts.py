"""What the probe saw, as frozen facts: rules read nothing else of it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wheelcheck.binary.model import SearchPath

ENVIRONMENT = "<environment>"
WORK = "<work>"
"""Placeholders for the throw-away folders in everything that is reported, so that two runs agree."""


class Step(enum.Enum):
    """A step of the probe that can fail because of the wheel."""

    CONFIGURE = "configure"
    BUILD = "build"
    RUN = "run"


class Question(enum.Enum):
    """What a consumer is built to find out."""

    LINK = "link"
    BASELINE = "baseline"
    """The same consumer without the component."""
    LOAD = "load"
    """The baseline, which opens the component's library at run time."""
    HEADER = "header"
    """A sample of a header's functions."""
    LEGACY = "legacy"
    """A consumer built with the variables of the package config."""


class Deployment(enum.Enum):
    """How a built consumer is run away from the installed SDK."""

    FLAT = "flat"
    """Next to copies of its libraries."""
    TREE = "tree"
    """Moved together with the SDK."""
    GONE = "gone"
    """With the SDK removed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A step that failed because of the wheel."""

    step: Step
    status: str
    """How it ended: `exit 1`, `killed by SIGSEGV`."""
    words: tuple[str, ...]
    """The lines of its output that tell why."""
    command: str


class Observation(NamedTuple):
    """What a consumer reported about the SDK at one moment."""

    registered: tuple[str, ...]
    """Qualified names, sorted and unique."""
    lists: Mapping[str, tuple[str, ...]]
    values: Mapping[str, Any]

    def counts(self) -> dict[str, int]:
        """Registrations by namespace, sorted."""
        counted: dict[str, int] = {}
        for name in self.registered:
            namespace = name.partition("::")[0]
            counted[namespace] = counted.get(namespace, 0) + 1
        return counted

    def of_namespace(self, namespace: str) -> tuple[str, ...]:
        """Qualified names in one namespace."""
        return tuple(name for name in self.registered if name.startswith(f"{namespace}::"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Consumer:
    """One application that was built, and its results."""

    name: str
    question: Question
    failure: Failure | None = None
    needed: tuple[str, ...] = ()
    search_paths: tuple[SearchPath, ...] = ()
    """As built; placeholders replace the environment and the work folder."""
    at_startup: Observation | None = None
    after_load: Observation | None = None
    loaded: tuple[str, ...] = ()
    """Shared objects of the process; a placeholder replaces the environment."""
    output: Any = None
    """JSON that a complete program from the contract printed."""

    @property
    def ran(self) -> bool:
        """Whether it ran to its end."""
        return self.at_startup is not None or self.output is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class HeaderFailure:
    """A public header that does not compile alone."""

    member: str
    words: tuple[str, ...]
    command: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Relocation:
    """One run without the SDK in its original place."""

    kind: Deployment
    fault: str = ""
    """What is wrong with the run; '' when it is correct."""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ProbeResult:
    """Results of one probe of the contract."""

    name: str
    component: str
    """CMake component requested; '' when there is none."""
    namespace: str
    count: int
    library: str | None
    """Soname of the component's library in the wheel; None when the contract names no library."""
    member: str | None
    """Member of this library."""
    link: Consumer | None = None
    baseline: Consumer | None = None
    load: Consumer | None = None
    legacy: Consumer | None = None
    samples: tuple[Consumer, ...] = ()
    headers: int = 0
    """Public headers that were compiled."""
    header_failures: tuple[HeaderFailure, ...] = ()
    relocations: tuple[Relocation, ...] = ()
    listed: tuple[str, ...] | None = None
    """Qualified names in the wheel's own list; None without a list."""
    programs: tuple[tuple[str, Failure | None], ...] = ()
    not_checked: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedLink:
    """One library that a package config offers, linked into a one-line program."""

    member: str
    targets: tuple[str, ...]
    """CMake targets that represent it."""
    failure: Failure | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PackageAnswer:
    """What CMake answered when one package config of the wheel was requested."""

    package: str
    """As passed to `find_package`."""
    member: str
    """The config."""
    route: str = ""
    """How a consumer finds it: by an entry point, or by its folder."""
    configures: bool | None = None
    """None when it was not decided."""
    targets: tuple[str, ...] = ()
    """Imported libraries of the wheel that it creates."""
    failure: Failure | None = None
    reason: str = ""
    """Why a refusal proves nothing about the wheel."""


class VersionAnswer(NamedTuple):
    """Whether a package config accepted a request."""

    package: str
    requested: str
    is_own: bool
    """Whether the request is for the wheel's own release."""
    accepted: bool


class FoundPackage(NamedTuple):
    """Folder in which `find_package` found a config."""

    consumer: str
    package: str
    folder: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ProbeFacts:
    """All results of the probe of one wheel."""

    toolchain: Mapping[str, str] = field(default_factory=dict)
    probes: tuple[ProbeResult, ...] = ()
    """The main one is first."""
    configured: tuple[PackageAnswer, ...] = ()
    """Package configs of the wheel."""
    offered: tuple[OfferedLink, ...] = ()
    linked: Mapping[str, bool | None] = field(default_factory=dict)
    """Target → whether the one-line program links it; None when that was not decided."""
    interfaces: tuple[OfferedLink, ...] = ()
    """Targets without a file in the wheel; the member is the package config."""
    versions: tuple[VersionAnswer, ...] = ()
    packages: tuple[FoundPackage, ...] = ()
    expected: tuple[tuple[str, int], ...] = ()
    """Namespaces and counts given on the command line."""
    not_checked: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    """What the probe could not complete."""
    impossible: str = ""
    """Why nothing was probed at all."""
    spared: str = ""
    """The same in a few words, when the static verdict holds: the wheel is for another host, or has nothing
    to probe. '' when the probe is owed: a tool is missing, or the wheel cannot be installed."""
    kept: str = ""
    """Work folder that was kept for inspection."""

    @property
    def main(self) -> ProbeResult | None:
        """The probe that the report shows first."""
        return self.probes[0] if self.probes else None
