"""The structure of an ELF file: header, segments, sections, and which byte is at which address.

Everything that matters for loading comes from the program headers, as in the loader.
Section headers are optional and used only for what nothing else can tell.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.binary.elf.details import PT_LOAD, Segment
from wheelcheck.binary.elf.loads import LoadMap
from wheelcheck.binary.source import ByteSource
from wheelcheck.errors import UnreadableBinaryError

ET_REL, ET_EXEC, ET_DYN, ET_CORE = 1, 2, 3, 4
PT_DYNAMIC, PT_INTERP, PT_NOTE = 2, 3, 4
PT_GNU_STACK, PT_GNU_RELRO = 0x6474E551, 0x6474E552
SHT_NOBITS, SHT_DYNSYM = 8, 11
SHF_ALLOC, SHF_EXECINSTR = 2, 4

_PN_XNUM = 0xFFFF
_MAX_SEGMENTS = 100_000
_MAX_SECTIONS = 1_000_000
_BLOCK = 1 << 16
_BLOCKS_KEPT = 16

CUT = "the file is truncated or damaged; compare it with the one that the build produced"
DAMAGED = "the file is damaged, or a tool edited it and left it inconsistent; rebuild it"


class Section(NamedTuple):
    """One section header."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry_size: int


class Header(NamedTuple):
    """The ELF header."""

    bits: int
    is_little_endian: bool
    os_abi: int
    type: int
    machine: int
    segments_at: int
    sections_at: int
    segment_count: int
    segment_size: int
    section_size: int
    section_count: int
    names_section: int

    @property
    def order(self) -> str:
        """Prefix of struct formats."""
        return "<" if self.is_little_endian else ">"

    @property
    def word(self) -> int:
        """Bytes of an address."""
        return self.bits // 8


class Image:
    """Header and segments of one file, which can be read by offset or by address."""

    def __init__(self, source: ByteSource) -> None:
        self.source = source
        self.size = source.size
        self.header = _read_header(self)
        self.segments = _read_segments(self)
        self.loads = tuple(each for each in self.segments if each.type == PT_LOAD and each.file_size)
        self.map = LoadMap(self.loads)
        self._blocks: dict[int, bytes] = {}

    def read(self, offset: int, length: int, what: str) -> bytes:
        """Give exactly these bytes of the file, or raise an error that names `what`."""
        self.require(offset, length, what)
        data = self.source.read(offset, length)
        if len(data) != length:
            raise UnreadableBinaryError(
                f"{what} at byte {offset} has size {length}, but only {len(data)} could be read", hint=CUT
            )
        return data

    def require(self, offset: int, length: int, what: str) -> None:
        """Raise an error for a piece that is not in the file."""
        if offset + length > self.size:
            raise UnreadableBinaryError(
                f"{what} ends at byte {offset + length}, file has {self.size}", hint=CUT
            )

    def span(self, address: int, what: str) -> tuple[int, int]:
        """File offset of an address, and how many bytes from there are loaded with it."""
        found = self._find(address)
        if found is None:
            raise UnreadableBinaryError(
                f"{what} is at address {address:#x}, which no loaded segment maps from the file",
                hint=DAMAGED,
            )
        return found

    def _find(self, address: int) -> tuple[int, int] | None:
        found = self.map.find(address)
        if found is None:
            return None
        load, end = found
        offset = load.offset + address - load.address
        available = min(end - address, self.size - offset)
        return (offset, available) if offset >= 0 and available > 0 else None

    def locate(self, address: int, length: int, what: str) -> int:
        """File offset of `length` bytes that are loaded at `address`."""
        offset, available = self.span(address, what)
        self.require(offset, length, what)
        if length > available:
            raise UnreadableBinaryError(
                f"{what} ends at address {address + length:#x}; its segment ends at {address + available:#x}",
                hint=DAMAGED,
            )
        return offset

    def at(self, address: int, length: int, what: str) -> bytes:
        """Give the bytes that are loaded at `address`."""
        return self.read(self.locate(address, length, what), length, what)

    def pieces(self, address: int, length: int, unit: int, what: str) -> Iterator[bytes]:
        """Give a table of `unit`-byte entries in pieces of bounded size."""
        offset = self.locate(address, length, what)
        step = unit * max(1, (1 << 20) // unit)
        end = offset + length - length % unit
        for start in range(offset, end, step):
            yield self.read(start, min(step, end - start), what)

    def peek(self, address: int, length: int) -> bytes:
        """Give up to `length` bytes loaded at `address` (b'' if none), for many small reads."""
        found = self._find(address)
        return b"" if found is None else self._cached(found[0], min(length, found[1]))

    def unpack(self, fields: str, data: bytes) -> Iterator[tuple[int, ...]]:
        """Unpack a table; `P` in `fields` is an address, `p` a signed one."""
        return struct.iter_unpack(self.format(fields), data)

    def format(self, fields: str) -> str:
        """Struct format in this file's byte order and width."""
        wide = self.header.bits == 64
        return self.header.order + fields.replace("P", "Q" if wide else "I").replace(
            "p", "q" if wide else "i"
        )

    def _cached(self, offset: int, length: int) -> bytes:
        data = b""
        while length > 0:
            start = offset - offset % _BLOCK
            block = self._blocks.get(start)
            if block is None:
                if len(self._blocks) >= _BLOCKS_KEPT:
                    del self._blocks[next(iter(self._blocks))]
                block = self._blocks[start] = self.source.read(start, _BLOCK)
            piece = block[offset - start : offset - start + length]
            if not piece:
                break
            data += piece
            offset += len(piece)
            length -= len(piece)
        return data


def _read_header(image: Image) -> Header:
    ident = image.read(0, 16, "ELF identification")
    if ident[:4] != b"\x7fELF":
        raise UnreadableBinaryError(f"file starts with {ident[:4]!r}; an ELF file starts with b'\\x7fELF'")
    if ident[4] not in {1, 2}:
        raise UnreadableBinaryError(
            f"ELF class is {ident[4]}, expected 1 (32 bit) or 2 (64 bit)", hint=DAMAGED
        )
    if ident[5] not in {1, 2}:
        raise UnreadableBinaryError(
            f"ELF byte order is {ident[5]}, expected 1 (little endian) or 2 (big endian)", hint=DAMAGED
        )
    bits = 32 * ident[4]
    fields = ("<" if ident[5] == 1 else ">") + ("HHIQQQIHHHHHH" if bits == 64 else "HHIIIIIHHHHHH")
    data = image.read(16, struct.calcsize(fields), "ELF header")
    (type_, machine, _, _, segments_at, sections_at, _, _, segment_size, segment_count, *sections) = (
        struct.unpack(fields, data)
    )
    if type_ == ET_CORE:
        raise UnreadableBinaryError("file is a core dump (ET_CORE)", hint="leave it out of the wheel")
    return Header(
        bits=bits,
        is_little_endian=ident[5] == 1,
        os_abi=ident[7],
        type=type_,
        machine=machine,
        segments_at=segments_at,
        sections_at=sections_at,
        segment_count=segment_count,
        segment_size=segment_size,
        section_size=sections[0],
        section_count=sections[1],
        names_section=sections[2],
    )


def _read_segments(image: Image) -> tuple[Segment, ...]:
    header = image.header
    count = header.segment_count
    if count == _PN_XNUM and header.sections_at:
        count = _first_section(image).info
    if not count:
        return ()
    fields = image.format("IIPPPPPP" if header.bits == 64 else "IPPPPPIP")
    _check_entry("program header", header.segment_size, struct.calcsize(fields))
    _check_count("program headers", count, _MAX_SEGMENTS)
    data = image.read(header.segments_at, count * header.segment_size, "program header table")
    if header.bits == 64:
        return tuple(
            Segment(type_, flags, offset, address, in_file, in_memory, align)
            for type_, flags, offset, address, _, in_file, in_memory, align in struct.iter_unpack(
                fields, data
            )
        )
    return tuple(
        Segment(type_, flags, offset, address, in_file, in_memory, align)
        for type_, offset, address, _, in_file, in_memory, flags, align in struct.iter_unpack(fields, data)
    )


def read_sections(image: Image) -> tuple[Section, ...]:
    """Read the section header table; () when the file has none."""
    header = image.header
    if not header.sections_at:
        return ()
    # More than 0xff00 sections: the number is in the first header's size (gABI, e_shnum).
    count = header.section_count or _first_section(image).size
    if not count:
        return ()
    fields = image.format(_SECTION)
    _check_entry("section header", header.section_size, struct.calcsize(fields))
    _check_count("section headers", count, _MAX_SECTIONS)
    data = image.read(header.sections_at, count * header.section_size, "section header table")
    sections = tuple(Section._make(each) for each in struct.iter_unpack(fields, data))
    for index, section in enumerate(sections):
        if section.type not in {0, SHT_NOBITS}:
            image.require(section.offset, section.size, f"section {index}")
    return sections


_SECTION = "IIPPPPIIPP"


def _first_section(image: Image) -> Section:
    fields = image.format(_SECTION)
    data = image.read(image.header.sections_at, struct.calcsize(fields), "section header table")
    return Section._make(struct.unpack(fields, data))


def _check_entry(what: str, found: int, expected: int) -> None:
    if found != expected:
        raise UnreadableBinaryError(f"{what} has size {found}, expected {expected}", hint=DAMAGED)


def _check_count(what: str, found: int, limit: int) -> None:
    if found > limit:
        raise UnreadableBinaryError(f"file declares {found} {what}; the limit is {limit}", hint=DAMAGED)
