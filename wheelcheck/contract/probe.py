"""What a contract says about the probe: how a consumer finds the SDK, what it builds and expects."""

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
    """Folder below site-packages or the prefix (`prefix`, `folder`, `module`, `pkg-config`)."""
    package: str = ""
    """Name for `find_package` or `pkg-config`."""
    components: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    """CMake targets to link."""
    variables: tuple[str, ...] = ()
    """CMake variables to link, where there are no targets."""
    entry_point: str = ""
    """Group of the entry point that gives the folder (`cmake.prefix`)."""
    command: tuple[str, ...] = ()
    """Prints the folder; `{python}` and `{prefix}` are replaced."""
    include: tuple[str, ...] = ()
    library_folders: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    """For `paths`: what `-I`, `-L` and `-l` get; the folders lie below site-packages or the prefix."""
    compiler: tuple[str, ...] = ()
    """For `wrapper`: the compiler wrapper that the wheel ships; `{prefix}` is replaced."""


class Program(Part, frozen=True, kw_only=True):
    """One shipped program that the probe runs."""

    path: str
    arguments: tuple[str, ...] = ()
    expect: str = ""
    """Text that its output holds."""
    forbid: str = ""
    """Text that its output must not hold."""


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
    """Instead of the probe's own."""


class Consumer(Part, frozen=True, kw_only=True):
    """What the built application must carry so that it can be shipped."""

    search_path: Literal["", "RUNPATH", "RPATH"] = ""
    origin: bool = False
    """One entry is relative to the application itself (`$ORIGIN`)."""


class Legacy(Part, frozen=True, kw_only=True):
    """The route by variables, for a CMake that is too old for the targets."""

    cmake: str
    """Release series to use: `3.24`."""
    libraries: str = ""
    include_folders: str = ""
    definitions: str = ""
    standard: str = ""
    """Names of the variables; an empty name is not used."""
    holds: tuple[str, ...] = ()
    """Declared libraries that the application then needs."""


class Probe(Part, frozen=True, kw_only=True):
    """One consumer: built, run, and held to what it prints."""

    like: str = ""
    """Another probe of this contract, whose keys this one takes over unless it states them."""
    install: tuple[str, ...] = ()
    """Distributions and extras to install beside: `libpinocchio[build]`."""
    prepare: tuple[tuple[str, ...], ...] = ()
    """Commands before the build; `{python}` and `{prefix}` are replaced."""
    find: Find = Find()
    baseline: Find | None = None
    """How the same consumer finds the SDK without the component; what is not stated is as in `find`."""
    library: str = ""
    """Declared library that the component brings."""
    load: bool = False
    """Load the library into the consumer without the component too."""
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
    """JSON that the consumer prints, as far as it matters; `{version}` is the wheel's."""
    expect_failure: str = ""
    """The run fails with this text: a feature that another wheel brings."""
    scheme: str = ""
    """Registration scheme of the names that the consumer reports, to compare with the static tables."""
    namespace: str = ""
    """Registrations to count before and after."""
    count: int = 0
    adds: Mapping[str, tuple[str, ...]] = {}
    """Per list that the consumer reports: what it has more than the baseline."""
    listed: tuple[Listed, ...] = ()
    """Files of the wheel that name what `namespace` holds."""
    headers: tuple[str, ...] = ()
    """Declared header folders whose public headers compile alone with this consumer's flags."""
    samples: Mapping[str, Sample] = {}
    consumer: Consumer = Consumer()
    legacy: Legacy | None = None
    launcher: tuple[str, ...] = ()
    """Put before the application: `{prefix}/bin/mpiexec -n 3`."""
    deploy: tuple[Literal["tree", "flat"], ...] = ()
    """It still runs after the SDK was moved as a tree, or with its libraries copied beside it."""
    deploy_extra: tuple[str, ...] = ()
    """Member globs copied beside it as well: plug-ins."""
    programs: tuple[Program, ...] = ()
