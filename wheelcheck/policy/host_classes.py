"""Libraries that a wheel may leave to the host, by class: drivers, desktops, runtimes of a cluster.

The classes are data (`data/host_classes.toml`); a name in one of them is a weaker fault when the wheel
lacks it, because the user's system provides it where the wheel is of use at all.
"""

from __future__ import annotations

import fnmatch
import re
from functools import cache

import msgspec

from wheelcheck.policy.data_files import Document, read_document


class HostClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One class of host libraries."""

    name: str
    what: str
    """Who provides these libraries, in words."""
    sonames: tuple[str, ...]
    """Globs."""


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    soname: str
    pattern: str


class _HostClasses(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    names: tuple[_Names, ...]
    host_class: tuple[HostClass, ...] = msgspec.field(name="class")


@cache
def _document() -> _HostClasses:
    return read_document("host_classes.toml", _HostClasses)


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
