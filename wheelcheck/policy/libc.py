"""Which name lives in which library of glibc or musl, and since when: dated lists, read when asked.

The lists come from Debian's packages of several releases (tools/make_libc_policy.py). Where the moment
of a move is not known exactly, the earliest possible one is taken: nothing is reported that may be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from wheelcheck.policy.sonames import musl_libc_soname

Release = tuple[int, ...]

_DATA = Path(__file__).parent / "data"
_LISTED = frozenset({"x86_64", "aarch64", "i686"})
_GENERIC = "aarch64"
_EVER: Release = (0,)
_NEVER: Release = (999,)

UNVERSIONED_LIBRARIES = frozenset(
    {
        "libGL.so.1",
        "libICE.so.6",
        "libSM.so.6",
        "libX11.so.6",
        "libXext.so.6",
        "libXrender.so.1",
        "libexpat.so.1",
        "libglib-2.0.so.0",
        "libgobject-2.0.so.0",
        "libgthread-2.0.so.0",
        "libz.so.1",
    }
)
"""Policy libraries with names that carry no symbol version (libz: its oldest ones): an unversioned
undefined name may come from them. Every other policy library gives versions to all its names."""


class Place(NamedTuple):
    """One library that exports a name, under one version, during some releases."""

    library: str
    version: str | None
    since: Release
    until: Release
    """First release without it."""

    def is_in(self, release: Release) -> bool:
        """Whether this release (or some release of the series `1.2`) has the name there."""
        return self.since[: len(release)] <= release < self.until


class LibcSymbols(msgspec.Struct, frozen=True, kw_only=True):
    """The public names of one libc on one architecture."""

    places: Mapping[str, tuple[Place, ...]]
    libraries: frozenset[str]
    """Sonames whose names are all known."""
    versions: frozenset[str]
    """Symbol versions that the lists know."""
    has_exact_versions: bool
    """Whether the list is of this architecture: symbol versions differ between architectures."""

    @classmethod
    def of(cls, libc: str, arch: str) -> LibcSymbols:
        """Read the list of `glibc` or `musl` for an architecture (as platform tags name it)."""
        return _read(libc, arch)

    def provider(self, name: str, release: Release) -> frozenset[str]:
        """Libraries in which an unversioned look-up finds `name` at this release of the libc."""
        return frozenset(place.library for place in self.places.get(name, ()) if place.is_in(release))

    def has_version(self, library: str, name: str, version: str, release: Release) -> bool:
        """Whether `library` exports `name` under `version` at this release."""
        return any(
            place.library == library
            and place.is_in(release)
            and (place.version == version or not self.has_exact_versions)
            for place in self.places.get(name, ())
        )

    def moved_to_libc(self, name: str) -> Release | None:
        """First release whose libc itself has a name that another of its libraries had before."""
        places = self.places.get(name, ())
        own = [place.since for place in places if place.library == "libc.so.6"]
        others = [place.since for place in places if place.library != "libc.so.6"]
        return min(own) if own and others and min(own) > min(others) else None


@cache
def _read(libc: str, arch: str) -> LibcSymbols:
    if libc == "musl":
        return _parse((_DATA / "musl.txt").read_text("utf-8"), is_exact=True, rename=musl_libc_soname(arch))
    listed = arch if arch in _LISTED else _GENERIC
    text = (_DATA / f"glibc-{listed}.txt").read_text("utf-8")
    return _parse(text, is_exact=arch in _LISTED, rename=None)


def _parse(text: str, *, is_exact: bool, rename: str | None) -> LibcSymbols:
    places: dict[str, list[Place]] = {}
    place = None
    for line in text.splitlines():
        if line.startswith("["):
            place = _section(line[1:-1])
            if rename is not None:
                place = place._replace(library=rename)
        elif place is not None:
            for name in line.split():
                places.setdefault(name, []).append(place)
    return LibcSymbols(
        places={name: tuple(found) for name, found in places.items()},
        libraries=frozenset(place.library for found in places.values() for place in found),
        versions=frozenset(place.version for found in places.values() for place in found if place.version),
        has_exact_versions=is_exact,
    )


def _section(text: str) -> Place:
    library, *words = text.split()
    options = dict(word.split("=") for word in words if "=" in word)
    version = next((word for word in words if "=" not in word), None)
    since = _release(options["since"]) if "since" in options else _release(version or "")
    until = _release(options["until"]) if "until" in options else _NEVER
    return Place(library, version, since, until)


_NUMBER = re.compile(r"(?:GLIBC_)?(\d+(?:\.\d+)*)")


def _release(text: str) -> Release:
    match = _NUMBER.fullmatch(text)
    return tuple(int(part) for part in match[1].split(".")) if match else _EVER
