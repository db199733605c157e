"""Tables of the dynamic segment: strings, symbols, symbol versions, hashes (gABI; GNU extensions)."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.elf_machines import Machine

_BINDINGS = {"local": 0, "global": 1, "weak": 2, "unique": 10}
_KINDS = {"notype": 0, "object": 1, "func": 2, "common": 5, "tls": 6, "ifunc": 10}
_VISIBILITIES = {"default": 0, "internal": 1, "hidden": 2, "protected": 3}
_VERSION_HOMES = {
    "GLIBC": "libc.so.6",
    "GLIBCXX": "libstdc++.so.6",
    "CXXABI": "libstdc++.so.6",
    "GCC": "libgcc_s.so.1",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Symbol:
    """One entry of the dynamic symbol table."""

    name: str
    is_defined: bool
    version: str | None = None
    library: str | None = None
    binding: str = "global"
    kind: str = "notype"
    visibility: str = "default"
    is_default: bool = True
    """`name@@VERSION` rather than `name@VERSION`."""
    is_weak_version: bool = False
    is_absolute: bool = False

    @classmethod
    def imported(cls, option: str | Mapping[str, Any]) -> Symbol:
        """Read an import: `name`, `name@VERSION`, or a table."""
        table = dict(option) if isinstance(option, Mapping) else _at(option)
        version = table.get("version")
        home = _VERSION_HOMES.get(str(version).partition("_")[0], "libc.so.6")
        return cls(
            name=table["name"],
            is_defined=False,
            version=version,
            library=table.get("library", home) if version else None,
            binding="weak" if table.get("weak") else "global",
            kind=table.get("kind", "func" if version else "notype"),
            is_weak_version=table.get("weak_version", False),
        )

    @classmethod
    def exported(cls, option: str | Mapping[str, Any]) -> Symbol:
        """Read an export: `name`, `name@@VERSION`, or a table."""
        table = dict(option) if isinstance(option, Mapping) else _at(option)
        return cls(
            name=table["name"],
            is_defined=True,
            version=table.get("version"),
            binding=table.get("binding", "global"),
            kind=table.get("kind", "func"),
            visibility=table.get("visibility", "default"),
            is_default=table.get("default", True),
            is_absolute=table.get("absolute", False),
        )

    def pack(self, machine: Machine, order: str, name: int, place: tuple[int, int, int]) -> bytes:
        """Give the table entry; `place` is (section index, value, size)."""
        info = _BINDINGS[self.binding] << 4 | _KINDS[self.kind]
        other = _VISIBILITIES[self.visibility]
        section, value, size = place
        if machine.bits == 64:
            return struct.pack(f"{order}IBBHQQ", name, info, other, section, value, size)
        return struct.pack(f"{order}IIIBBH", name, value, size, info, other, section)


def _at(text: str) -> dict[str, Any]:
    name, mark, version = text.partition("@")
    return (
        {"name": name, "version": version.lstrip("@"), "default": version[:1] == "@"}
        if mark
        else {"name": name}
    )


class StringTable:
    """A string section: each string once, in the order first asked for."""

    def __init__(self) -> None:
        """Begin with the empty string at 0."""
        self.content = b"\0"
        self._offsets = {"": 0}

    def offset(self, text: str) -> int:
        """Give the offset of `text`, adding it when it is new."""
        if text not in self._offsets:
            self._offsets[text] = len(self.content)
            self.content += text.encode("utf-8", "surrogateescape") + b"\0"
        return self._offsets[text]


def elf_hash(name: str) -> int:
    """Hash a name as the gABI says."""
    value = 0
    for byte in name.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high & 0xFFFFFFFF
    return value


def gnu_hash(name: str) -> int:
    """Hash a name as DT_GNU_HASH wants it."""
    value = 5381
    for byte in name.encode():
        value = value * 33 + byte & 0xFFFFFFFF
    return value


def bucket_count(symbols: Sequence[Symbol]) -> int:
    """Choose how many buckets the hash tables have."""
    return max(1, sum(each.is_defined for each in symbols) // 2)


def sort_symbols(symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """Order as DT_GNU_HASH demands: imports, then exports by bucket."""
    buckets = bucket_count(symbols)
    imports = [each for each in symbols if not each.is_defined]
    exports = sorted((e for e in symbols if e.is_defined), key=lambda each: gnu_hash(each.name) % buckets)
    return (*imports, *exports)


def sysv_hash_table(symbols: Sequence[Symbol], order: str, word: str) -> bytes:
    """Build DT_HASH over the sorted symbols (entry 0 is the null symbol)."""
    buckets, chains = [0] * bucket_count(symbols), [0] * (len(symbols) + 1)
    for index, symbol in enumerate(symbols, start=1):
        bucket = elf_hash(symbol.name) % len(buckets)
        chains[index], buckets[bucket] = buckets[bucket], index
    words = (len(buckets), len(chains), *buckets, *chains)
    return struct.pack(f"{order}{len(words)}{word}", *words)


def gnu_hash_table(symbols: Sequence[Symbol], order: str, bits: int) -> bytes:
    """Build DT_GNU_HASH over the sorted symbols, with one Bloom word."""
    count = bucket_count(symbols)
    exports = [each for each in symbols if each.is_defined]
    first = len(symbols) - len(exports) + 1
    hashes = [gnu_hash(each.name) for each in exports]
    buckets, bloom = [0] * count, 0
    for index, value in enumerate(hashes):
        buckets[value % count] = buckets[value % count] or first + index
        bloom |= 1 << value % bits | 1 << (value >> 6) % bits
    ends = [i + 1 == len(hashes) or hashes[i + 1] % count != h % count for i, h in enumerate(hashes)]
    chain = [value & ~1 | end for value, end in zip(hashes, ends, strict=True)]
    word = "Q" if bits == 64 else "I"
    return struct.pack(f"{order}4I{word}{count}I{len(chain)}I", count, first, 1, 6, bloom, *buckets, *chain)


class Versions:
    """Symbol versions of one object: .gnu.version, .gnu.version_d and .gnu.version_r."""

    def __init__(self, symbols: Sequence[Symbol], base: str, more: Sequence[str], order: str) -> None:
        """Give every version a number: definitions (and `more`, that no symbol has), then needs."""
        self._order, self._symbols, self._base = order, symbols, base
        defined = [each.version for each in symbols if each.is_defined and each.version]
        self.definitions = tuple(dict.fromkeys((*defined, *more)))
        needs = [each for each in symbols if not each.is_defined and each.version]
        self.needs: dict[str, dict[str, Symbol]] = {}
        for each in needs:
            self.needs.setdefault(each.library or "", {}).setdefault(each.version or "", each)
        first = len(self.definitions) + 2
        pairs = [(library, version) for library, table in self.needs.items() for version in table]
        self._indices: dict[tuple[str, str], int] = {
            **{("", version): index for index, version in enumerate(self.definitions, start=2)},
            **{pair: index for index, pair in enumerate(pairs, start=first)},
        }

    @property
    def are_used(self) -> bool:
        """Whether the object has versions at all."""
        return bool(self._indices)

    def symbol_table(self) -> bytes:
        """Build .gnu.version."""
        indices = [0, *(self._index(each) for each in self._symbols)]
        return struct.pack(f"{self._order}{len(indices)}H", *indices)

    def _index(self, symbol: Symbol) -> int:
        if not symbol.version:
            return 1
        index = self._indices["" if symbol.is_defined else symbol.library or "", symbol.version]
        return index | (0 if symbol.is_default or not symbol.is_defined else 0x8000)

    def definition_table(self, strings: StringTable) -> bytes:
        """Build .gnu.version_d: the base entry and one entry per version."""
        if not self.definitions:
            return b""
        entries = [(1, 1, self._base), *((0, i, v) for i, v in enumerate(self.definitions, start=2))]
        packed = b""
        for flags, index, name in entries:
            step = 28 if index < len(entries) else 0
            packed += struct.pack(f"{self._order}4HIII", 1, flags, index, 1, elf_hash(name), 20, step)
            packed += struct.pack(f"{self._order}II", strings.offset(name), 0)
        return packed

    def need_table(self, strings: StringTable) -> bytes:
        """Build .gnu.version_r: per library, one entry per version."""
        packed = b""
        for position, (library, versions) in enumerate(self.needs.items(), start=1):
            step = 16 + 16 * len(versions) if position < len(self.needs) else 0
            packed += struct.pack(f"{self._order}HHIII", 1, len(versions), strings.offset(library), 16, step)
            for number, (version, symbol) in enumerate(versions.items(), start=1):
                packed += struct.pack(
                    f"{self._order}IHHII",
                    elf_hash(version),
                    2 if symbol.is_weak_version else 0,
                    self._indices[library, version],
                    strings.offset(version),
                    16 if number < len(versions) else 0,
                )
        return packed
