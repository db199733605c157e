"""ELF files as facts: complete, or refused by name.

The program headers are read, as the loader does, so a file without section headers gives the same
facts as one with them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from wheelcheck.binary import registry
from wheelcheck.binary.elf.details import PF_X, ElfDetails
from wheelcheck.binary.elf.dynamic import (
    DT_INIT,
    DT_INIT_ARRAY,
    DT_INIT_ARRAYSZ,
    Dynamic,
    read_dynamic,
)
from wheelcheck.binary.elf.holes import code_holes
from wheelcheck.binary.elf.image import (
    DAMAGED,
    ET_DYN,
    ET_EXEC,
    ET_REL,
    PT_GNU_RELRO,
    PT_GNU_STACK,
    PT_INTERP,
    SHF_ALLOC,
    SHF_EXECINSTR,
    SHT_NOBITS,
    Image,
    Section,
    read_sections,
)
from wheelcheck.binary.elf.machines import arch_word
from wheelcheck.binary.elf.relocations import read_pointers
from wheelcheck.binary.elf.symbols import read_symbols
from wheelcheck.binary.elf.versions import read_versions
from wheelcheck.binary.model import Binary, Format, Kind, Registration
from wheelcheck.binary.reading import Reader
from wheelcheck.binary.registry import Memory, Scheme
from wheelcheck.binary.source import ByteSource
from wheelcheck.errors import UnreadableBinaryError

_MAX_NAMES = 64 << 20
_MAX_INTERPRETER = 4096
_LOADED = frozenset({Kind.SHARED, Kind.EXECUTABLE})
_STARTUP_CODE = 2
"""Initialisers of the toolchain where there is DT_INIT: _init (crti.o) and frame_dummy (crtbegin.o)."""
_DEBUG_SECTIONS = (b".debug_", b".zdebug_", b".stab")


def read_elf(source: ByteSource, member: str, schemes: tuple[Scheme, ...] = ()) -> Binary:
    """Read one ELF file.

    Raises:
        UnreadableBinaryError: what is wrong with it, and where.
    """
    image = Image(source)
    try:
        sections = read_sections(image)
    except UnreadableBinaryError:
        _check_segments(image)
        raise
    details = ElfDetails(segments=image.segments, debug_size=_debug_size(image, sections))
    if _is_split_debug(image, sections):
        return Binary(member=member, kind=Kind.DEBUG, details=details, **_frame_facts(image))
    _check_segments(image)
    dynamic = read_dynamic(image)
    interpreter = _interpreter(image)
    kind = _kind(image, dynamic, interpreter)
    details = _with_segment_facts(details, image, kind, interpreter)
    if dynamic is None:
        return Binary(member=member, kind=kind, details=details, **_frame_facts(image))
    versions = read_versions(image, dynamic)
    symbols = read_symbols(image, dynamic, versions, sections)
    initialisers = _initialisers(image, dynamic)
    binary = Binary(
        member=member,
        kind=kind,
        is_loadable=kind in _LOADED,
        soname=dynamic.soname,
        needed=dynamic.needed,
        search_paths=dynamic.search_paths,
        imports=symbols.imports,
        exports=symbols.exports,
        own_initialisers=max(0, initialisers - _STARTUP_CODE) if DT_INIT in dynamic.tags else initialisers,
        details=msgspec.structs.replace(
            details,
            version_needs=versions.needs,
            version_definitions=versions.definitions,
            has_text_relocations=dynamic.has_text_relocations,
            binds_now=dynamic.binds_now,
        ),
        **_frame_facts(image),
    )
    return _with_registrations(binary, image, dynamic, symbols.total, schemes)


def _frame_facts(image: Image) -> dict[str, Any]:
    header = image.header
    return {
        "size": image.size,
        "format": Format.ELF,
        "arch": arch_word(header.machine, header.bits, is_little_endian=header.is_little_endian),
        "bits": header.bits,
        "is_little_endian": header.is_little_endian,
        "machine": header.machine,
    }


def _with_segment_facts(details: ElfDetails, image: Image, kind: Kind, interpreter: str | None) -> ElfDetails:
    stack = next((each for each in image.segments if each.type == PT_GNU_STACK), None)
    return msgspec.structs.replace(
        details,
        interpreter=interpreter,
        executable_stack=None if stack is None else bool(stack.flags & PF_X),
        has_relro=any(each.type == PT_GNU_RELRO for each in image.segments),
        is_pie=image.header.type == ET_DYN and kind in {Kind.EXECUTABLE, Kind.STATIC_EXECUTABLE},
    )


def _initialisers(image: Image, dynamic: Dynamic) -> int:
    array = dynamic.tags.get(DT_INIT_ARRAYSZ, 0) if DT_INIT_ARRAY in dynamic.tags else 0
    return array // image.header.word + (DT_INIT in dynamic.tags)


def _kind(image: Image, dynamic: Dynamic | None, interpreter: str | None) -> Kind:
    type_ = image.header.type
    if type_ == ET_REL:
        return Kind.OBJECT
    if type_ == ET_EXEC:
        return Kind.STATIC_EXECUTABLE if dynamic is None and interpreter is None else Kind.EXECUTABLE
    if type_ != ET_DYN or dynamic is None:
        return Kind.OTHER
    # Shared libraries that can also be run (libc.so.6, Qt) have an interpreter and a soname.
    if interpreter is not None:
        return Kind.EXECUTABLE if dynamic.says_pie or dynamic.soname is None else Kind.SHARED
    return Kind.STATIC_EXECUTABLE if dynamic.says_pie else Kind.SHARED


def _check_segments(image: Image) -> None:
    for index, load in enumerate(image.loads):
        image.require(load.offset, load.file_size, f"loaded segment {index}")


def _is_split_debug(image: Image, sections: tuple[Section, ...]) -> bool:
    """Whether the code was taken out: section headers keep its size, without bytes in the file."""
    code = [each for each in sections if each.flags & SHF_ALLOC and each.flags & SHF_EXECINSTR]
    if not code or any(each.type != SHT_NOBITS for each in code):
        return False
    # The loader does not look at sections: what it could load is not a debug file.
    try:
        _check_segments(image)
        dynamic = read_dynamic(image)
    except UnreadableBinaryError:
        return True
    return dynamic is None


def _debug_size(image: Image, sections: tuple[Section, ...]) -> int:
    names = image.header.names_section
    if names == 0xFFFF and sections:
        names = sections[0].link
    if not 0 < names < len(sections):
        return 0
    table = sections[names]
    if table.type == SHT_NOBITS:
        return 0
    if table.size > _MAX_NAMES:
        raise UnreadableBinaryError(
            f"section names have {table.size} bytes; the limit is {_MAX_NAMES}", hint=DAMAGED
        )
    text = image.read(table.offset, table.size, "section name table")
    return sum(
        each.size
        for each in sections
        if not each.flags & SHF_ALLOC
        and each.type != SHT_NOBITS
        and text.startswith(_DEBUG_SECTIONS, each.name)
    )


def _interpreter(image: Image) -> str | None:
    segment = next((each for each in image.segments if each.type == PT_INTERP), None)
    if segment is None:
        return None
    image.require(segment.offset, segment.file_size, "interpreter name")
    text, end, _ = image.read(
        segment.offset, min(segment.file_size, _MAX_INTERPRETER), "interpreter name"
    ).partition(b"\0")
    if not end:
        raise UnreadableBinaryError(
            f"interpreter name at byte {segment.offset} of size {segment.file_size} is not terminated",
            hint=DAMAGED,
        )
    return text.decode("utf-8", "backslashreplace")


def _with_registrations(
    binary: Binary, image: Image, dynamic: Dynamic, symbols: int, schemes: tuple[Scheme, ...]
) -> Binary:
    records: list[Registration] = []
    strings: set[str] = set()
    for scheme in schemes:
        if _takes_part(binary, dynamic, scheme.records.entry_points) and scheme.records.bits == binary.bits:
            records.extend(_registrations(image, dynamic, symbols, scheme))
        if scheme.names and _takes_part(binary, dynamic, scheme.names.entry_points):
            segments = [
                image.pieces(each.address, each.file_size, 1, "constants") for each in image.map.constants
            ]
            strings |= registry.find_strings(scheme.names.pattern, segments)
    if not records and not strings:
        return binary
    return msgspec.structs.replace(
        binary, registrations=tuple(records), registrar_strings=tuple(sorted(strings))
    )


def _takes_part(binary: Binary, dynamic: Dynamic, entry_points: tuple[str, ...]) -> bool:
    # One look at the string table rules most libraries out.
    return any(name.encode() in dynamic.strings for name in entry_points) and registry.takes_part(
        binary, entry_points
    )


def _registrations(image: Image, dynamic: Dynamic, symbols: int, scheme: Scheme) -> tuple[Registration, ...]:
    pointers = read_pointers(image, dynamic, symbols)
    if pointers is None:
        return ()
    memory = Memory(peek=image.peek, is_code=image.map.is_executable, is_constant=image.map.is_constant)
    return registry.find_registrations(scheme, pointers, memory)


def _read_one(source: ByteSource, member: str, schemes: tuple[Scheme, ...]) -> tuple[Binary, ...]:
    return (read_elf(source, member, schemes),)


READER = Reader(format=Format.ELF, read=_read_one, holes=code_holes)
