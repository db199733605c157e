"""A contract: what a wheel promises. Frozen; every table and key of the TOML language is a field here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

from wheelcheck.contract.native import Extension, Library, Part, Presence, Registry, SonameGroup
from wheelcheck.contract.probe import Probe

Level = Literal["error", "warning", "note", "off"]


class Condition(Part, frozen=True, kw_only=True):
    """Which wheels a row is about; every stated key must hold."""

    systems: tuple[Literal["linux", "macos", "windows", "any"], ...] = ()
    architectures: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    """Platform tag globs."""
    variants: tuple[str, ...] = ()
    """Globs over the local version (`cu126`); an empty string stands for none."""
    versions: str = ""
    """PEP 440 specifier."""


class WheelMatch(Part, frozen=True, kw_only=True):
    """Which wheels the automatic choice gives this contract to; never inherited."""

    distributions: tuple[str, ...] = ()
    """Globs over the normalised distribution name. Empty in a project's own file: every wheel."""
    versions: str = ""
    platforms: tuple[str, ...] = ()


class Sdk(Part, frozen=True, kw_only=True):
    """Where the SDK's libraries lie."""

    library_folders: tuple[str, ...] = ()
    """Closed: every file directly inside is a declared library, or listed in `other-files`."""
    other_files: tuple[str, ...] = ()
    """Member globs that may lie beside the libraries."""


class Headers(Part, frozen=True, kw_only=True):
    """One folder of public headers; the table's key is its archive path."""

    presence: Presence = "required"
    required: tuple[str, ...] = ()
    """Paths or globs below the folder that match at least one header."""
    count: int = 0
    """Exact number of headers; 0 counts nothing."""
    private: tuple[str, ...] = ()
    """Globs below the folder of headers that nobody includes directly."""


class MemberRow(Part, frozen=True, kw_only=True):
    """Members that must or must not ship; the table's key names them in messages."""

    globs: tuple[str, ...] = ()
    presence: Presence = "required"
    """`required`: every glob matches; `forbidden`: none does."""
    count: int = 0
    """Exact number of members that all globs match together; 0 counts nothing."""


class Pair(Part, frozen=True, kw_only=True):
    """Two member globs that ship together or not at all."""

    first: str = ""
    second: str = ""


class Bundled(Part, frozen=True, kw_only=True):
    """Libraries grafted into the wheel (`<name>.libs`, `.dylibs`), by file name glob."""

    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    """Closed list; an empty one allows none."""


class Closed(Part, frozen=True, kw_only=True):
    """The closed world: whatever is not listed does not belong here. Empty lists close nothing."""

    members: tuple[str, ...] = ()
    top_level: tuple[str, ...] = ()
    """Top-level entries besides the dist-info folder."""
    needed: tuple[str, ...] = ()
    """For every declared library without a `needed-only` of its own."""
    extensions: bool = False
    """No extension modules but the declared ones."""
    bundled: Bundled = Bundled()


class Limits(Part, frozen=True, kw_only=True):
    """Upper bounds, in bytes or as `120 MB`, `1 GiB`; 0 bounds nothing."""

    wheel_size: int | str = 0
    unpacked_size: int | str = 0
    member_size: int | str = 0
    members: int = 0
    path_length: int = 0
    matching: Mapping[str, MatchLimit] = {}
    """By member glob."""


class MatchLimit(Part, frozen=True, kw_only=True):
    """Bounds on the members that one glob matches."""

    size: int | str = 0
    """Of each."""
    total: int | str = 0
    count: int = 0


class Requirement(Part, frozen=True, kw_only=True):
    """One row of Requires-Dist; the table's key is a glob over normalised names."""

    presence: Presence = "required"
    specifier: str | None = None
    """Exact bounds, compared as sets: `>=12,<13`. None: any."""


class Imports(Part, frozen=True, kw_only=True):
    """Which imports of the package's own modules must be declared."""

    checked: bool = False
    provided_by: Mapping[str, str] = {}
    """Import name → distribution, where they differ: `yaml = "pyyaml"`."""
    optional: tuple[str, ...] = ()
    """Import names that the package does without."""
    skipped: tuple[str, ...] = ()
    """Member globs of modules that nobody imports from an installed package: tests, examples."""


class External(Part, frozen=True, kw_only=True):
    """Who brings a library that the wheel needs; the table's key is a soname glob."""

    distribution: str | None = None
    host: str | None = None
    """A host class: `gpu-driver`, `mpi`, …"""


class Plugin(Part, frozen=True, kw_only=True):
    """Objects opened by a host library at run time; the table's key is a member glob."""

    may_miss: tuple[str, ...] = ()
    """Soname globs of optional libraries of the machine."""


class Alternative(Part, frozen=True, kw_only=True):
    """Builds of one thing, of which one can load; each glob is one of them."""

    any_of: tuple[str, ...]


class Component(Part, frozen=True, kw_only=True):
    """One component of a CMake package."""

    target: str = ""
    library: str = ""
    """Declared library that it wraps."""
    opt_in: bool = False
    """Left out of the aggregate."""


class Package(Part, frozen=True, kw_only=True):
    """One CMake package; the table's key is the name given to `find_package`."""

    presence: Presence = "required"
    files: tuple[str, ...] = ()
    """Member names or globs of its config files; each ships."""
    version_file: bool = False
    """A version file ships beside each config."""
    compatibility: Literal["", "same-major", "exact"] = ""
    """What the version file accepts."""
    aggregate: str = ""
    """Variable that holds every component but the opt-in ones."""
    opt_in_marker: str = ""
    """Word by which a component's definition in the config says that it is opt-in."""
    components: Mapping[str, Component] = {}


class SearchPaths(Part, frozen=True, kw_only=True):
    """Runtime search paths of the SDK's objects."""

    kind: Literal["", "RUNPATH", "RPATH"] = ""
    allowed: tuple[str, ...] = ()
    """Globs over absolute entries that are right in this wheel."""
    required: bool = False
    """At least one object of the SDK carries a runtime path."""


class CxxAbi(Part, frozen=True, kw_only=True):
    """Which libstdc++ string ABI the SDK exports."""

    abi: Literal["", "new", "old"] = ""
    namespaces: tuple[str, ...] = ()
    """Qualified-name globs to look at. Empty: all but `std`."""
    at_least: int = 0
    """Names of the right ABI that must be found: a check of nothing proves nothing."""


class Ignore(Part, frozen=True, kw_only=True):
    """One finding that is accepted, and why."""

    rule: str
    reason: str
    member: str = "*"
    subject: str = "*"
    expires: dt.date | None = None
    """The first day on which it counts no longer."""


class Row(Part, frozen=True, kw_only=True):
    """Parts of the contract that hold only where `when` does."""

    when: Condition
    then: Mapping[str, Any]
    """A part of a contract, merged over the rest."""


class Contract(Part, frozen=True, kw_only=True):
    """Everything one wheel promises."""

    name: str = ""
    description: str = ""
    extends: str = ""
    """Name of a contract, or a path relative to this file, that this one overrides parts of."""
    wheel: WheelMatch = WheelMatch()
    sdk: Sdk = Sdk()
    libraries: Mapping[str, Library] = {}
    extensions: Mapping[str, Extension] = {}
    soname_groups: Mapping[str, SonameGroup] = {}
    schemes: Mapping[str, Registry] = {}
    headers: Mapping[str, Headers] = {}
    members: Mapping[str, MemberRow] = {}
    pairs: Mapping[str, Pair] = {}
    closed: Closed = Closed()
    limits: Limits = Limits()
    requires: Mapping[str, Requirement] = {}
    imports: Imports = Imports()
    externals: Mapping[str, External] = {}
    plugins: Mapping[str, Plugin] = {}
    alternatives: Mapping[str, Alternative] = {}
    packages: Mapping[str, Package] = {}
    probes: Mapping[str, Probe] = {}
    search_paths: SearchPaths = SearchPaths()
    cxx_abi: CxxAbi = CxxAbi()
    runtimes_are_single: bool = False
    """A second copy of a language or threading runtime is an error here."""
    severities: Mapping[str, Level] = {}
    ignores: tuple[Ignore, ...] = ()
    rows: tuple[Row, ...] = ()

    def external_for(self, soname: str) -> External | None:
        """Who brings a needed library, after `externals`; the first matching glob counts."""
        return next(
            (external for glob, external in self.externals.items() if fnmatchcase(soname, glob)), None
        )

    def plugin_for(self, member: str) -> Plugin | None:
        """Give the plug-in row that a member falls under."""
        return next((plugin for glob, plugin in self.plugins.items() if fnmatchcase(member, glob)), None)

    def allows_search_path(self, entry: str) -> bool:
        """Whether a runtime path entry is declared to be right."""
        return any(fnmatchcase(entry, glob) for glob in self.search_paths.allowed)

    def header_root_of(self, member: str) -> str | None:
        """Give the declared header folder that a member lies in."""
        return next((root for root in self.headers if member.startswith(f"{root}/")), None)
