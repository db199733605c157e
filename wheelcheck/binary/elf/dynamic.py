"""The dynamic table of an ELF file and its strings (gABI chapter 5)."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from wheelcheck.binary.elf.image import CUT, DAMAGED, PT_DYNAMIC, Image
from wheelcheck.binary.model import PathKind, SearchPath
from wheelcheck.errors import UnreadableBinaryError

_MAX_ENTRIES = 65_536
_MAX_STRINGS = 256 << 20
_CHUNK = 4096
_MAX_PATH = 4096
"""PATH_MAX: no loader opens a longer name."""
_MAX_SEARCH_PATH = 65_536
_MAX_FOLDERS = 1_000

DT_NEEDED, DT_PLTRELSZ, DT_HASH, DT_STRTAB, DT_SYMTAB = 1, 2, 4, 5, 6
DT_RELA, DT_RELASZ, DT_STRSZ, DT_SYMENT, DT_INIT, DT_SONAME, DT_RPATH = 7, 8, 10, 11, 12, 14, 15
DT_REL, DT_RELSZ, DT_PLTREL, DT_TEXTREL, DT_JMPREL, DT_BIND_NOW = 17, 18, 20, 22, 23, 24
DT_INIT_ARRAY, DT_INIT_ARRAYSZ, DT_RUNPATH, DT_FLAGS, DT_RELRSZ, DT_RELR = 25, 27, 29, 30, 35, 36
DT_GNU_HASH, DT_VERSYM, DT_FLAGS_1 = 0x6FFFFEF5, 0x6FFFFFF0, 0x6FFFFFFB
DT_VERDEF, DT_VERNEED = 0x6FFFFFFC, 0x6FFFFFFE
DT_MIPS_SYMTABNO = 0x70000011

_DF_TEXTREL, _DF_BIND_NOW = 4, 8
_DF_1_NOW, _DF_1_PIE = 1, 0x08000000

_PATHS = ((PathKind.RPATH, DT_RPATH), (PathKind.RUNPATH, DT_RUNPATH))


class Relocations(NamedTuple):
    """Location of one relocation table."""

    address: int
    size: int
    has_addends: bool


class Names:
    """Counts the bytes of the names that are read from a string table.

    Names may share an ending, so a small table can yield many times its size.
    """

    SHARED = 32 << 20
    """Bytes that names may take beyond the size of the table."""

    def __init__(self, table: bytes) -> None:
        self.left = len(table) + self.SHARED
        self._size = len(table)

    def take(self, size: int) -> None:
        """Count one name, or refuse the file."""
        self.left -= size
        if self.left < 0:
            raise UnreadableBinaryError(
                f"names in a string table of {self._size} bytes overlap and take more than "
                f"{self._size + self.SHARED} bytes",
                hint=DAMAGED,
            )


class Dynamic(msgspec.Struct, frozen=True, kw_only=True):
    """The dynamic table with its string table."""

    tags: Mapping[int, int]
    """Last value of each tag, which is the one that the loader uses."""
    needed_at: tuple[int, ...]
    """Offsets of the names of needed libraries."""
    strings: bytes
    names: Names

    def text(self, offset: int, what: str, limit: int = _MAX_PATH) -> str:
        """Give one string of the table."""
        end = self.strings.find(b"\0", offset) if 0 <= offset < len(self.strings) else -1
        if end < 0:
            raise UnreadableBinaryError(
                f"name of {what} at {offset} does not end in the string table of size {len(self.strings)}",
                hint=DAMAGED,
            )
        if end - offset > limit:
            raise UnreadableBinaryError(
                f"name of {what} at {offset} has {end - offset} bytes; the limit is {limit}", hint=DAMAGED
            )
        self.names.take(end - offset)
        return self.strings[offset:end].decode("utf-8", "backslashreplace")

    @property
    def needed(self) -> tuple[str, ...]:
        """DT_NEEDED, in order."""
        return tuple(self.text(offset, "a needed library") for offset in self.needed_at)

    @property
    def soname(self) -> str | None:
        """DT_SONAME."""
        offset = self.tags.get(DT_SONAME)
        return None if offset is None else self.text(offset, "DT_SONAME")

    @property
    def search_paths(self) -> tuple[SearchPath, ...]:
        """Entries of DT_RPATH, then of DT_RUNPATH; an empty string is one empty entry."""
        return tuple(
            SearchPath(kind, entry)
            for kind, tag in _PATHS
            if tag in self.tags
            for entry in self._folders(self.tags[tag], f"DT_{kind.value}")
        )

    def _folders(self, offset: int, what: str) -> list[str]:
        folders = self.text(offset, what, _MAX_SEARCH_PATH).split(":")
        longest = max(map(len, folders))
        if len(folders) > _MAX_FOLDERS or longest > _MAX_PATH:
            noun = "folder" if len(folders) == 1 else "folders"
            raise UnreadableBinaryError(
                f"{what} has {len(folders)} {noun}, up to {longest} characters long; "
                f"the limits are {_MAX_FOLDERS} and {_MAX_PATH}",
                hint=DAMAGED,
            )
        return folders

    @property
    def has_text_relocations(self) -> bool:
        """DT_TEXTREL or DF_TEXTREL."""
        return DT_TEXTREL in self.tags or bool(self.tags.get(DT_FLAGS, 0) & _DF_TEXTREL)

    @property
    def binds_now(self) -> bool:
        """DT_BIND_NOW, DF_BIND_NOW or DF_1_NOW."""
        return (
            DT_BIND_NOW in self.tags
            or bool(self.tags.get(DT_FLAGS, 0) & _DF_BIND_NOW)
            or bool(self.tags.get(DT_FLAGS_1, 0) & _DF_1_NOW)
        )

    @property
    def says_pie(self) -> bool:
        """DF_1_PIE."""
        return bool(self.tags.get(DT_FLAGS_1, 0) & _DF_1_PIE)

    @property
    def relocations(self) -> tuple[Relocations, ...]:
        """Plain relocation tables (without DT_RELR)."""
        plt_has_addends = self.tags.get(DT_PLTREL) == DT_RELA
        tables = (
            (DT_RELA, DT_RELASZ, True),
            (DT_REL, DT_RELSZ, False),
            (DT_JMPREL, DT_PLTRELSZ, plt_has_addends),
        )
        return tuple(
            Relocations(self.tags[tag], self.tags[size], has_addends)
            for tag, size, has_addends in tables
            if tag in self.tags and self.tags.get(size)
        )


def read_dynamic(image: Image) -> Dynamic | None:
    """Read the dynamic table; None when the file has no PT_DYNAMIC."""
    segment = next((each for each in reversed(image.segments) if each.type == PT_DYNAMIC), None)
    if segment is None:
        return None
    image.require(segment.offset, segment.file_size, "dynamic table")
    tags: dict[int, int] = {}
    needed = []
    for tag, value in _entries(image, segment.address):
        if tag == DT_NEEDED:
            needed.append(value)
        else:
            tags[tag] = value
    strings = _read_strings(image, tags)
    dynamic = Dynamic(tags=tags, needed_at=tuple(needed), strings=strings, names=Names(strings))
    _check_tables(image, dynamic)
    return dynamic


def _entries(image: Image, address: int) -> list[tuple[int, int]]:
    offset, available = image.span(address, "dynamic table")
    size = 2 * image.header.word
    fields = image.format("PP")
    found: list[tuple[int, int]] = []
    end = offset + min(available - available % size, _MAX_ENTRIES * size)
    for start in range(offset, end, _CHUNK):
        data = image.read(start, min(_CHUNK, end - start), "dynamic table")
        for tag, value in struct.iter_unpack(fields, data):
            if tag == 0:
                return found
            found.append((tag, value))
    raise UnreadableBinaryError(
        f"dynamic table at byte {offset} has no closing DT_NULL in {end - offset} bytes", hint=CUT
    )


def _read_strings(image: Image, tags: Mapping[int, int]) -> bytes:
    if DT_STRTAB not in tags:
        return b""
    size = tags.get(DT_STRSZ)
    if size is None:
        raise UnreadableBinaryError("dynamic table has DT_STRTAB but no DT_STRSZ", hint=DAMAGED)
    if size > _MAX_STRINGS:
        raise UnreadableBinaryError(
            f"string table has {size} bytes; the limit is {_MAX_STRINGS}", hint=DAMAGED
        )
    return image.at(tags[DT_STRTAB], size, "string table") if size else b""


def _check_tables(image: Image, dynamic: Dynamic) -> None:
    tags = dynamic.tags
    for table in dynamic.relocations:
        image.locate(table.address, table.size, "relocation table")
    for what, tag, size in (
        ("packed relocation table", DT_RELR, DT_RELRSZ),
        ("initialiser array", DT_INIT_ARRAY, DT_INIT_ARRAYSZ),
    ):
        if tag in tags and tags.get(size):
            image.locate(tags[tag], tags[size], what)
