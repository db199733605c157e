"""Static registration tables: what a library registers when it is loaded, read without running it.

A scheme is data (`registries/*.toml`): the entry points of a registry, the layout of the records that
are passed to it, and what a name looks like. Only a library that imports or defines an entry point is
searched; elsewhere the same bytes mean something else (`std::nullptr_t`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from wheelcheck.binary.model import Binary, Registration
from wheelcheck.errors import UnreadableBinaryError

_NAME_LIMIT = 512
_NAMES_LIMIT = 16 << 20
_CARRY = 4096


class Records(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True
):
    """Layout of the records of a static registration table; offsets and sizes in bytes."""

    entry_points: tuple[str, ...]
    """Prefixes of the mangled names of functions that take a table; only files that use one are read."""
    size: int
    name: int
    key: int
    function: int
    name_pattern: str
    """Regular expression that matches a whole name, `namespace::name`."""
    bits: int = 64
    """Address width that the offsets apply to."""


class Names(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True
):
    """Things that code registers one by one and that only their names identify."""

    entry_points: tuple[str, ...]
    """Prefixes of the mangled names of functions that register one."""
    pattern: str
    """Regular expression that matches a whole string constant."""


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One registry, as a contract or a data file describes it."""

    name: str
    records: Records
    names: Names | None = None

    @property
    def entry_points(self) -> tuple[str, ...]:
        """Prefixes of the mangled names of all entry points."""
        return self.records.entry_points + (self.names.entry_points if self.names else ())


class Pointers(NamedTuple):
    """Pointers in a file's data after relocation."""

    targets: dict[int, int]
    """Address of a pointer → address that it points to."""
    functions: set[int]
    """Addresses of pointers to a function symbol."""


class Memory(NamedTuple):
    """Access to a loaded file; each function takes an address."""

    peek: Callable[[int, int], bytes]
    """Gives up to so many bytes at an address, b'' when the file has none there."""
    is_code: Callable[[int], bool]
    is_constant: Callable[[int], bool]


@cache
def load_schemes() -> tuple[Scheme, ...]:
    """Give the schemes in the package, by file name."""
    folder = Path(__file__).parent / "registries"
    return tuple(
        msgspec.toml.decode(path.read_bytes(), type=Scheme) for path in sorted(folder.glob("*.toml"))
    )


def takes_part(binary: Binary, entry_points: tuple[str, ...]) -> bool:
    """Whether the file imports or defines one of the entry points."""
    return any(each.name.startswith(entry_points) for each in binary.imports) or any(
        name.startswith(entry_points) for name in binary.exports
    )


def imports_entry_point(binary: Binary, scheme: Scheme) -> bool:
    """Whether the file calls one of the scheme's entry points in another library."""
    return any(each.name.startswith(scheme.entry_points) for each in binary.imports)


def registers_by_code(binary: Binary, scheme: Scheme) -> bool:
    """Whether the file registers at load, but not from a table that can be read."""
    return (
        imports_entry_point(binary, scheme)
        and binary.own_initialisers > 0
        and not any(each.scheme == scheme.name for each in binary.registrations)
    )


def find_registrations(scheme: Scheme, pointers: Pointers, memory: Memory) -> tuple[Registration, ...]:
    """Give the records of the scheme's tables, in the order of their addresses."""
    records = scheme.records
    name_matches = re.compile(records.name_pattern, re.ASCII).fullmatch
    found = []
    left = _NAMES_LIMIT
    for place in sorted(pointers.targets):
        start = place - records.name
        if not _holds_function(start + records.function, pointers, memory):
            continue
        key = _key(start + records.key, records.bits // 8, pointers, memory)
        if key is None:
            continue
        name = _string(pointers.targets[place], memory)
        if name is not None and name_matches(name):
            namespace, _, rest = name.partition("::")
            left -= len(name) + len(key)
            if left < 0:
                raise UnreadableBinaryError(f"registered names take more than {_NAMES_LIMIT} bytes")
            found.append(Registration(scheme.name, namespace, rest, key or None))
    return tuple(found)


def _holds_function(place: int, pointers: Pointers, memory: Memory) -> bool:
    if place in pointers.functions:
        return True
    target = pointers.targets.get(place)
    return target is not None and memory.is_code(target)


def _key(place: int, width: int, pointers: Pointers, memory: Memory) -> str | None:
    """Key of a record: '' for a null pointer, None when this is not a key."""
    target = pointers.targets.get(place)
    if target is not None:
        return _string(target, memory)
    return None if memory.peek(place, width).strip(b"\0") else ""


def _string(address: int, memory: Memory) -> str | None:
    if not memory.is_constant(address):
        return None
    text, end, _ = memory.peek(address, _NAME_LIMIT).partition(b"\0")
    if not end or not text.isascii():
        return None
    decoded = text.decode("ascii")
    return decoded if decoded.isprintable() else None


def find_strings(pattern: str, segments: Iterable[Iterator[bytes]]) -> frozenset[str]:
    """Give the NUL-terminated strings that match as a whole; each segment is given in pieces."""
    matches = re.compile(pattern.encode()).fullmatch
    found: set[bytes] = set()
    for pieces in segments:
        carry = b""
        for piece in pieces:
            whole, _, rest = (carry + piece).rpartition(b"\0")
            # One by one: an expression that can match NUL would run on from each string to the end.
            found.update(
                text for text in set(whole.split(b"\0")) if 0 < len(text) <= _CARRY and matches(text)
            )
            # A string longer than this is not a name; its beginning keeps the rest from being taken for one.
            carry = rest[: _CARRY + 1]
    return frozenset(text.decode("utf-8", "backslashreplace") for text in found)
