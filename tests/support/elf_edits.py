"""One-fault edits of real 64-bit little-endian ELF files, in place: nothing moves."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from tests.support.elf_tables import elf_hash

NULL, NEEDED, STRTAB, SYMTAB, SONAME, RPATH, DEBUG, TEXTREL, RUNPATH = 0, 1, 5, 6, 14, 15, 21, 22, 29
VERNEED, VERNEEDNUM = 0x6FFFFFFE, 0x6FFFFFFF
PT_LOAD, PT_DYNAMIC, PT_GNU_STACK = 1, 2, 0x6474E551


class Tag(NamedTuple):
    """One entry of the dynamic table and where it stands."""

    offset: int
    tag: int
    value: int


class ElfEditor:
    """A file under edit."""

    def __init__(self, content: bytes) -> None:
        """Take the file's bytes."""
        self.data = bytearray(content)

    def bytes(self) -> bytes:
        """Give the edited file."""
        return bytes(self.data)

    def set_machine(self, number: int) -> None:
        """Say that the file is for another processor."""
        struct.pack_into("<H", self.data, 18, number)

    def set_segment_flags(self, kind: int, having: int, flags: int) -> None:
        """Add flags to the first segment of a kind that has all of `having`."""
        for offset in self._segments(kind):
            old = struct.unpack_from("<I", self.data, offset + 4)[0]
            if old & having == having:
                struct.pack_into("<I", self.data, offset + 4, old | flags)
                return
        raise LookupError(kind)

    def retag(self, tag: int, new: int, text: str | None = None) -> None:
        """Give a dynamic entry (the one that names `text`) another tag."""
        found = next(
            each for each in self._tags() if each.tag == tag and text in {None, self._string(each.value)}
        )
        struct.pack_into("<q", self.data, found.offset, new)

    def add_tag(self, tag: int, value: int = 0) -> None:
        """Add a dynamic entry where linkers leave spare ones."""
        spare = [each.offset for each in self._tags(whole=True) if each.tag == NULL]
        if len(spare) < 2:
            raise LookupError("no spare dynamic entry")
        struct.pack_into("<qQ", self.data, spare[0], tag, value)

    def rename(self, tag: int, old: str | None, new: str) -> None:
        """Write `new` over the string of a dynamic entry; it may be shorter."""
        found = next(
            each for each in self._tags() if each.tag == tag and old in {None, self._string(each.value)}
        )
        self._overwrite(self._strings() + found.value, self._string(found.value), new)

    def rename_symbol(self, old: str, new: str) -> None:
        """Write `new` over the name of a dynamic symbol."""
        self._overwrite(self._strings() + self._name_of(old), old, new)

    def hide_symbol(self, name: str) -> None:
        """Turn an import into a hidden definition, as linking the archive statically does."""
        offset = self._symbol(name)
        struct.pack_into("<BBH", self.data, offset + 4, 0x12, 2, 1)
        struct.pack_into("<Q", self.data, offset + 8, 0x1000)

    def hide_export(self, name: str) -> None:
        """Turn a definition into a hidden one."""
        struct.pack_into("<B", self.data, self._symbol(name) + 5, 2)

    def raise_version(self, old: str, new: str) -> None:
        """Ask for another version of a library's symbols."""
        needs = self._file_offset(self._value(VERNEED))
        for _ in range(self._value(VERNEEDNUM)):
            count, _, first, step = struct.unpack_from("<HIII", self.data, needs + 2)
            entry = needs + first
            for _ in range(count):
                name, following = struct.unpack_from("<II", self.data, entry + 8)
                if self._string(name) == old:
                    self._overwrite(self._strings() + name, old, new)
                    struct.pack_into("<I", self.data, entry, elf_hash(new))
                    return
                entry += following
            needs += step
        raise LookupError(old)

    def replace_text(self, old: str, new: str) -> None:
        """Write `new` over every constant string that stands alone between NUL bytes."""
        found = [
            match.start() + 1
            for match in re.finditer(rb"\0" + re.escape(old.encode()) + rb"(?=\0)", self.data)
        ]
        if not found:
            raise LookupError(old)
        for at in found:
            self._overwrite(at, old, new)

    def _overwrite(self, at: int, old: str, new: str) -> None:
        if len(new) > len(old):
            raise ValueError(f"{new!r} is longer than {old!r}")
        self.data[at : at + len(old)] = new.encode().ljust(len(old), b"\0")

    def _segments(self, kind: int) -> Iterator[int]:
        start, size, count = (
            struct.unpack_from("<Q", self.data, 32)[0],
            *struct.unpack_from("<HH", self.data, 54),
        )
        for offset in range(start, start + size * count, size):
            if struct.unpack_from("<I", self.data, offset)[0] == kind:
                yield offset

    def _tags(self, *, whole: bool = False) -> Iterator[Tag]:
        header = next(self._segments(PT_DYNAMIC))
        start, size = (
            struct.unpack_from("<Q", self.data, header + 8)[0],
            struct.unpack_from("<Q", self.data, header + 32)[0],
        )
        for offset in range(start, start + size, 16):
            tag = Tag(offset, *struct.unpack_from("<qQ", self.data, offset))
            if tag.tag == NULL and not whole:
                return
            yield tag

    def _value(self, tag: int) -> int:
        return next(each.value for each in self._tags() if each.tag == tag)

    def _file_offset(self, address: int) -> int:
        for header in self._segments(PT_LOAD):
            offset, start, _, size = struct.unpack_from("<4Q", self.data, header + 8)
            if start <= address < start + size:
                return int(address - start + offset)
        raise LookupError(address)

    def _strings(self) -> int:
        return self._file_offset(self._value(STRTAB))

    def _string(self, value: int) -> str:
        start = self._strings() + value
        return self.data[start : self.data.index(b"\0", start)].decode()

    def _symbol(self, name: str) -> int:
        """Offset of a dynamic symbol; DT_SYMTAB ends where DT_STRTAB or the file does."""
        start = self._file_offset(self._value(SYMTAB))
        for offset in range(start, len(self.data) - 24, 24):
            if self._string(struct.unpack_from("<I", self.data, offset)[0]) == name:
                return offset
        raise LookupError(name)

    def _name_of(self, name: str) -> int:
        return int(struct.unpack_from("<I", self.data, self._symbol(name))[0])
