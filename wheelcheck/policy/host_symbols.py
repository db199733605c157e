"""Names in the libraries that platform tags allow, beyond the C library and gcc's: dated lists.

The names come from Debian's packages (tools/make_host_policy.py), which also tell the release of a library
that introduced a name. Which release a tag's hosts have is `data/host_releases.toml`; where that is not
known, a host has every name: nothing that may be right is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from wheelcheck.policy.data_files import Document, read_document, read_sections
from wheelcheck.policy.host_classes import names_of
from wheelcheck.policy.platforms import PlatformPolicy

Release = tuple[int, ...]


class _Hosts(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: tuple[dict[str, str], ...]


class Host(NamedTuple):
    """One distribution that a platform tag is named after."""

    name: str
    glibc: Release
    libraries: Mapping[str, Release]
    """Soname → release of the library."""


class Later(NamedTuple):
    """A name that the library on a tag's oldest hosts does not have yet."""

    library: str
    since: str
    host: str
    has: str
    """Release of the library on that host."""


class _Listed(msgspec.Struct, frozen=True):
    places: Mapping[str, Mapping[str, Release]]
    """Name → library → the library's release that introduced it; () when every release has it."""
    libraries: frozenset[str]


def knows(soname: str) -> bool:
    """Whether every name of a library is known, by the list or by a pattern."""
    return soname in _listed().libraries or names_of(soname) is not None


def homes(name: str, platform: PlatformPolicy, glibc: Release | None) -> frozenset[str]:
    """Libraries that the tag allows and that define the name on every host with this glibc."""
    found = _listed().places.get(name, {})
    return frozenset(
        library
        for library, since in found.items()
        if platform.has_library(library) and since <= _release_on_host(library, glibc)
    )


def later(name: str, platform: PlatformPolicy, glibc: Release | None) -> Later | None:
    """Say which library has the name in later releases than those of the oldest hosts with this glibc."""
    host = _host_of(glibc)
    if host is None:
        return None
    for library, since in sorted(_listed().places.get(name, {}).items()):
        if platform.has_library(library) and since > host.libraries.get(library, since):
            return Later(library, _dotted(since), host.name, _dotted(host.libraries[library]))
    return None


def _release_on_host(library: str, glibc: Release | None) -> Release:
    host = _host_of(glibc)
    return (999,) if host is None else host.libraries.get(library, (999,))


@lru_cache(maxsize=64)
def _host_of(glibc: Release | None) -> Host | None:
    """Give the oldest host with a glibc; None if none is known."""
    return next((host for host in _hosts() if glibc is not None and host.glibc >= glibc), None)


@cache
def _hosts() -> tuple[Host, ...]:
    rows = read_document("host_releases.toml", _Hosts).host
    about = {"name", "glibc"}
    return tuple(
        Host(
            row["name"],
            _release(row["glibc"]),
            {key: _release(value) for key, value in row.items() if key not in about},
        )
        for row in rows
    )


@cache
def _listed() -> _Listed:
    places: dict[str, dict[str, Release]] = {}
    libraries = set()
    for heading, names in read_sections("host_symbols.txt"):
        library, _, option = heading.partition(" since=")
        since = _release(option) if option else ()
        libraries.add(library)
        for name in names:
            places.setdefault(name, {})[library] = since
    return _Listed(places, frozenset(libraries))


def _release(text: str) -> Release:
    return tuple(int(part) for part in text.split("."))


def _dotted(release: Release) -> str:
    return ".".join(map(str, release))
