"""Format-neutral facts about one native file. Frozen; no reader's object leaks in."""

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


class Kind(enum.Enum):
    """What the file is to a loader."""

    SHARED = "shared"
    EXECUTABLE = "executable"
    STATIC_EXECUTABLE = "static-executable"
    OBJECT = "object"
    DEBUG = "debug"
    """Debug information split off from another file: nothing loads it."""
    OTHER = "other"


class SearchPath(NamedTuple):
    """One entry of a runtime search path, as written (an empty entry is '')."""

    kind: str
    """`RPATH`, `RUNPATH`."""
    text: str


class VersionNeed(NamedTuple):
    """One symbol version that must exist in a needed library (gABI: .gnu.version_r)."""

    library: str
    version: str
    weak: bool
    """VER_FLG_WEAK: the loader only warns."""


class Import(NamedTuple):
    """One undefined dynamic symbol."""

    name: str
    version: str | None
    library: str | None
    """The needed file that the version is asked from; None for an unversioned name."""
    weak: bool
    is_function: bool = False


class Export(NamedTuple):
    """How a defined dynamic symbol is exported; shared between symbols, never per symbol."""

    binding: str
    """`global`, `weak`, `unique`."""
    kind: str
    """`func`, `object`, `tls`, `ifunc`, `notype`, `common`."""
    versions: tuple[str, ...] = ()
    """Symbol versions under which the name is defined, default first; () when unversioned."""
    is_absolute: bool = False
    """SHN_ABS: a version node or linker constant, no code or data of this file."""


class Segment(NamedTuple):
    """One program header (gABI chapter 5)."""

    type: int
    flags: int
    offset: int
    address: int
    file_size: int
    memory_size: int
    align: int


class Registration(NamedTuple):
    """One record of a static registration table."""

    scheme: str
    namespace: str
    name: str
    """Without the namespace: `quantize_per_tensor.out`."""
    key: str | None
    """Specialisation key; None for the fallback."""


PT_LOAD = 1
PF_X, PF_W, PF_R = 1, 2, 4


class Binary(msgspec.Struct, frozen=True, kw_only=True):
    """One native file, complete: a reader gives all of this or raises."""

    member: str
    size: int
    format: Format
    kind: Kind
    arch: str
    """The word that platform tags use (`x86_64`, `aarch64`, `i686`, …) or `em-NNN`."""
    bits: int
    is_little_endian: bool
    machine: int
    os_abi: int = 0
    soname: str | None = None
    needed: tuple[str, ...] = ()
    search_paths: tuple[SearchPath, ...] = ()
    interpreter: str | None = None
    version_needs: tuple[VersionNeed, ...] = ()
    version_definitions: tuple[str, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: Mapping[str, Export] = {}
    """Defined dynamic symbols by raw (mangled) name."""
    initialisers: int = 0
    """Functions run at load: entries of DT_INIT_ARRAY, plus one for DT_INIT."""
    has_init_function: bool = False
    """DT_INIT: the toolchain's own start-up code is linked in."""
    segments: tuple[Segment, ...] = ()
    has_dynamic: bool = False
    has_sections: bool = False
    executable_stack: bool | None = None
    """PT_GNU_STACK's PF_X; None when there is no PT_GNU_STACK."""
    has_text_relocations: bool = False
    has_relro: bool = False
    binds_now: bool = False
    is_pie: bool = False
    debug_size: int = 0
    """Bytes of debug sections (.debug_*, .zdebug_*, .stab*), 0 without section headers."""
    build_id: str | None = None
    registrations: tuple[Registration, ...] = ()
    registrar_strings: tuple[str, ...] = ()
    """Identifier-like strings of a library that registers by code, sorted (see registry.py)."""

    @property
    def runpath(self) -> tuple[str, ...]:
        """DT_RUNPATH entries."""
        return tuple(path.text for path in self.search_paths if path.kind == "RUNPATH")

    @property
    def rpath(self) -> tuple[str, ...]:
        """DT_RPATH entries."""
        return tuple(path.text for path in self.search_paths if path.kind == "RPATH")

    @property
    def file_name(self) -> str:
        """Last part of the member name."""
        return self.member.rpartition("/")[2]

    @property
    def own_initialisers(self) -> int:
        """Initialisers beyond the toolchain's pair: _init (crti.o) and frame_dummy (crtbegin.o)."""
        return max(0, self.initialisers - 2) if self.has_init_function else self.initialisers

    @property
    def is_loadable(self) -> bool:
        """Whether a dynamic loader takes part in running or loading it."""
        return self.has_dynamic and self.kind in {Kind.SHARED, Kind.EXECUTABLE}
