"""A contract: what a wheel promises. Frozen; every table and key of the TOML format is a field here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

from wheelcheck.contract.native import Extension, Library, Part, Presence, Registry, SonameGroup
from wheelcheck.contract.probe import Probe

Level = Literal["error", "warning", "note", "off"]


class Condition(Part, frozen=True, kw_only=True):
    """Wheels to which a row applies; every key that is set must match."""

    systems: tuple[Literal["linux", "macos", "windows", "any"], ...] = ()
    architectures: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    """Platform tag globs."""
    variants: tuple[str, ...] = ()
    """Globs over the local version (`cu126`); an empty string matches none."""
    versions: str = ""
    """PEP 440 specifier."""


class WheelMatch(Part, frozen=True, kw_only=True):
    """Wheels for which this contract is chosen automatically; never inherited."""

    distributions: tuple[str, ...] = ()
    """Globs over the normalised distribution name. Empty in a project's own file: every wheel."""
    versions: str = ""
    platforms: tuple[str, ...] = ()


class Sdk(Part, frozen=True, kw_only=True):
    """Where the SDK's libraries are."""

    library_folders: tuple[str, ...] = ()
    """Closed: every file directly in them is a declared library, or listed in `other-files`."""
    other_files: tuple[str, ...] = ()
    """Member globs of other files allowed next to the libraries."""


class Headers(Part, frozen=True, kw_only=True):
    """One folder of public headers; the table's key is its archive path."""

    presence: Presence = "required"
    required: tuple[str, ...] = ()
    """Paths or globs below the folder that match at least one header."""
    count: int = 0
    """Exact number of headers; 0 means any."""
    private: tuple[str, ...] = ()
    """Globs below the folder, for headers that are not meant to be included directly."""


class MemberRow(Part, frozen=True, kw_only=True):
    """Members that must or must not ship; the table's key names them in messages."""

    globs: tuple[str, ...] = ()
    presence: Presence = "required"
    """`required`: every glob matches; `forbidden`: none does."""
    count: int = 0
    """Exact number of members that all globs match together; 0 means any."""


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
    """Closed lists: whatever is not listed does not belong in the wheel. An empty list closes nothing."""

    members: tuple[str, ...] = ()
    top_level: tuple[str, ...] = ()
    """Top-level entries other than the dist-info folder."""
    needed: tuple[str, ...] = ()
    """For every declared library without a `needed-only` of its own."""
    extensions: bool = False
    """No extension modules other than the declared ones."""
    bundled: Bundled = Bundled()


class Limits(Part, frozen=True, kw_only=True):
    """Upper limits, in bytes or as `120 MB`, `1 GiB`; 0 means no limit."""

    wheel_size: int | str = 0
    unpacked_size: int | str = 0
    member_size: int | str = 0
    members: int = 0
    path_length: int = 0
    matching: Mapping[str, MatchLimit] = {}
    """By member glob."""


class MatchLimit(Part, frozen=True, kw_only=True):
    """Limits for the members that one glob matches."""

    size: int | str = 0
    """Of each."""
    total: int | str = 0
    count: int = 0


class Requirement(Part, frozen=True, kw_only=True):
    """One row of Requires-Dist; the table's key is a glob over normalised names."""

    presence: Presence = "required"
    specifier: str | None = None
    """Exact specifier, compared as a set: `>=12,<13`. None: any."""


class Imports(Part, frozen=True, kw_only=True):
    """Which imports of the package's own modules must be declared."""

    checked: bool = False
    provided_by: Mapping[str, str] = {}
    """Import name → distribution, where they differ: `yaml = "pyyaml"`."""
    optional: tuple[str, ...] = ()
    """Import names that the package can do without."""
    skipped: tuple[str, ...] = ()
    """Member globs of modules that are not imported from an installed package: tests, examples."""


class External(Part, frozen=True, kw_only=True):
    """What provides a library that the wheel needs; the table's key is a soname glob."""

    distribution: str | None = None
    host: str | None = None
    """A host class: `gpu-driver`, `mpi`, …"""


class Plugin(Part, frozen=True, kw_only=True):
    """Objects that a host library opens at run time; the table's key is a member glob."""

    may_miss: tuple[str, ...] = ()
    """Soname globs of system libraries that may be missing."""
    optional: bool = False
    """May match nothing: no member, or no needed library."""


class Alternative(Part, frozen=True, kw_only=True):
    """Alternative builds, of which a process loads only one; each glob matches one of them."""

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
    """A version file ships next to each config file."""
    compatibility: Literal["", "same-major", "exact"] = ""
    """What the version file accepts."""
    aggregate: str = ""
    """Variable that lists every component except the opt-in ones."""
    opt_in_marker: str = ""
    """Word that marks a component's definition in the config file as opt-in."""
    components: Mapping[str, Component] = {}
    optional: bool = False
    """The config may do without `aggregate` and `opt-in-marker`."""


class SearchPaths(Part, frozen=True, kw_only=True):
    """Runtime search paths of the SDK's objects."""

    kind: Literal["", "RUNPATH", "RPATH"] = ""
    allowed: tuple[str, ...] = ()
    """Globs over absolute entries that are allowed in this wheel."""
    required: bool = False
    """At least one object of the SDK has a search path."""


class CxxAbi(Part, frozen=True, kw_only=True):
    """Which libstdc++ string ABI the SDK exports."""

    abi: Literal["", "new", "old"] = ""
    namespaces: tuple[str, ...] = ()
    """Qualified-name globs to look at. Empty: all but `std`."""
    at_least: int = 0
    """Minimum number of names with the right ABI: a check that finds none proves nothing."""


class Ignore(Part, frozen=True, kw_only=True):
    """One finding that is accepted, and why."""

    rule: str
    reason: str
    member: str = "*"
    subject: str = "*"
    expires: dt.date | None = None
    """The first day on which it no longer applies."""


class Row(Part, frozen=True, kw_only=True):
    """Parts of the contract that apply only where `when` matches."""

    when: Condition
    then: Mapping[str, Any]
    """A part of a contract, merged over the rest."""
    optional: bool = False
    """May apply to no wheel of a run."""


class Contract(Part, frozen=True, kw_only=True):
    """Everything one wheel promises."""

    name: str = ""
    description: str = ""
    extends: str = ""
    """Contract that this one is based on: its name, or a path relative to this file."""
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
        """Return what provides a needed library, according to `externals`; the first matching glob wins."""
        return next(
            (external for glob, external in self.externals.items() if fnmatchcase(soname, glob)), None
        )

    def plugin_for(self, member: str) -> Plugin | None:
        """Return the plug-in table that matches a member."""
        return next((plugin for glob, plugin in self.plugins.items() if fnmatchcase(member, glob)), None)

    def allows_search_path(self, entry: str) -> bool:
        """Whether a search path entry is declared as allowed."""
        return any(fnmatchcase(entry, glob) for glob in self.search_paths.allowed)

    def header_root_of(self, member: str) -> str | None:
        """Return the declared header folder that contains a member."""
        return next((root for root in self.headers if member.startswith(f"{root}/")), None)
