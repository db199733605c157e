"""Faults of the archive itself, made by editing the bytes of a finished zip (APPNOTE 4.3)."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class _Entry(NamedTuple):
    name: str
    central: int
    """Offset of the central directory record."""
    local: int
    """Offset of the local header."""
    data: int
    compressed_size: int


def edit_zip(content: bytes, edits: Mapping[str, Any]) -> bytes:
    """Apply the keys of `[zip]` that no zip writer offers.

    `declared_size = {name = N}`, `bad_crc = [name]`, `encrypted = [name]`,
    `overlap = [[name, other]]` (name's record leads to other's data), `prefix = "text"`, `truncate = N`.
    """
    data = bytearray(content)
    entries = {entry.name: entry for entry in _entries(content)}
    for name, size in edits.get("declared_size", {}).items():
        _put(data, entries[name], size=size)
    for name in edits.get("bad_crc", []):
        _put(data, entries[name], crc=0xBAD)
    for name in edits.get("encrypted", []):
        _put(data, entries[name], flags=1)
    for name, other in edits.get("overlap", []):
        struct.pack_into("<I", data, entries[name].central + 42, entries[other].local)
    whole = str(edits.get("prefix", "")).encode() + bytes(data)
    return whole[: len(whole) - int(edits.get("truncate", 0))]


def _put(data: bytearray, entry: _Entry, **fields: int) -> None:
    """Write a field into both headers of an entry."""
    places = {"flags": (8, 6, "<H"), "crc": (16, 14, "<I"), "size": (24, 22, "<I")}
    for field, value in fields.items():
        central, local, form = places[field]
        struct.pack_into(form, data, entry.central + central, value)
        struct.pack_into(form, data, entry.local + local, value)


def _entries(data: bytes) -> Iterator[_Entry]:
    end = data.rindex(b"PK\x05\x06")
    count, _, at = struct.unpack_from("<HII", data, end + 10)
    for _ in range(count):
        compressed = struct.unpack_from("<I", data, at + 20)[0]
        name, extra, comment = struct.unpack_from("<3H", data, at + 28)
        local = struct.unpack_from("<I", data, at + 42)[0]
        local_name, local_extra = struct.unpack_from("<2H", data, local + 26)
        text = data[at + 46 : at + 46 + name].decode()
        yield _Entry(text, at, local, local + 30 + local_name + local_extra, compressed)
        at += 46 + name + extra + comment
