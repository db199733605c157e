"""Dynamic symbols of an ELF file: their number, their names, and which are imports or exports."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from wheelcheck.binary.elf.dynamic import (
    DT_GNU_HASH,
    DT_HASH,
    DT_MIPS_SYMTABNO,
    DT_SYMTAB,
    DT_VERSYM,
    Dynamic,
)
from wheelcheck.binary.elf.image import DAMAGED, SHT_DYNSYM, Image, Section
from wheelcheck.binary.elf.relocations import highest_symbol
from wheelcheck.binary.elf.versions import HIDDEN, Versions
from wheelcheck.binary.model import Binding, Export, Import, SymbolKind
from wheelcheck.errors import UnreadableBinaryError

_MAX_SYMBOLS = 2_000_000
_MAX_VERSIONS_OF_NAME = 1_000
_EM_S390, _EM_ALPHA = 22, 0x9026
_SHN_ABS = 0xFFF1
_BINDINGS = {1: Binding.GLOBAL, 2: Binding.WEAK, 10: Binding.UNIQUE}
_KINDS = {
    0: SymbolKind.NOTYPE,
    1: SymbolKind.OBJECT,
    2: SymbolKind.FUNCTION,
    5: SymbolKind.COMMON,
    6: SymbolKind.TLS,
    10: SymbolKind.IFUNC,
}
_FUNCTIONS = {2, 10}
_DEFAULT, _PROTECTED = 0, 3


class Symbols(NamedTuple):
    """Dynamic symbols, in the order of the table."""

    total: int
    """Entries of the table, locals included."""
    imports: tuple[Import, ...]
    exports: dict[str, Export]


def read_symbols(
    image: Image, dynamic: Dynamic, versions: Versions, sections: tuple[Section, ...]
) -> Symbols:
    """Read the dynamic symbol table and the version of each symbol."""
    if DT_SYMTAB not in dynamic.tags:
        return Symbols(0, (), {})
    count = _count(image, dynamic, sections)
    if count > _MAX_SYMBOLS:
        raise UnreadableBinaryError(
            f"file declares {count} dynamic symbols; the limit is {_MAX_SYMBOLS}", hint=DAMAGED
        )
    if not count:
        return Symbols(0, (), {})
    reader = _Reader(dynamic, versions)
    reader.read(_entries(image, dynamic, count), _indices(image, dynamic, count))
    return Symbols(count, tuple(reader.imports), reader.exports)


def _entries(image: Image, dynamic: Dynamic, count: int) -> Iterator[tuple[int, ...]]:
    fields = image.format("IBBH16x" if image.header.bits == 64 else "I8xBBH")
    data = image.at(dynamic.tags[DT_SYMTAB], count * struct.calcsize(fields), "symbol table")
    return struct.iter_unpack(fields, data)


def _indices(image: Image, dynamic: Dynamic, count: int) -> Iterator[int]:
    if DT_VERSYM not in dynamic.tags:
        return repeat(1, count)
    data = image.at(dynamic.tags[DT_VERSYM], 2 * count, "symbol version table")
    # A compiled format: the module would cache one that is given as text.
    return iter(struct.Struct(image.format(f"{count}H")).unpack(data))


class _Reader:
    """Turns table entries into imports and exports."""

    def __init__(self, dynamic: Dynamic, versions: Versions) -> None:
        strings = dynamic.strings
        # All names are decoded at once; those that are not ASCII are decoded again, one by one.
        self._text = strings.decode("latin-1")
        self._is_ascii = strings.isascii()
        self._last_end = strings.rfind(b"\0")
        self._names = dynamic.names
        self._versions = versions.by_index
        self._shared: dict[int, Export] = {}
        self.imports: list[Import] = []
        self.exports: dict[str, Export] = {}

    def read(self, entries: Iterator[tuple[int, ...]], indices: Iterator[int]) -> None:
        """Read all entries; the loop runs once per symbol of libraries with 100,000 of them."""
        text, find, last_end, is_ascii = self._text, self._text.find, self._last_end, self._is_ascii
        shared, exports, left = self._shared, self.exports, self._names.left
        for (offset, info, other, section), index in zip(entries, indices, strict=True):
            if info >> 4 not in _BINDINGS:
                continue
            if offset > last_end:
                raise self._unterminated(offset)
            name = text[offset : find("\0", offset)]
            left -= len(name)
            if left < 0:
                self._names.take(len(name) + self._names.left)
            if not is_ascii:
                name = _decode(name)
            if not section:
                if name:
                    self._add_import(name, info, index)
            elif other & 3 in {_DEFAULT, _PROTECTED}:
                key = info | index << 8 | (section == _SHN_ABS) << 24
                export = shared.get(key) or self._share(key, name)
                if name in exports:
                    export = _merge(exports[name], export, is_hidden=bool(index & HIDDEN))
                exports[name] = export

    def _unterminated(self, offset: int) -> UnreadableBinaryError:
        return UnreadableBinaryError(
            f"symbol name at offset {offset} does not end in the string table of size {len(self._text)}",
            hint=DAMAGED,
        )

    def _add_import(self, name: str, info: int, index: int) -> None:
        version, library = self._version(name, index)
        self.imports.append(Import(name, version, library, info >> 4 == 2, info & 15 in _FUNCTIONS))

    def _share(self, key: int, name: str) -> Export:
        version, _ = self._version(name, key >> 8 & 0xFFFF)
        export = self._shared[key] = Export(
            _BINDINGS[key >> 4 & 15],
            _KINDS.get(key & 15, SymbolKind.NOTYPE),
            () if version is None else (version,),
            bool(key >> 24),
        )
        return export

    def _version(self, name: str, index: int) -> tuple[str | None, str | None]:
        index &= ~HIDDEN
        # 0 is local, 1 is global: neither refers to a version.
        if index < 2:
            return None, None
        found = self._versions.get(index)
        if found is None:
            raise UnreadableBinaryError(
                f"symbol {name!r} has version index {index}, which no version table describes", hint=DAMAGED
            )
        return found


def _decode(name: str) -> str:
    return name if name.isascii() else name.encode("latin-1").decode("utf-8", "backslashreplace")


def _merge(old: Export, new: Export, *, is_hidden: bool) -> Export:
    """Join two definitions of one name; the default version comes first."""
    versions = old.versions + new.versions if is_hidden else new.versions + old.versions
    if len(versions) > _MAX_VERSIONS_OF_NAME:
        raise UnreadableBinaryError(
            f"symbol is defined in more than {_MAX_VERSIONS_OF_NAME} versions", hint=DAMAGED
        )
    return (old if is_hidden else new)._replace(versions=tuple(dict.fromkeys(versions)))


def _count(image: Image, dynamic: Dynamic, sections: tuple[Section, ...]) -> int:
    """Count the entries of the symbol table: no tag of the dynamic table gives their number."""
    known = [dynamic.tags.get(DT_MIPS_SYMTABNO, 0)] if image.header.machine == 8 else [0]
    if DT_HASH in dynamic.tags:
        known.append(_count_by_hash(image, dynamic.tags[DT_HASH]))
    first, hashed = (0, 0)
    if DT_GNU_HASH in dynamic.tags:
        first, hashed = _count_by_gnu_hash(image, dynamic.tags[DT_GNU_HASH])
    known.append(hashed)
    if any(known):
        return max(known)
    # An empty hash table does not tell how many imports precede its first entry.
    table = dynamic.tags[DT_SYMTAB]
    declared = [
        section.size // (24 if image.header.bits == 64 else 16)
        for section in sections
        if section.type == SHT_DYNSYM and section.address == table
    ]
    highest = highest_symbol(image, dynamic)
    return max(first, highest + 1 if highest else 0, *declared, 0)


def _count_by_hash(image: Image, address: int) -> int:
    is_wide = image.header.bits == 64 and image.header.machine in {_EM_S390, _EM_ALPHA}
    fields = image.format("QQ" if is_wide else "II")
    size = struct.calcsize(fields)
    buckets, chains = struct.unpack(fields, image.at(address, size, "hash table"))
    image.locate(address, size + (buckets + chains) * size // 2, "hash table")
    return int(chains)


def _count_by_gnu_hash(image: Image, address: int) -> tuple[int, int]:
    """Give the first hashed symbol, and the number of symbols (0 when none is hashed)."""
    what = "GNU hash table"
    buckets, first, filters, _ = struct.unpack(image.format("IIII"), image.at(address, 16, what))
    at = address + 16 + filters * image.header.word
    highest = 0
    if buckets:
        for piece in image.pieces(at, 4 * buckets, 4, what):
            highest = max(highest, *struct.unpack(image.format(f"{len(piece) // 4}I"), piece), 0)
    if not highest:
        return first, 0
    if highest < first:
        raise UnreadableBinaryError(
            f"{what} has a chain at symbol {highest}, but its first symbol is {first}", hint=DAMAGED
        )
    chain = at + 4 * buckets + 4 * (highest - first)
    _, available = image.span(chain, what)
    for piece in image.pieces(chain, available - available % 4, 4, what):
        for (value,) in image.unpack("I", piece):
            highest += 1
            if value & 1:
                return first, highest
    raise UnreadableBinaryError(f"last chain of the {what} does not end", hint=DAMAGED)
