"""What the probe saw, frozen: rules read this and nothing else of it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wheelcheck.binary.model import SearchPath

ENVIRONMENT = "<environment>"
WORK = "<work>"
"""Stand for the throw-away folders in everything that is reported, so that two runs say the same."""


class Step(enum.Enum):
    """A step of the probe that a wheel can make fail."""

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
    """The route by the variables of the package config."""


class Deployment(enum.Enum):
    """How a built consumer is run away from the installed SDK."""

    FLAT = "flat"
    """Beside copies of its libraries."""
    TREE = "tree"
    """Moved together with the SDK."""
    GONE = "gone"
    """Where it was built, with the SDK gone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A step that failed because of the wheel."""

    step: Step
    status: str
    """How it ended: `exit 1`, `killed by SIGSEGV`."""
    words: tuple[str, ...]
    """The lines of its output that say why."""
    command: str


class Observation(NamedTuple):
    """What a consumer reported about the SDK at one moment."""

    registered: tuple[str, ...]
    """Qualified names, each once, sorted."""
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
        """Qualified names of one namespace."""
        return tuple(name for name in self.registered if name.startswith(f"{namespace}::"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Consumer:
    """One application that was built, and what came of it."""

    name: str
    question: Question
    failure: Failure | None = None
    needed: tuple[str, ...] = ()
    search_paths: tuple[SearchPath, ...] = ()
    """As built; folders of the environment and of the work folder by their stand-ins."""
    at_startup: Observation | None = None
    after_load: Observation | None = None
    loaded: tuple[str, ...] = ()
    """Shared objects of the process; those of the environment by its stand-in."""
    output: Any = None
    """The JSON of a program of the contract's own."""

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
    """One run without the SDK at its place."""

    kind: Deployment
    fault: str = ""
    """Why this does not count as running; empty when all is well."""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ProbeResult:
    """What one probe of the contract gave."""

    name: str
    component: str
    """CMake component asked for, '' when there is none."""
    namespace: str
    count: int
    library: str | None
    """Soname of the component's library, as the wheel has it; None when the contract names none."""
    member: str | None
    """Its member."""
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
    """Qualified names that the wheel's own list has; None without a list."""
    programs: tuple[tuple[str, Failure | None], ...] = ()
    not_checked: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedLink:
    """One library that a package config offers, linked into a one-line program."""

    member: str
    targets: tuple[str, ...]
    """CMake targets that stand for it."""
    failure: Failure | None = None


class VersionAnswer(NamedTuple):
    """Whether a package config accepted a request."""

    package: str
    requested: str
    is_own: bool
    """The request names the wheel's own release."""
    accepted: bool


class FoundPackage(NamedTuple):
    """Where `find_package` took a config from."""

    consumer: str
    package: str
    folder: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ProbeFacts:
    """Everything that the probe of one wheel gave."""

    toolchain: Mapping[str, str] = field(default_factory=dict)
    probes: tuple[ProbeResult, ...] = ()
    """The main one first."""
    offered: tuple[OfferedLink, ...] = ()
    versions: tuple[VersionAnswer, ...] = ()
    packages: tuple[FoundPackage, ...] = ()
    expected: tuple[tuple[str, int], ...] = ()
    """Namespace and count given on the command line."""
    not_checked: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    """What the probe itself could not bring to an end."""
    impossible: str = ""
    """Why nothing was probed at all."""
    kept: str = ""
    """Folder that was left for a closer look."""

    @property
    def main(self) -> ProbeResult | None:
        """The probe that the report is about first."""
        return self.probes[0] if self.probes else None
