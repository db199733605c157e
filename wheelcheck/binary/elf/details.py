"""Facts that only ELF files have."""

from __future__ import annotations

from typing import NamedTuple

from wheelcheck.binary.model import Binary, Details

PT_LOAD = 1
PF_X, PF_W, PF_R = 1, 2, 4


class VersionNeed(NamedTuple):
    """One symbol version that must exist in a needed library (gABI: .gnu.version_r)."""

    library: str
    version: str
    weak: bool
    """VER_FLG_WEAK: the loader only warns."""


class Segment(NamedTuple):
    """One program header (gABI chapter 5)."""

    type: int
    flags: int
    offset: int
    address: int
    file_size: int
    memory_size: int
    align: int


class ElfDetails(Details, frozen=True, kw_only=True):
    """What an ELF file states beyond the facts that every format has."""

    interpreter: str | None = None
    version_needs: tuple[VersionNeed, ...] = ()
    version_definitions: tuple[str, ...] = ()
    segments: tuple[Segment, ...] = ()
    executable_stack: bool | None = None
    """PT_GNU_STACK's PF_X; None when there is no PT_GNU_STACK."""
    has_text_relocations: bool = False
    has_relro: bool = False
    binds_now: bool = False
    is_pie: bool = False
    debug_size: int = 0
    """Bytes of debug sections (.debug_*, .zdebug_*, .stab*), 0 without section headers."""


def elf_details(binary: Binary) -> ElfDetails:
    """Give the ELF facts of a binary.

    Raises:
        TypeError: the binary is not an ELF file.
    """
    if not isinstance(binary.details, ElfDetails):
        raise TypeError(f"{binary.member!r} is {binary.format.label}, not ELF")
    return binary.details
