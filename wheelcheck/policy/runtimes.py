"""Language and threading runtimes: names in libstdc++ and libgcc, and which libraries are one runtime.

The list of names comes from Debian's packages (tools/make_runtime_policy.py). Mangled names depend on the
width of types, so it applies to LP64 architectures only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from wheelcheck.policy.data_files import Document, Listed, read_document, read_sections
from wheelcheck.policy.machines import is_lp64
from wheelcheck.policy.platforms import Need, PlatformPolicy

_GRAFTED = r"(?:-[0-9a-f]{6,})*"
"""What repair tools add to the names of libraries that they copy into a wheel."""


class _Single(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    libraries: tuple[str, ...]


class _Runtimes(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    listed: Mapping[str, str]
    single: tuple[_Single, ...]


@cache
def _document() -> _Runtimes:
    return read_document("runtimes.toml", _Runtimes)


RUNTIMES = Listed(lambda: frozenset(_document().listed))
"""Libraries whose names are listed."""


def is_listed(platform: PlatformPolicy) -> bool:
    """Whether the list applies to the platform's architecture."""
    return is_lp64(platform.arch)


def may_define(library: str, name: str) -> bool:
    """Whether a library can have a name, as far as the shape of the name tells."""
    pattern = _shapes().get(library)
    return pattern is None or pattern.fullmatch(name) is not None


@cache
def _shapes() -> Mapping[str, re.Pattern[str]]:
    return {library: re.compile(pattern) for library, pattern in _document().listed.items()}


def runtime_of(
    name: str, platform: PlatformPolicy, needed: Mapping[str, tuple[int, ...]] | None = None
) -> str | None:
    """Runtime library that exports `name` on every host that meets the tag and these needs.

    Args:
        name: as in the symbol table.
        platform: what the tag promises.
        needed: prefix of symbol versions → the newest one that an object of the load needs.
    """
    found = _places().get(name) if is_listed(platform) else None
    if found is None:
        return None
    need = Need.of(found[1])
    is_there = not platform.is_promise or platform.allows(need)
    return found[0] if is_there or () < need.release <= (needed or {}).get(need.prefix, ()) else None


def single_runtime(file_name: str) -> str | None:
    """Runtime that a library is a copy of, grafted or not, if a process should load it only once."""
    return next((name for name, pattern in _single().items() if pattern.fullmatch(file_name)), None)


@cache
def _single() -> Mapping[str, re.Pattern[str]]:
    return {
        runtime.name: re.compile(rf"(?:{'|'.join(map(re.escape, runtime.libraries))}){_GRAFTED}\.so[\d.]*")
        for runtime in _document().single
    }


@cache
def _places() -> Mapping[str, tuple[str, str]]:
    places: dict[str, tuple[str, str]] = {}
    for heading, names in read_sections("runtime-lp64.txt"):
        library, _, version = heading.partition(" ")
        places.update(dict.fromkeys(names, (library, version)))
    return places
