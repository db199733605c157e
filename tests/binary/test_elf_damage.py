"""A damaged ELF file is refused by name; never a crash, never fewer facts."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.elfmaker import make_elf
from wheelcheck.binary.elf.details import PF_R, PT_LOAD, Segment, elf_details
from wheelcheck.binary.elf.loads import LoadMap, end_in_memory
from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.model import Binary
from wheelcheck.binary.registry import load_schemes
from wheelcheck.binary.source import BytesSource
from wheelcheck.errors import UnreadableBinaryError

_RICH: dict[str, Any] = {
    "soname": "libx.so.1",
    "needed": ["libc.so.6"],
    "runpath": ["$ORIGIN"],
    "exports": ["f", {"name": "g", "version": "V1"}],
    "imports": [{"name": "memcpy", "version": "GLIBC_2.14", "library": "libc.so.6"}],
    "registrations": ["ns::op.out", {"name": "ns::two.out", "key": "v1/6;0", "symbolic": True}],
    "build_id": "00112233",
    "debug_info": 40,
}
FILES = {
    "whole": make_elf(**_RICH),
    "bare": make_elf(sections=False, hash="gnu", **_RICH),
    "narrow": make_elf(machine="i686", hash="sysv", **_RICH),
    "big-endian": make_elf(machine="s390x", sections=False, hash="sysv", **_RICH),
    "program": make_elf(type="exec", interp="/lib64/ld-linux-x86-64.so.2", **_RICH),
    "static": make_elf(type="static"),
}
_WORDS = (0, 1, 0x7F, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)
names = st.sampled_from(sorted(FILES))


def read(content: bytes) -> Binary:
    return read_elf(BytesSource(content), "libx.so", load_schemes())


@pytest.mark.parametrize("name", sorted(FILES))
def test_any_prefix_is_complete_or_refused(name: str) -> None:
    """A file that was cut anywhere gives all facts of the whole, or a reason."""
    content = FILES[name]
    whole = read(content)
    for length in range(len(content)):
        binary = _read_or_refuse(content[:length])
        assert binary is None or replace(binary, size=whole.size) == whole


@settings(max_examples=300, deadline=None)
@given(names, st.data())
def test_flipped_bytes_raise_nothing_else(name: str, data: st.DataObject) -> None:
    """Any change of single bytes gives facts or a named refusal."""
    content = bytearray(FILES[name])
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=8)):
        content[place] = data.draw(st.integers(0, 255))

    _read_or_refuse(bytes(content))


@settings(max_examples=300, deadline=None)
@given(names, st.data())
def test_extreme_numbers_raise_nothing_else(name: str, data: st.DataObject) -> None:
    """Counts, sizes and offsets that no file has lead to no crash and no flood of memory."""
    content = bytearray(FILES[name])
    width = data.draw(st.sampled_from([2, 4, 8]))
    places = st.integers(0, (len(content) - width) // width)
    for place in data.draw(st.lists(places, min_size=1, max_size=4)):
        number = data.draw(st.sampled_from(_WORDS)) & ((1 << 8 * width) - 1)
        order = data.draw(st.sampled_from(["<", ">"]))
        struct.pack_into(order + {2: "H", 4: "I", 8: "Q"}[width], content, place * width, number)

    _read_or_refuse(bytes(content))


def _read_or_refuse(content: bytes) -> Binary | None:
    try:
        return read(content)
    except UnreadableBinaryError:
        return None


def _edited(content: bytes, fields: str, place: int, *values: int) -> bytes:
    data = bytearray(content)
    struct.pack_into(fields, data, place, *values)
    return bytes(data)


def _tag(content: bytes, tag: int) -> int:
    """Place of the value of a dynamic tag."""
    (segments,) = struct.unpack_from("<Q", content, 32)
    while struct.unpack_from("<I", content, segments)[0] != 2:
        segments += 56
    (place,) = struct.unpack_from("<Q", content, segments + 8)
    while struct.unpack_from("<Q", content, place)[0] != tag:
        place += 16
    return int(place) + 8


WHOLE = FILES["whole"]
BARE = FILES["bare"]
REFUSALS = {
    "text": (b"#!/bin/sh\nexit 0\n", "file starts with b'#!/b'"),
    "class": (_edited(WHOLE, "B", 4, 3), "ELF class is 3"),
    "order": (_edited(WHOLE, "B", 5, 0), "ELF byte order is 0"),
    "short": (WHOLE[:40], "ELF header ends at byte 64, file has 40"),
    "segments": (BARE[:100], "program header table ends at byte"),
    "entry": (_edited(WHOLE, "<H", 54, 55), "program header has size 55, expected 56"),
    "load": (BARE[:-1], f"ends at byte {len(BARE)}, file has {len(BARE) - 1}"),
    "sections": (WHOLE[:-1], f"section header table ends at byte {len(WHOLE)}, file has {len(WHOLE) - 1}"),
    "strings": (_edited(BARE, "<Q", _tag(BARE, 5), 1 << 40), "string table is at address"),
    "names": (_edited(BARE, "<Q", _tag(BARE, 14), 1 << 20), "name of DT_SONAME at 1048576 does not end"),
    "symbols": (_edited(BARE, "<Q", _tag(BARE, 6), 1 << 40), "symbol table is at address"),
    "hash": (_edited(BARE, "<Q", _tag(BARE, 0x6FFFFEF5), 1 << 40), "GNU hash table is at address"),
    "versions": (_edited(BARE, "<Q", _tag(BARE, 0x6FFFFFFE), 1 << 40), "version need is at address"),
    "core": (_edited(WHOLE, "<H", 16, 4), "file is a core dump (ET_CORE)"),
    "needed": (make_elf(needed=["n" * 4097]), "name of a needed library at"),
    "soname": (make_elf(soname="s" * 4097), "has 4097 bytes; the limit is 4096"),
    "search path": (make_elf(runpath=["$ORIGIN"] * 9000), "the limit is 65536"),
    "folders": (make_elf(runpath=[""] * 1001), "DT_RUNPATH has 1001 folders, up to 0 characters long"),
    "folder": (make_elf(runpath=["/" * 4097]), "DT_RUNPATH has 1 folder, up to 4097 characters long"),
    "relocations": (_edited(BARE, "<Q", _tag(BARE, 8), 24 << 20), "relocation table ends at"),
}


@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_refusal_names_what_is_wrong(name: str) -> None:
    """The message has the thing, what was found, and what the file has."""
    content, message = REFUSALS[name]
    with pytest.raises(UnreadableBinaryError) as refusal:
        read(content)

    assert message in refusal.value.message


def _symbol_names(content: bytes, offsets: Iterable[int]) -> bytes:
    """Let the dynamic symbols from the second on have other names."""
    table = _file_offset(content, 6)
    for index, offset in enumerate(offsets, 1):
        content = _edited(content, "<I", table + 24 * index, offset)
    return content


def _file_offset(content: bytes, tag: int) -> int:
    (address,) = struct.unpack_from("<Q", content, _tag(content, tag))
    load = next(
        each
        for each in elf_details(read(content)).segments
        if each.type == PT_LOAD and each.address <= address < each.address + each.file_size
    )
    return int(address - load.address + load.offset)


def test_names_that_overlap_are_bounded() -> None:
    """One long string, read from many places to its end, takes no more memory than its limit."""
    long = "a" * 3_000_000
    whole = make_elf(exports=[long, *(f"f{index}" for index in range(40))])
    strings = _file_offset(whole, 5)
    start = whole.index(long.encode()) - strings
    content = _symbol_names(whole, range(start, start + 41))
    with pytest.raises(UnreadableBinaryError) as refusal:
        read(content)

    assert "bytes overlap and take more than" in refusal.value.message


def _segment(address: int, size: int = 16, flags: int = PF_R) -> Segment:
    return Segment(PT_LOAD, flags, address, address, size, size, 4096)


def test_many_segments_must_be_in_order() -> None:
    """A file that would be searched one by one is refused."""
    segments = tuple(_segment(0x1000 * index) for index in range(100))
    LoadMap(segments)
    with pytest.raises(UnreadableBinaryError) as refusal:
        LoadMap(segments[::-1])

    assert "100 loaded segments overlap or are not in ascending order" in refusal.value.message


@given(st.lists(st.integers(0, 40), min_size=1, max_size=12, unique=True), st.integers(0, 50 * 0x800))
def test_halving_finds_what_a_walk_finds(starts: list[int], address: int) -> None:
    """Segments in ascending order give the same as a look at each."""
    segments = tuple(_segment(0x800 * start, 0x700) for start in sorted(starts))
    found = LoadMap(segments).find(address)
    holder = next((each for each in segments if each.address <= address < each.address + 0x700), None)

    assert holder is None or found == (holder, end_in_memory(holder))
