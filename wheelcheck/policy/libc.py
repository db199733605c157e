"""Which library of glibc or musl exports a name, and since when: dated lists, read on first use.

The lists come from Debian's packages of several releases (tools/make_libc_policy.py). Where the release
of a move is not known exactly, the earliest possible one is used: nothing that may be right is reported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from wheelcheck.policy.data_files import Document, read_document, read_sections
from wheelcheck.policy.sonames import musl_libc_soname

Release = tuple[int, ...]

_LISTED = frozenset({"x86_64", "aarch64", "i686"})
_GENERIC = "aarch64"
_EVER: Release = (0,)
_NEVER: Release = (999,)


class _Libc(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    named_versions: Mapping[str, str]


@cache
def _document() -> _Libc:
    return read_document("libc.toml", _Libc)


def named_release(version: str) -> Release:
    """Release that introduced a glibc version which is not a number (`ABI_DT_RELR`); () for others."""
    release = _document().named_versions.get(version)
    return _release(release) if release is not None else ()


class Place(NamedTuple):
    """One library that exports a name with one version in a range of releases."""

    library: str
    version: str | None
    since: Release
    until: Release
    """First release without it."""

    def is_in(self, release: Release) -> bool:
        """Whether this release (or some release of a series such as `1.2`) has the name there."""
        return self.since[: len(release)] <= release < self.until


class LibcSymbols(msgspec.Struct, frozen=True, kw_only=True):
    """The public names of one libc on one architecture."""

    places: Mapping[str, tuple[Place, ...]]
    libraries: frozenset[str]
    """Sonames of the libraries whose names are all known."""
    versions: frozenset[str]
    """Symbol versions in the list."""
    has_exact_versions: bool
    """Whether the list is for this architecture: symbol versions differ between architectures."""

    @classmethod
    def of(cls, libc: str, arch: str) -> LibcSymbols:
        """Read the list for `glibc` or `musl` and an architecture (named as in platform tags)."""
        return _read(libc, arch)

    def provider(self, name: str, release: Release) -> frozenset[str]:
        """Libraries in which an unversioned lookup finds `name` in this release of the libc."""
        return frozenset(place.library for place in self.places.get(name, ()) if place.is_in(release))

    def has_version(self, library: str, name: str, version: str, release: Release) -> bool:
        """Whether `library` exports `name` with `version` in this release."""
        return any(
            place.library == library
            and place.is_in(release)
            and (place.version == version or not self.has_exact_versions)
            for place in self.places.get(name, ())
        )


@cache
def _read(libc: str, arch: str) -> LibcSymbols:
    if libc == "musl":
        return _parse("musl.txt", is_exact=True, rename=musl_libc_soname(arch))
    listed = arch if arch in _LISTED else _GENERIC
    return _parse(f"glibc-{listed}.txt", is_exact=arch in _LISTED, rename=None)


def _parse(file_name: str, *, is_exact: bool, rename: str | None) -> LibcSymbols:
    places: dict[str, list[Place]] = {}
    for heading, names in read_sections(file_name):
        place = _place(heading)
        if rename is not None:
            place = place._replace(library=rename)
        for name in names:
            places.setdefault(name, []).append(place)
    return LibcSymbols(
        places={name: tuple(found) for name, found in places.items()},
        libraries=frozenset(place.library for found in places.values() for place in found),
        versions=frozenset(place.version for found in places.values() for place in found if place.version),
        has_exact_versions=is_exact,
    )


def _place(heading: str) -> Place:
    library, *words = heading.split()
    options = dict(word.split("=") for word in words if "=" in word)
    version = next((word for word in words if "=" not in word), None)
    since = _release(options["since"]) if "since" in options else _release(version or "")
    until = _release(options["until"]) if "until" in options else _NEVER
    return Place(library, version, since, until)


_NUMBER = re.compile(r"(?:GLIBC_)?(\d+(?:\.\d+)*)")


def _release(text: str) -> Release:
    match = _NUMBER.fullmatch(text)
    return tuple(int(part) for part in match[1].split(".")) if match else _EVER
