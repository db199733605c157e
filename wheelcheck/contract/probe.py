"""What a contract states about the probe: how a consumer finds the SDK, what it builds and expects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from wheelcheck.contract.native import Part


class Find(Part, frozen=True, kw_only=True):
    """How a consumer finds the SDK in the environment where the wheel is installed."""

    mode: Literal[
        "prefix", "folder", "entry-point", "command", "pkg-config", "module", "paths", "wrapper"
    ] = "prefix"
    path: str = ""
    """Folder below site-packages or the prefix (for `prefix`, `folder`, `module`, `pkg-config`)."""
    package: str = ""
    """Name for `find_package` or `pkg-config`."""
    components: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    """CMake targets to link."""
    variables: tuple[str, ...] = ()
    """CMake variables to link, where there are no targets."""
    entry_point: str = ""
    """Group of the entry point that provides the folder (`cmake.prefix`)."""
    command: tuple[str, ...] = ()
    """Prints the folder; `{python}` and `{prefix}` are replaced."""
    include: tuple[str, ...] = ()
    library_folders: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    """For `paths`: arguments of `-I`, `-L` and `-l`; folders are below site-packages or the prefix."""
    compiler: tuple[str, ...] = ()
    """For `wrapper`: the compiler wrapper that the wheel ships; `{prefix}` is replaced."""


class Program(Part, frozen=True, kw_only=True):
    """One shipped program that the probe runs."""

    path: str
    arguments: tuple[str, ...] = ()
    expect: str = ""
    """Text that its output contains."""
    forbid: str = ""
    """Text that its output must not contain."""


class Listed(Part, frozen=True, kw_only=True):
    """A shipped text file that lists registrations."""

    file: str
    """Member name."""
    pattern: str
    """Regular expression whose first group is one qualified name."""


class Sample(Part, frozen=True, kw_only=True):
    """A few lines that use what a header declares: they must link."""

    include: tuple[str, ...]
    code: str = ""
    """Statements of a function."""
    components: tuple[str, ...] | None = None
    targets: tuple[str, ...] | None = None
    """In place of the probe's own."""


class Consumer(Part, frozen=True, kw_only=True):
    """What the built application needs in order to be shipped."""

    search_path: Literal["", "RUNPATH", "RPATH"] = ""
    origin: bool = False
    """One entry is relative to the application itself (`$ORIGIN`)."""


class Legacy(Part, frozen=True, kw_only=True):
    """The route by CMake variables, for a CMake that is too old for the targets."""

    cmake: str
    """Release series to use: `3.24`."""
    libraries: str = ""
    include_folders: str = ""
    definitions: str = ""
    standard: str = ""
    """Names of the variables; an empty name is not used."""
    holds: tuple[str, ...] = ()
    """Declared libraries that end up in DT_NEEDED of the application."""


class Probe(Part, frozen=True, kw_only=True):
    """One consumer: built and run, and its output checked."""

    like: str = ""
    """Another probe of this contract, from which this one inherits the keys that it does not set."""
    install: tuple[str, ...] = ()
    """Distributions and extras to install as well: `libpinocchio[build]`."""
    prepare: tuple[tuple[str, ...], ...] = ()
    """Commands before the build; `{python}` and `{prefix}` are replaced."""
    find: Find = Find()
    baseline: Find | None = None
    """How the same consumer finds the SDK without the component; keys that are not set are as in `find`."""
    library: str = ""
    """Declared library that the component provides."""
    load: bool = False
    """Also load the library into the consumer without the component."""
    kind: Literal["executable", "shared-library", "extension"] = "executable"
    import_name: str = ""
    expression: str = ""
    """For an extension: the import, and the Python expression whose value is expected as `value`."""
    language: Literal["c", "c++"] = "c++"
    standard: int = 17
    definitions: tuple[str, ...] = ()
    cmake_arguments: tuple[str, ...] = ()
    """CMake variables of this consumer, `NAME=VALUE`."""
    snippet: str = ""
    """Source of the consumer; empty: wheelcheck's own. One without `main` fills `WHEELCHECK_OBSERVE(out)`."""
    expect: Mapping[str, Any] = {}
    """Part of the JSON that the consumer prints; `{version}` is the wheel's."""
    expect_failure: str = ""
    """The run fails with this text: a feature that another wheel provides."""
    scheme: str = ""
    """Registration scheme of the names that the consumer reports, to compare with the static tables."""
    namespace: str = ""
    """Registrations to count before and after."""
    count: int = 0
    adds: Mapping[str, tuple[str, ...]] = {}
    """For each list that the consumer reports: its items that the baseline does not have."""
    listed: tuple[Listed, ...] = ()
    """Files of the wheel that list the registrations of `namespace`."""
    headers: tuple[str, ...] = ()
    """Declared header folders whose public headers compile alone with this consumer's flags."""
    samples: Mapping[str, Sample] = {}
    consumer: Consumer = Consumer()
    legacy: Legacy | None = None
    launcher: tuple[str, ...] = ()
    """Command in front of the application: `{prefix}/bin/mpiexec -n 3`."""
    deploy: tuple[Literal["tree", "flat"], ...] = ()
    """It still runs after the SDK was moved as a tree, or with its libraries copied next to it."""
    deploy_extra: tuple[str, ...] = ()
    """Globs of further members to copy next to it: plug-ins."""
    programs: tuple[Program, ...] = ()
