"""Small ELF files as data: what `[member.elf]` of a fixture says, as bytes.

The files are valid: readelf, pyelftools and lief read them, and glibc loads the plain ones.
Output depends on the options only.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tests.support.elf_content import FILE, READ, RUN, WRITE, Content, Part
from tests.support.elf_options import Options

_STACKS = {"rw": 6, "rwe": 7}
_SECTION_FLAGS = {READ: 2, RUN: 6, WRITE: 3, FILE: 0}
_BASE_OF_FIXED_PROGRAMS = 0x400000

Numbers = Mapping[str, int]


def make_elf(**options: Any) -> bytes:
    """Build an ELF file from the options of a fixture."""
    return _Layout(msgspec.convert(options, Options)).build()


class _Layout:
    """Places the sections and describes them in headers."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.content = Content(options)
        self.machine = self.content.machine
        self.is_64 = self.machine.bits == 64
        self.order, self.word = self.content.order, self.content.word
        self.align = options.load_align or self.machine.align
        self.has_relro = options.relro and self.content.has_dynamic

    def build(self) -> bytes:
        """Give the file."""
        # Sizes do not depend on addresses: render once without them, place, render again.
        addresses, offsets = self._place(self.content.parts({}))
        parts = self.content.parts(addresses)
        segments = self._segments(parts, addresses, offsets)
        content = bytearray(self._file_header(parts, offsets, len(segments)) + b"".join(segments))
        for part in parts:
            content.extend(bytes(offsets[part.name] - len(content)))
            content += part.content
        if self.options.sections:
            content.extend(bytes(-len(content) % 8))
            content += self._section_headers(parts, addresses, offsets)
        content.extend(bytes(max(0, self.options.size - len(content))))
        return bytes(content)

    def _place(self, parts: Sequence[Part]) -> tuple[Numbers, Numbers]:
        """Put parts one after another; each segment's address is its offset plus whole pages."""
        page = max(self.align, 0x1000)
        base = 0 if self.content.has_dynamic else _BASE_OF_FIXED_PROGRAMS
        steps = {READ: base, RUN: base + page, WRITE: base + 2 * page}
        addresses, offsets = {}, {}
        # Room for every kind of program header that there is.
        cursor = 64 + 56 * 9 if self.is_64 else 52 + 32 * 9
        for part in parts:
            cursor += -cursor % part.align
            offsets[part.name] = cursor
            addresses[part.name] = 0 if part.segment == FILE else cursor + steps[part.segment]
            cursor += len(part.content)
        return addresses, offsets

    def _segments(self, parts: Sequence[Part], at: Numbers, offsets: Numbers) -> list[bytes]:
        options = self.options
        ends = {part.name: offsets[part.name] + len(part.content) for part in parts}
        groups = {key: [part.name for part in parts if part.segment == key] for key in (READ, RUN, WRITE)}

        def over(kind: int, flags: int, names: Sequence[str], align: int) -> bytes:
            first = names[0]
            extent = offsets[first], at[first], ends[names[-1]] - offsets[first]
            return self._segment(kind, flags, extent, align)

        first = groups[READ][0]
        headers = (0, at[first] - offsets[first], ends[groups[READ][-1]])
        segments = [
            over(3, 4, [".interp"], 1) if self.content.interp else b"",
            self._segment(1, 4, headers, self.align),
            over(1, 7 if options.writable_text else 5, groups[RUN], self.align),
            over(1, 6, groups[WRITE], self.align),
            over(2, 6, [".dynamic"], 8) if self.content.has_dynamic else b"",
            over(4, 4, [".note.gnu.build-id"], 4) if options.build_id else b"",
        ]
        if options.stack != "absent":
            segments.append(self._segment(0x6474E551, _STACKS[options.stack], (0, 0, 0), 16))
        if self.has_relro:
            segments.append(over(0x6474E552, 4, [groups[WRITE][0], ".dynamic"], 1))
        if any(symbol.kind == "tls" for symbol in self.content.symbols):
            segments.append(over(7, 4, [".data"], 8))
        return [segment for segment in segments if segment]

    def _segment(self, kind: int, flags: int, extent: tuple[int, int, int], align: int) -> bytes:
        offset, address, size = extent
        sizes = (offset, address, address, size, size)
        if self.is_64:
            return struct.pack(f"{self.order}II6Q", kind, flags, *sizes, align)
        return struct.pack(f"{self.order}8I", kind, *sizes, flags, align)

    def _file_header(self, parts: Sequence[Part], offsets: Numbers, segments: int) -> bytes:
        end = offsets[parts[-1].name] + len(parts[-1].content)
        table, count = (end + -end % 8, len(parts) + 1) if self.options.sections else (0, 0)
        own, program, section = (64, 56, 64) if self.is_64 else (52, 32, 40)
        ident = bytes([0x7F, *b"ELF", self.machine.bits // 32, 1 if self.order == "<" else 2, 1])
        return (
            ident
            + bytes([self.options.os_abi])
            + bytes(8)
            + struct.pack(
                f"{self.order}HHI3{self.word}I6H",
                *(3 if self.content.has_dynamic else 2, self.machine.number, 1),
                *(0, own, table, self.machine.flags),
                *(own, program, segments, section, count, count and count - 1),
            )
        )

    def _section_headers(self, parts: Sequence[Part], at: Numbers, offsets: Numbers) -> bytes:
        names = parts[-1].content
        numbers = {part.name: number for number, part in enumerate(parts, start=1)}
        packed = bytes(64 if self.is_64 else 40)
        for part in parts:
            name = names.index(b"\0" + part.name.encode() + b"\0") + 1
            packed += struct.pack(
                f"{self.order}II4{self.word}II2{self.word}",
                *(name, part.type, _SECTION_FLAGS[part.segment], at[part.name], offsets[part.name]),
                *(len(part.content), numbers.get(part.link, 0), part.info, part.align, part.entry_size),
            )
        return packed
