"""Libraries that a wheel may leave to the host, by class: drivers, desktops, cluster runtimes.

The classes are data (`data/host_classes.toml`). A library of a class that is not in the wheel is a less
severe fault, because the user's system provides it wherever the wheel is useful at all.
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
    """Description of who provides these libraries."""
    sonames: tuple[str, ...]
    """Globs."""


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sonames: tuple[str, ...]
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
    rows = _document().names
    row = next((row for row in rows if any(fnmatch.fnmatchcase(soname, each) for each in row.sonames)), None)
    return re.compile(row.pattern) if row is not None else None


@cache
def host_class(soname: str) -> str | None:
    """Name of the first class that a soname belongs to; None when it is in no class."""
    return next(
        (
            each.name
            for each in host_classes()
            if any(fnmatch.fnmatchcase(soname, glob) for glob in each.sonames)
        ),
        None,
    )
