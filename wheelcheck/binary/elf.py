"""ELF files as facts: complete, or refused by name.

Read as the loader reads: from the program headers, so a file without section headers gives the
same facts as one that has them.
"""

from __future__ import annotations

import struct
from typing import Any

import msgspec

from wheelcheck.binary import registry
from wheelcheck.binary.elf_dynamic import (
    DT_INIT,
    DT_INIT_ARRAY,
    DT_INIT_ARRAYSZ,
    Dynamic,
    read_dynamic,
)
from wheelcheck.binary.elf_image import (
    DAMAGED,
    ET_DYN,
    ET_EXEC,
    ET_REL,
    PT_GNU_RELRO,
    PT_GNU_STACK,
    PT_INTERP,
    PT_NOTE,
    SHF_ALLOC,
    SHF_EXECINSTR,
    SHT_NOBITS,
    Image,
    Section,
    read_sections,
)
from wheelcheck.binary.elf_machines import arch_word
from wheelcheck.binary.elf_relocations import read_pointers
from wheelcheck.binary.elf_symbols import read_symbols
from wheelcheck.binary.elf_versions import read_versions
from wheelcheck.binary.model import PF_X, Binary, Format, Kind, Registration
from wheelcheck.binary.registry import Memory, Scheme
from wheelcheck.binary.source import ByteSource
from wheelcheck.errors import UnreadableBinaryError

_MAX_NAMES = 64 << 20
_MAX_NOTES = 1 << 20
_MAX_INTERPRETER = 4096
_NT_GNU_BUILD_ID = 3
_DEBUG_SECTIONS = (b".debug_", b".zdebug_", b".stab")


def read_elf(source: ByteSource, member: str, schemes: tuple[Scheme, ...] = ()) -> Binary:
    """Read one ELF file, or raise UnreadableBinaryError with what is wrong and where."""
    image = Image(source)
    try:
        sections = read_sections(image)
    except UnreadableBinaryError:
        _check_segments(image)
        raise
    facts = _frame_facts(image, sections)
    dynamic = None
    if facts["kind"] is not Kind.DEBUG:
        _check_segments(image)
        dynamic = read_dynamic(image)
        facts |= _segment_facts(image, dynamic)
    if dynamic is None:
        return Binary(member=member, **facts)
    versions = read_versions(image, dynamic)
    symbols = read_symbols(image, dynamic, versions, sections)
    binary = Binary(
        member=member,
        version_needs=versions.needs,
        version_definitions=versions.definitions,
        imports=symbols.imports,
        exports=symbols.exports,
        **facts,
        **_dynamic_facts(image, dynamic),
    )
    return _with_registrations(binary, image, dynamic, symbols.total, schemes)


def _frame_facts(image: Image, sections: tuple[Section, ...]) -> dict[str, Any]:
    header = image.header
    return {
        "size": image.size,
        "format": Format.ELF,
        "kind": Kind.DEBUG if _is_split_debug(image, sections) else Kind.OTHER,
        "arch": arch_word(header.machine, header.bits, is_little_endian=header.is_little_endian),
        "bits": header.bits,
        "is_little_endian": header.is_little_endian,
        "machine": header.machine,
        "os_abi": header.os_abi,
        "segments": image.segments,
        "has_sections": bool(sections),
        "debug_size": _debug_size(image, sections),
    }


def _segment_facts(image: Image, dynamic: Dynamic | None) -> dict[str, Any]:
    interpreter = _interpreter(image)
    stack = next((each for each in image.segments if each.type == PT_GNU_STACK), None)
    kind = _kind(image, dynamic, interpreter)
    return {
        "kind": kind,
        "interpreter": interpreter,
        "has_dynamic": dynamic is not None,
        "executable_stack": None if stack is None else bool(stack.flags & PF_X),
        "has_relro": any(each.type == PT_GNU_RELRO for each in image.segments),
        "is_pie": image.header.type == ET_DYN and kind in {Kind.EXECUTABLE, Kind.STATIC_EXECUTABLE},
        "build_id": _build_id(image),
    }


def _dynamic_facts(image: Image, dynamic: Dynamic) -> dict[str, Any]:
    array = dynamic.tags.get(DT_INIT_ARRAYSZ, 0) if DT_INIT_ARRAY in dynamic.tags else 0
    return {
        "soname": dynamic.soname,
        "needed": dynamic.needed,
        "search_paths": dynamic.search_paths,
        "has_text_relocations": dynamic.has_text_relocations,
        "binds_now": dynamic.binds_now,
        "initialisers": array // image.header.word + (DT_INIT in dynamic.tags),
        "has_init_function": DT_INIT in dynamic.tags,
    }


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
    # The loader does not look at sections: what it could load is no debug file.
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
            f"section names have {table.size} bytes, the limit is {_MAX_NAMES}", hint=DAMAGED
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
            f"interpreter name at byte {segment.offset} does not end in its {segment.file_size} bytes",
            hint=DAMAGED,
        )
    return text.decode("utf-8", "backslashreplace")


def _build_id(image: Image) -> str | None:
    for segment in image.segments:
        if segment.type == PT_NOTE:
            image.require(segment.offset, segment.file_size, "note segment")
            data = image.read(segment.offset, min(segment.file_size, _MAX_NOTES), "note segment")
            found = _find_build_id(data, image.header.order, 8 if segment.align == 8 else 4)
            if found is not None:
                return found
    return None


def _find_build_id(data: bytes, order: str, align: int) -> str | None:
    place = 0
    while place + 12 <= len(data):
        name_size, size, type_ = struct.unpack_from(order + "III", data, place)
        content = place + 12 + name_size
        content += -content % align
        if type_ == _NT_GNU_BUILD_ID and data[place + 12 : place + 12 + name_size] == b"GNU\0":
            return data[content : content + size].hex()
        place = content + size
        place += -place % align
    return None


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
    # Most libraries are sorted out by one look at the string table.
    return any(name.encode() in dynamic.strings for name in entry_points) and registry.takes_part(
        binary, entry_points
    )


def _registrations(image: Image, dynamic: Dynamic, symbols: int, scheme: Scheme) -> tuple[Registration, ...]:
    pointers = read_pointers(image, dynamic, symbols)
    if pointers is None:
        return ()
    memory = Memory(peek=image.peek, is_code=image.map.is_executable, is_constant=image.map.is_constant)
    return registry.find_registrations(scheme, pointers, memory)
