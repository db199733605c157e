"""Content of the sections of a made ELF file."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.support.elf_machines import MACHINES
from tests.support.elf_options import Options
from tests.support.elf_tables import (
    StringTable,
    Symbol,
    Versions,
    gnu_hash_table,
    sort_symbols,
    sysv_hash_table,
)

REGISTER_KERNELS = "_ZN10executorch7runtime16register_kernelsENS0_4SpanIKNS0_6KernelEEE"
READ, RUN, WRITE, FILE = "R", "X", "W", "-"
_FUNCTION_SIZE = 16
_TABLE_TAGS = {
    ".init_array": ((25, "address"), (27, "size")),
    ".hash": ((4, "address"),),
    ".gnu.hash": ((0x6FFFFEF5, "address"),),
    ".dynstr": ((5, "address"), (10, "length")),
    ".dynsym": ((6, "address"), (11, "entry")),
    ".rela.dyn": ((7, "address"), (8, "size"), (9, "entry")),
    ".rel.dyn": ((17, "address"), (18, "size"), (19, "entry")),
    ".gnu.version": ((0x6FFFFFF0, "address"),),
    ".gnu.version_d": ((0x6FFFFFFC, "address"), (0x6FFFFFFD, "count")),
    ".gnu.version_r": ((0x6FFFFFFE, "address"), (0x6FFFFFFF, "count")),
}


class Part(NamedTuple):
    """One section: content, the segment it lies in, and its section header's fields."""

    name: str
    segment: str
    content: bytes
    type: int = 1
    align: int = 8
    entry_size: int = 0
    link: str = ""
    info: int = 0


class Relocation(NamedTuple):
    """One dynamic relocation of a pointer: the target's address, or a symbol's index."""

    place: int
    addend: int
    symbol: int = 0


class Content:
    """Renders every section, given the addresses of all (none, to learn the sizes)."""

    def __init__(self, options: Options) -> None:
        """Read the options once."""
        self.options = options
        self.machine = MACHINES[options.machine]
        self.order = "<" if self.machine.is_little_endian else ">"
        self.word = "Q" if self.machine.bits == 64 else "I"
        self.pointer = self.machine.bits // 8
        self.has_dynamic = options.type != "static"
        self.interp = options.interp or ("/lib64/ld-linux-x86-64.so.2" if options.type == "exec" else None)
        self._records = [_record(each) for each in options.registrations]
        self.symbols = self._all_symbols()
        self._exports = [each for each in self.symbols if each.is_defined]
        self._starts = bool(self._records) if options.init_array is None else options.init_array

    def _all_symbols(self) -> tuple[Symbol, ...]:
        imports = [Symbol.imported(each) for each in self.options.imports]
        exports = [Symbol.exported(each) for each in self.options.exports]
        known = {each.name for each in (*imports, *exports)}
        if self._records and self.options.registrar and REGISTER_KERNELS not in known:
            imports.append(Symbol.imported(REGISTER_KERNELS))
        kernels = [record["symbol"] for record in self._records if record["symbolic"]]
        exports += [Symbol.exported(name) for name in kernels if name not in known]
        return sort_symbols([*imports, *exports])

    def parts(self, at: Mapping[str, int]) -> list[Part]:
        """Give every section in file order."""
        strings = StringTable()
        data, relocations = self._data(at)
        parts = [Part(".interp", READ, self.interp.encode() + b"\0", align=1)] if self.interp else []
        if self.options.build_id:
            parts.append(Part(".note.gnu.build-id", READ, self._build_id(), type=7, align=4))
        if self.has_dynamic:
            parts += self._dynamic_tables(at, strings, relocations)
        parts.append(Part(".rodata", READ, self._rodata()[0]))
        parts.append(Part(".text", RUN, self._text(), align=16))
        parts += data
        if self.has_dynamic:
            content = self._dynamic(at, parts, strings)
            parts.append(Part(".dynamic", WRITE, content, 6, 8, 2 * self.pointer, ".dynstr"))
            parts = [p._replace(content=strings.content) if p.name == ".dynstr" else p for p in parts]
        parts.append(Part(".data", WRITE, bytes(8 * max(1, len(self._exports)))))
        if self.options.sections:
            if self.options.debug_info:
                parts.append(Part(".debug_info", FILE, bytes(self.options.debug_info), align=1))
            names = "".join(f"\0{part.name}" for part in parts) + "\0.shstrtab\0"
            parts.append(Part(".shstrtab", FILE, names.encode(), type=3, align=1))
        return parts

    def _dynamic_tables(
        self, at: Mapping[str, int], strings: StringTable, relocations: Sequence[Relocation]
    ) -> list[Part]:
        options, order, bits, word = self.options, self.order, self.machine.bits, self.machine.hash_word
        base = options.soname or "module"
        versions = Versions(self.symbols, base, options.version_definitions, order)
        symbols = self._symbol_table(at, strings)
        rela = self.machine.uses_rela
        parts = [
            Part(
                ".hash",
                READ,
                sysv_hash_table(self.symbols, order, word),
                5,
                8,
                struct.calcsize(word),
                ".dynsym",
            ),
            Part(".gnu.hash", READ, gnu_hash_table(self.symbols, order, bits), 0x6FFFFFF6, 8, 0, ".dynsym"),
            Part(".dynsym", READ, symbols, 11, 8, 24 if bits == 64 else 16, ".dynstr", 1),
        ]
        unwanted = {"sysv": ".gnu.hash", "gnu": ".hash"}.get(options.hash)
        parts = [part for part in parts if part.name != unwanted]
        if versions.are_used:
            defined, needs = versions.definition_table(strings), versions.need_table(strings)
            count = len(versions.definitions) + 1
            parts.append(Part(".gnu.version", READ, versions.symbol_table(), 0x6FFFFFFF, 2, 2, ".dynsym"))
            if defined:
                parts.append(Part(".gnu.version_d", READ, defined, 0x6FFFFFFD, 8, 0, ".dynstr", count))
            if needs:
                count = len(versions.needs)
                parts.append(Part(".gnu.version_r", READ, needs, 0x6FFFFFFE, 8, 0, ".dynstr", count))
        parts.append(Part(".dynstr", READ, b"", type=3, align=1))
        if relocations:
            name, kind, words = (".rela.dyn", 4, 3) if rela else (".rel.dyn", 9, 2)
            content = b"".join(self._relocation(each) for each in relocations)
            parts.append(Part(name, READ, content, kind, 8, words * self.pointer, ".dynsym"))
        return parts

    def _symbol_table(self, at: Mapping[str, int], strings: StringTable) -> bytes:
        packed = bytes(24 if self.machine.bits == 64 else 16)
        sections = self._section_numbers(at)
        for symbol in self.symbols:
            place = (0, 0, 0)
            if symbol.is_defined:
                index = self._exports.index(symbol)
                home = ".text" if symbol.kind in {"func", "ifunc"} else ".data"
                step = _FUNCTION_SIZE if home == ".text" else 8
                place = (sections.get(home, 1), at.get(home, 0) + step * index, step)
                place = (0xFFF1, 0, 0) if symbol.is_absolute else place
            packed += symbol.pack(self.machine, self.order, strings.offset(symbol.name), place)
        return packed

    def _section_numbers(self, at: Mapping[str, int]) -> dict[str, int]:
        return {name: index for index, name in enumerate(at, start=1)}

    def _rodata(self) -> tuple[bytes, dict[str, int]]:
        texts = [*(r["name"] for r in self._records), *(r["key"] for r in self._records if r["key"])]
        content, offsets = b"", {}
        for text in dict.fromkeys((*texts, *self.options.strings)):
            offsets[text] = len(content)
            content += text.encode() + b"\0"
        return content or bytes(8), offsets

    def _text(self) -> bytes:
        """One function per export, then one for initialisers and kernels."""
        code = self.machine.return_code or bytes(4)
        function = (code * _FUNCTION_SIZE)[:_FUNCTION_SIZE]
        return function * (len(self._exports) + 1)

    def _data(self, at: Mapping[str, int]) -> tuple[list[Part], list[Relocation]]:
        """Build .init_array and the registration table with their relocations."""
        pointers = _Pointers(self.order + self.word, in_place=not self.machine.uses_rela)
        own = at.get(".text", 0) + _FUNCTION_SIZE * len(self._exports)
        rodata, offsets = at.get(".rodata", 0), self._rodata()[1]
        parts = []
        if self._starts:
            pointers.begin(at.get(".init_array", 0))
            for _ in range(self._starts):
                pointers.add(own)
            parts.append(Part(".init_array", WRITE, pointers.content, 14, 8, self.pointer))
        if self._records:
            pointers.begin(at.get(".data.rel.ro", 0))
            for record in self._records:
                pointers.add(rodata + offsets[record["name"]])
                pointers.add(rodata + offsets[record["key"]] if record["key"] else None)
                pointers.add(own, self._symbol_number(record["symbol"]) if record["symbolic"] else 0)
            parts.append(Part(".data.rel.ro", WRITE, pointers.content))
        return parts, sorted(pointers.relocations, key=lambda each: (each.symbol != 0, each.place))

    def _symbol_number(self, name: str) -> int:
        return next(i for i, each in enumerate(self.symbols, start=1) if each.name == name)

    def _relocation(self, relocation: Relocation) -> bytes:
        kind = self.machine.absolute if relocation.symbol else self.machine.relative
        shift = 32 if self.machine.bits == 64 else 8
        fields = [relocation.place, relocation.symbol << shift | kind]
        if self.machine.uses_rela:
            fields.append(relocation.addend)
        return struct.pack(f"{self.order}{len(fields)}{self.word}", *fields)

    def _build_id(self) -> bytes:
        digest = bytes.fromhex(self.options.build_id or "")
        return (
            struct.pack(f"{self.order}III", 4, len(digest), 3) + b"GNU\0" + digest + bytes(-len(digest) % 4)
        )

    def _dynamic(self, at: Mapping[str, int], parts: Sequence[Part], strings: StringTable) -> bytes:
        options, size = self.options, {part.name: part for part in parts}
        entries = [(1, strings.offset(each)) for each in options.needed]
        if options.soname is not None:
            entries.append((14, strings.offset(options.soname)))
        for tag, path in ((15, options.rpath), (29, options.runpath)):
            if path is not None:
                entries.append((tag, strings.offset(":".join(path))))
        if options.init:
            entries.append((12, at.get(".text", 0) + _FUNCTION_SIZE * len(self._exports)))
        for name, tags in _TABLE_TAGS.items():
            if name in size:
                part = size[name]
                figures = {"address": at.get(name, 0), "size": len(part.content), "count": part.info}
                figures |= {"entry": part.entry_size, "length": len(strings.content)}
                entries += [(tag, figures[figure]) for tag, figure in tags]
        entries += [(22, 0)] if options.textrel else []
        flags = 4 * options.textrel | 8 * options.bind_now
        flags_1 = options.bind_now | (0x08000000 if options.type == "exec" else 0)
        entries += [(tag, value) for tag, value in ((30, flags), (0x6FFFFFFB, flags_1)) if value]
        return b"".join(struct.pack(f"{self.order}2{self.word}", *each) for each in (*entries, (0, 0)))


class _Pointers:
    """Pointers in a data section, each with its relocation."""

    def __init__(self, form: str, *, in_place: bool) -> None:
        self._form, self._in_place = form, in_place
        self._start = 0
        self.content = b""
        self.relocations: list[Relocation] = []

    def begin(self, address: int) -> None:
        """Start a new section."""
        self._start, self.content = address, b""

    def add(self, target: int | None, symbol: int = 0) -> None:
        """Add a pointer to an address, to a symbol, or null."""
        if target is not None:
            place = self._start + len(self.content)
            self.relocations.append(Relocation(place, 0 if symbol else target, symbol))
        stored = target if self._in_place and not symbol else 0
        self.content += struct.pack(self._form, stored or 0)


def _record(option: str | Mapping[str, Any]) -> dict[str, Any]:
    table = {"name": option} if isinstance(option, str) else option
    return {"key": None, "symbolic": False, "symbol": f"kernel_of_{table['name']}", **table}
