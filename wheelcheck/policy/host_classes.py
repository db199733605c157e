"""Libraries that a wheel may leave to the host, by class: drivers, desktops, runtimes of a cluster.

The classes are data (`data/host_classes.toml`); a name in one of them is a weaker fault when the wheel
lacks it, because the user's system brings it where the wheel is of use at all.
"""

from __future__ import annotations

import fnmatch
import re
from functools import cache
from pathlib import Path

import msgspec

from wheelcheck.toml import loads

_PATH = Path(__file__).parent / "data" / "host_classes.toml"


class HostClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One class of host libraries."""

    name: str
    what: str
    """Who brings these libraries, in words."""
    sonames: tuple[str, ...]
    """Globs."""


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    soname: str
    pattern: str


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: tuple[str, ...]
    date: str
    names: tuple[_Names, ...]
    host_class: tuple[HostClass, ...] = msgspec.field(name="class")


@cache
def _document() -> _Document:
    return msgspec.convert(loads(_PATH.read_text("utf-8")), _Document)


def host_classes() -> tuple[HostClass, ...]:
    """Every class, in the order of the data file."""
    return _document().host_class


@cache
def names_of(soname: str) -> re.Pattern[str] | None:
    """Pattern of the names that a host library exports, when all of them share a prefix."""
    row = next((row for row in _document().names if fnmatch.fnmatchcase(soname, row.soname)), None)
    return re.compile(row.pattern) if row is not None else None


@cache
def host_class(soname: str) -> str | None:
    """Name of the class that a soname belongs to; the first one that matches."""
    return next(
        (
            each.name
            for each in host_classes()
            if any(fnmatch.fnmatchcase(soname, glob) for glob in each.sonames)
        ),
        None,
    )
