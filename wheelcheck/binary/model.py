"""Format-neutral facts about one native file: frozen, and without any object of a reader."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import NamedTuple

import msgspec


class Format(enum.Enum):
    """Object file format."""

    ELF = "elf"
    MACHO = "macho"
    PE = "pe"

    @property
    def label(self) -> str:
        """Name of the format, as people write it."""
        return _LABELS[self]


_LABELS = {Format.ELF: "ELF", Format.MACHO: "Mach-O", Format.PE: "PE"}


class Kind(enum.Enum):
    """What the file is to a loader."""

    SHARED = "shared"
    EXECUTABLE = "executable"
    STATIC_EXECUTABLE = "static-executable"
    OBJECT = "object"
    DEBUG = "debug"
    """Debug information split off from another file: nothing loads it."""
    OTHER = "other"


class PathKind(enum.Enum):
    """Tag of a runtime search path (gABI, chapter 5, "Shared Object Dependencies")."""

    RPATH = "RPATH"
    RUNPATH = "RUNPATH"


class Binding(enum.Enum):
    """Binding of a defined dynamic symbol (gABI, chapter 4, "Symbol Table")."""

    GLOBAL = "global"
    WEAK = "weak"
    UNIQUE = "unique"


class SymbolKind(enum.Enum):
    """What a defined dynamic symbol names."""

    FUNCTION = "func"
    OBJECT = "object"
    TLS = "tls"
    IFUNC = "ifunc"
    NOTYPE = "notype"
    COMMON = "common"


class SearchPath(NamedTuple):
    """One entry of a runtime search path, as written (an empty entry is '')."""

    kind: PathKind
    text: str


class Import(NamedTuple):
    """One undefined dynamic symbol."""

    name: str
    version: str | None
    library: str | None
    """The needed file that should define the version; None for an unversioned name."""
    weak: bool
    is_function: bool = False


class Export(NamedTuple):
    """How a defined dynamic symbol is exported; one object serves many symbols."""

    binding: Binding
    kind: SymbolKind
    versions: tuple[str, ...] = ()
    """Symbol versions under which the name is defined, default first; () when unversioned."""
    is_absolute: bool = False
    """SHN_ABS: a version node or linker constant, not code or data of this file."""


class Registration(NamedTuple):
    """One record of a static registration table."""

    scheme: str
    namespace: str
    name: str
    """Without the namespace: `quantize_per_tensor.out`."""
    key: str | None
    """Specialisation key; None for the fallback."""


class Details(msgspec.Struct, frozen=True):
    """Facts that only one format has; each format's package derives its own."""


class Binary(msgspec.Struct, frozen=True, kw_only=True):
    """One native file, or one slice of a universal one; a reader gives all of this or raises."""

    member: str
    slice: str = ""
    """Architecture of the slice of a universal file; '' for a file of one architecture."""
    size: int
    format: Format
    kind: Kind
    arch: str
    """The name that platform tags use (`x86_64`, `aarch64`, `i686`, …) or `em-NNN`."""
    bits: int
    is_little_endian: bool
    machine: int
    is_loadable: bool = False
    """Whether a dynamic loader is involved in running or loading it."""
    soname: str | None = None
    needed: tuple[str, ...] = ()
    search_paths: tuple[SearchPath, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: Mapping[str, Export] = {}
    """Defined dynamic symbols by raw (mangled) name."""
    own_initialisers: int = 0
    """Functions that run at load, without those that the toolchain links in."""
    registrations: tuple[Registration, ...] = ()
    registrar_strings: tuple[str, ...] = ()
    """Identifier-like strings of a library that registers by code, sorted (see registry.py)."""
    details: Details = Details()

    @property
    def runpath(self) -> tuple[str, ...]:
        """DT_RUNPATH entries."""
        return tuple(path.text for path in self.search_paths if path.kind is PathKind.RUNPATH)

    @property
    def rpath(self) -> tuple[str, ...]:
        """DT_RPATH entries."""
        return tuple(path.text for path in self.search_paths if path.kind is PathKind.RPATH)

    @property
    def file_name(self) -> str:
        """Last part of the member name."""
        return self.member.rpartition("/")[2]
