"""Relocations of an ELF file: where the pointers in its data lead."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from wheelcheck.binary.elf.dynamic import DT_RELR, DT_RELRSZ, DT_SYMTAB, Dynamic
from wheelcheck.binary.elf.image import DAMAGED, Image
from wheelcheck.binary.registry import Pointers
from wheelcheck.errors import UnreadableBinaryError

LIMIT = 2_000_000
"""Most relocations kept for one file: a dictionary of about 250 MB."""

# machine: (adds the load address, stores a symbol's address), from each psABI's relocation table
_TYPES = {
    3: (8, 1),
    21: (22, 38),
    22: (12, 22),
    40: (23, 2),
    62: (8, 1),
    183: (1027, 257),
    243: (3, 2),
    258: (3, 2),
}
_STT_NOTYPE, _STT_FUNC, _STT_IFUNC = 0, 2, 10


def highest_symbol(image: Image, dynamic: Dynamic) -> int:
    """Highest symbol index that a relocation names, 0 if none does."""
    return max((symbol for _, _, symbol, _ in _plain(image, dynamic)), default=0)


def read_pointers(image: Image, dynamic: Dynamic, symbols: int) -> Pointers | None:
    """Read every data pointer; None when this machine's relocations are not known."""
    types = _TYPES.get(image.header.machine)
    if types is None:
        return None
    relative, absolute = types
    pointers = Pointers(targets={}, functions=set())
    for place, kind, symbol, addend in _plain(image, dynamic):
        if kind == relative and not symbol:
            pointers.targets[place] = _word(image, place) if addend is None else addend & _mask(image)
        elif kind == absolute and symbol < symbols:
            _add_symbolic(image, dynamic, pointers, (place, symbol, addend))
        _check_limit(pointers)
    for place in _packed(image, dynamic):
        pointers.targets[place] = _word(image, place)
        _check_limit(pointers)
    return pointers


def _check_limit(pointers: Pointers) -> None:
    if len(pointers.targets) > LIMIT:
        raise UnreadableBinaryError(
            f"library that registers has more than {LIMIT} relocations; its tables are not searched",
            hint=DAMAGED,
        )


def _add_symbolic(
    image: Image, dynamic: Dynamic, pointers: Pointers, relocation: tuple[int, int, int | None]
) -> None:
    place, symbol, addend = relocation
    wide = image.header.bits == 64
    size = 24 if wide else 16
    data = image.at(dynamic.tags[DT_SYMTAB] + symbol * size, size, "symbol table")
    if wide:
        _, info, _, section, value, _ = struct.unpack(image.format("IBBHQQ"), data)
    else:
        _, value, _, info, _, section = struct.unpack(image.format("IIIBBH"), data)
    kind = info & 15
    if section:
        pointers.targets[place] = (value + (_word(image, place) if addend is None else addend)) & _mask(image)
    if kind in {_STT_FUNC, _STT_IFUNC} or (kind == _STT_NOTYPE and not section):
        pointers.functions.add(place)


def _plain(image: Image, dynamic: Dynamic) -> Iterator[tuple[int, int, int, int | None]]:
    shift = 32 if image.header.bits == 64 else 8
    mask = (1 << shift) - 1
    for table in dynamic.relocations:
        fields = image.format("PPp" if table.has_addends else "PP")
        size = struct.calcsize(fields)
        for piece in image.pieces(table.address, table.size, size, "relocation table"):
            for place, info, *addend in struct.iter_unpack(fields, piece):
                yield place, info & mask, info >> shift, addend[0] if addend else None


def _packed(image: Image, dynamic: Dynamic) -> Iterator[int]:
    """Places of DT_RELR: an address, then bitmaps of the words that follow it (gABI, SHT_RELR)."""
    size = dynamic.tags.get(DT_RELRSZ, 0)
    if DT_RELR not in dynamic.tags or not size:
        return
    word = image.header.word
    place = 0
    for piece in image.pieces(dynamic.tags[DT_RELR], size, word, "packed relocation table"):
        for (entry,) in image.unpack("P", piece):
            if not entry & 1:
                yield entry
                place = entry + word
                continue
            for index in range(word * 8 - 1):
                if entry >> (index + 1) & 1:
                    yield place + index * word
            place += word * (word * 8 - 1)


def _word(image: Image, address: int) -> int:
    data = image.peek(address, image.header.word)
    return int.from_bytes(data, "little" if image.header.is_little_endian else "big")


def _mask(image: Image) -> int:
    return (1 << image.header.bits) - 1
