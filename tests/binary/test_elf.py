"""ELF files become facts, with section headers or without."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.elf_machines import MACHINES
from tests.support.elfmaker import make_elf
from wheelcheck.binary.elf.details import ElfDetails, VersionNeed, elf_details
from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.model import Binary, Binding, Export, Import, Kind, PathKind, SearchPath, SymbolKind
from wheelcheck.binary.source import BytesSource, FileSource

RICH: dict[str, Any] = {
    "soname": "libx.so.1",
    "needed": ["liba.so", "libc.so.6"],
    "runpath": ["$ORIGIN", "$ORIGIN/../lib"],
    "exports": [
        "f",
        {"name": "data", "kind": "object", "binding": "weak"},
        {"name": "g", "version": "V1", "default": False},
        {"name": "g", "version": "V2"},
    ],
    "imports": [
        "bar",
        {"name": "memcpy", "version": "GLIBC_2.14", "library": "libc.so.6"},
        {"name": "maybe", "weak": True},
    ],
    "build_id": "00112233",
}


def read(content: bytes) -> Binary:
    return read_elf(BytesSource(content), "pkg/libx.so")


def details(content: bytes) -> ElfDetails:
    return elf_details(read(content))


def test_dynamic_table_is_read() -> None:
    """Soname, needed libraries and search paths are those of the dynamic table."""
    binary = read(make_elf(**RICH))

    assert (binary.soname, binary.needed) == ("libx.so.1", ("liba.so", "libc.so.6"))
    assert binary.search_paths == (
        SearchPath(PathKind.RUNPATH, "$ORIGIN"),
        SearchPath(PathKind.RUNPATH, "$ORIGIN/../lib"),
    )
    assert (binary.kind, binary.is_loadable) == (Kind.SHARED, True)


def test_symbols_carry_their_versions() -> None:
    """Imports name the file that a version is asked from; the default version of an export comes first."""
    binary = read(make_elf(**RICH))

    assert Import("memcpy", "GLIBC_2.14", "libc.so.6", weak=False, is_function=True) in binary.imports
    assert [("maybe", None, True)] == [
        (each.name, each.version, each.weak) for each in binary.imports if each.weak
    ]
    assert dict(binary.exports) == {
        "f": Export(Binding.GLOBAL, SymbolKind.FUNCTION),
        "data": Export(Binding.WEAK, SymbolKind.OBJECT),
        "g": Export(Binding.GLOBAL, SymbolKind.FUNCTION, ("V2", "V1")),
    }
    assert elf_details(binary).version_needs == (VersionNeed("libc.so.6", "GLIBC_2.14", weak=False),)
    assert sorted(elf_details(binary).version_definitions) == ["V1", "V2"]


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize("table", ["sysv", "gnu", "both"])
def test_every_width_and_byte_order_reads_alike(machine: str, table: str) -> None:
    """Names, versions and paths do not depend on the machine or on the kind of hash table."""
    expected = read(make_elf(**RICH))
    binary = read(make_elf(machine=machine, hash=table, **RICH))

    assert binary.arch == (machine if machine != "none" else "em-0")
    assert dict(binary.exports) == dict(expected.exports)
    assert sorted(binary.imports) == sorted(expected.imports)
    assert (binary.needed, binary.search_paths) == (expected.needed, expected.search_paths)


@pytest.mark.parametrize("machine", ["x86_64", "i686", "s390x"])
def test_section_headers_do_not_matter(machine: str) -> None:
    """A file without section headers gives the same facts."""
    whole = read(make_elf(machine=machine, **RICH))
    bare = read(make_elf(machine=machine, sections=False, **RICH))

    assert bare.size < whole.size
    assert replace(bare, size=whole.size) == whole


@pytest.mark.parametrize("machine", ["x86_64", "i686"])
def test_imports_of_a_library_without_exports_are_found(machine: str) -> None:
    """An empty GNU hash table hides no import: relocations or section headers tell of them."""
    binary = read(make_elf(machine=machine, hash="gnu", imports=["a", "b", "c"], needed=["liba.so"]))

    assert ["a", "b", "c"] == sorted(each.name for each in binary.imports)


@pytest.mark.parametrize(
    ("path", "entries"),
    [
        ([""], ("",)),
        (["", "$ORIGIN"], ("", "$ORIGIN")),
        (["$ORIGIN", ""], ("$ORIGIN", "")),
        (["$ORIGIN", "", "/x"], ("$ORIGIN", "", "/x")),
    ],
)
def test_empty_search_path_entries_are_kept(path: list[str], entries: tuple[str, ...]) -> None:
    """The loader reads an empty entry as the working directory, so it is a fact."""
    assert entries == read(make_elf(runpath=path)).runpath


def test_rpath_and_runpath_are_both_kept() -> None:
    """A file may have both; which one counts is the loader's business."""
    binary = read(make_elf(rpath=["/a"], runpath=["/b"]))

    assert (("/a",), ("/b",)) == (binary.rpath, binary.runpath)


def test_hardening_facts() -> None:
    """Stack, text relocations, RELRO and binding are read from headers and flags."""
    weak = details(make_elf(stack="rwe", textrel=True, relro=False, bind_now=False))
    good = details(make_elf())

    assert (weak.executable_stack, weak.has_text_relocations, weak.has_relro, weak.binds_now) == (
        *(True, True),
        *(False, False),
    )
    assert (good.executable_stack, good.has_text_relocations, good.has_relro, good.binds_now) == (
        *(False, False),
        *(True, True),
    )
    assert details(make_elf(stack="absent")).executable_stack is None


def test_initialisers_are_counted() -> None:
    """Entries of the array and DT_INIT count; the toolchain's own pair is left out."""
    assert 3 == read(make_elf(init_array=3)).own_initialisers
    assert 0 == read(make_elf(init_array=1, init=True)).own_initialisers
    assert 2 == read(make_elf(init_array=3, init=True)).own_initialisers


def test_kinds_of_programs() -> None:
    """An interpreter makes a program, its absence a static one; an interpreter and a soname a library."""
    interp = "/lib64/ld-linux-x86-64.so.2"
    program = read(make_elf(type="exec", interp=interp))
    library = read(make_elf(soname="libx.so", interp=interp))

    assert Kind.EXECUTABLE is program.kind
    assert (True, interp) == (elf_details(program).is_pie, elf_details(program).interpreter)
    assert read(make_elf(type="static")).kind is Kind.STATIC_EXECUTABLE
    assert (Kind.SHARED, False) == (library.kind, elf_details(library).is_pie)


def test_relocatable_object() -> None:
    """A `.o` has no segments and no dynamic table."""
    content = bytearray(make_elf(type="static", sections=False))
    struct.pack_into("<H", content, 16, 1)
    struct.pack_into("<H", content, 56, 0)

    assert read(bytes(content)).kind is Kind.OBJECT


def test_debug_size_counts_debug_sections() -> None:
    """Only sections that strip would remove count."""
    assert [0, 40] == [details(make_elf(debug_info=size)).debug_size for size in (0, 40)]


def _without_code(content: bytes) -> bytes:
    """Do what `objcopy --only-keep-debug` does: no file bytes for what is loaded."""
    data = bytearray(content)
    (segments, sections) = struct.unpack_from("<QQ", data, 32)
    (segment_count, _, section_count) = struct.unpack_from("<HHH", data, 56)
    for place in range(segments, segments + 56 * segment_count, 56):
        struct.pack_into("<Q", data, place + 32, 0)
    for place in range(sections, sections + 64 * section_count, 64):
        if struct.unpack_from("<Q", data, place + 8)[0] & 2:
            struct.pack_into("<I", data, place + 4, 8)
    return bytes(data)


def test_split_debug_file() -> None:
    """A file whose loaded sections have no bytes is debug information, not a damaged library."""
    binary = read(_without_code(make_elf(debug_info=40, **RICH)))

    assert (Kind.DEBUG, False, 40) == (binary.kind, binary.is_loadable, elf_details(binary).debug_size)


def test_section_headers_cannot_hide_a_library() -> None:
    """A file that the loader can load is a library, whatever its section headers say."""
    content = make_elf(**RICH)
    emptied = _without_code(content)
    (sections,) = struct.unpack_from("<Q", content, 40)

    assert read(content[:sections] + emptied[sections:]).needed == ("liba.so", "libc.so.6")


def test_tables_behind_the_end_of_a_segment_are_found() -> None:
    """Whole pages are mapped, and patchelf leaves tables in the rest of a page."""
    data = bytearray(make_elf(**RICH))
    (segments,) = struct.unpack_from("<Q", data, 32)
    # The writable segment, shortened to its first eight bytes.
    for place in range(segments, segments + 56 * 3, 56):
        if struct.unpack_from("<II", data, place) == (1, 6):
            struct.pack_into("<QQ", data, place + 32, 8, 8)

    assert read(bytes(data)).needed == ("liba.so", "libc.so.6")


def test_non_ascii_names_are_decoded() -> None:
    """Symbol names are UTF-8; what is not is escaped, never dropped."""
    binary = read(make_elf(exports=["grün"]))

    assert ["grün"] == list(binary.exports)
    assert ["gr\\xffn"] == list(read(make_elf(exports=["gr__n"]).replace(b"gr__n", b"gr\xffn\0")).exports)


@pytest.mark.parametrize(("machine", "word"), [(190, "em-190"), (224, "em-224"), (247, "em-247")])
def test_other_machines_have_a_number(machine: int, word: str) -> None:
    """Device code and unknown processors are named by their number."""
    content = bytearray(make_elf(machine="none"))
    struct.pack_into("<H", content, 18, machine)

    assert word == read(bytes(content)).arch


def test_a_file_on_disk_reads_like_one_in_memory(tmp_path: Path) -> None:
    """Only the pieces that are needed are read, at their positions."""
    content = make_elf(**RICH)
    path = tmp_path / "libx.so"
    path.write_bytes(content)

    with path.open("rb") as file:
        source = FileSource(file.fileno(), len(content))

        assert read(content) == read_elf(source, "pkg/libx.so")
        assert (b"", b"\x7fELF") == (source.read(len(content), 1), source.read(0, 4))
