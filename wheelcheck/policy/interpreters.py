"""Pythons in use, and which libraries each of them loads before it imports anything, as dated data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from wheelcheck.policy.data_files import Document, read_document

Release = tuple[int, ...]


class _Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    glibc: str | None = None
    floor: str | None = None
    libraries: frozenset[str]


class _Interpreters(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    interpreter: tuple[_Row, ...]


class Reliance(NamedTuple):
    """Which Pythons load a library, of those whose C library lacks a name of it."""

    loading: tuple[str, ...]
    failing: tuple[str, ...]


def reliance(library: str, floor: Release, is_in_libc: Callable[[Release], bool]) -> Reliance:
    """Ask every Python in use on hosts of a tag.

    Args:
        library: where the name is on the tag's oldest hosts.
        floor: glibc release of the tag.
        is_in_libc: whether the C library itself has the name in a release.
    """
    asked = [row for row, glibc in _on_hosts(floor) if not is_in_libc(glibc)]
    return Reliance(
        loading=tuple(row.name for row in asked if library in row.libraries),
        failing=tuple(row.name for row in asked if library not in row.libraries),
    )


def _on_hosts(floor: Release) -> Iterator[tuple[_Row, Release]]:
    """Interpreters that a wheel of a tag can be installed into, with the oldest glibc below each."""
    for row, glibc, lowest in _rows():
        if glibc is None:
            yield row, max(floor, lowest)
        elif glibc >= floor:
            yield row, glibc


@cache
def _rows() -> tuple[tuple[_Row, Release | None, Release], ...]:
    rows = read_document("interpreters.toml", _Interpreters).interpreter
    return tuple((row, _release(row.glibc) or None, _release(row.floor)) for row in rows)


def _release(text: str | None) -> Release:
    return tuple(int(part) for part in text.split(".")) if text else ()
