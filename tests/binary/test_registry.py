"""Static registration tables are read exactly, and only where a registry is in use."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Mapping

import msgspec
import pytest

from tests.support.elfmaker import make_elf
from wheelcheck.binary.elf.dynamic import read_dynamic
from wheelcheck.binary.elf.image import Image
from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.elf.relocations import read_pointers
from wheelcheck.binary.model import Binary, Registration
from wheelcheck.binary.registry import (
    Memory,
    Pointers,
    find_registrations,
    find_strings,
    load_schemes,
    registers_by_code,
)
from wheelcheck.binary.source import BytesSource
from wheelcheck.errors import UnreadableBinaryError

SCHEME = load_schemes()[0]
REGISTER_KERNELS = "_ZN10executorch7runtime16register_kernelsENS0_4SpanIKNS0_6KernelEEE"
REGISTER_BACKEND = "_ZN10executorch7runtime16register_backendERKNS0_7BackendE"


def read(content: bytes) -> Binary:
    return read_elf(BytesSource(content), "libx.so", load_schemes())


@pytest.mark.parametrize("machine", ["x86_64", "aarch64", "ppc64", "s390x", "riscv64"])
@pytest.mark.parametrize("sections", [True, False])
def test_records_are_read(machine: str, *, sections: bool) -> None:
    """Fallback, keyed and symbolic records are found on every machine."""
    binary = read(
        make_elf(
            machine=machine,
            sections=sections,
            registrations=[
                "ns::op.out",
                {"name": "ns::two.out", "key": "v1/6;0"},
                {"name": "other::three", "symbolic": True},
            ],
        )
    )

    assert binary.registrations == (
        Registration("executorch", "ns", "op.out", None),
        Registration("executorch", "ns", "two.out", "v1/6;0"),
        Registration("executorch", "other", "three", None),
    )
    assert not registers_by_code(binary, SCHEME)


def test_library_without_the_registry_registers_nothing() -> None:
    """The same bytes elsewhere are no registration (`std::nullptr_t` in pyarrow)."""
    binary = read(make_elf(registrations=["std::nullptr_t"], registrar=False))

    assert binary.registrations == ()


def test_library_that_defines_the_registry_is_searched() -> None:
    """The runtime registers its own operators."""
    binary = read(make_elf(registrations=["ns::op"], registrar=False, exports=[REGISTER_KERNELS]))

    assert [("ns", "op")] == [(each.namespace, each.name) for each in binary.registrations]


@pytest.mark.parametrize("name", ["no_namespace", "ns::op.a.b", "ns:op", "ns::op out", "ns::"])
def test_other_strings_are_no_names(name: str) -> None:
    """A record needs a whole operator name."""
    assert read(make_elf(registrations=[name])).registrations == ()


def test_backend_names_are_kept_where_a_backend_is_registered() -> None:
    """Strings of the scheme's form, of libraries that take part in the registry only."""
    strings = ["XnnpackBackend", "QnnBackend", "a Backend", "Backends", "XnnpackBackend "]

    assert read(make_elf(strings=strings, imports=[REGISTER_BACKEND])).registrar_strings == (
        "QnnBackend",
        "XnnpackBackend",
    )
    assert read(make_elf(strings=strings)).registrar_strings == ()


def test_registering_by_code_is_told_apart() -> None:
    """An entry point, an initialiser and no table: the registrations cannot be read."""
    by_code = read(make_elf(imports=[REGISTER_KERNELS], init_array=1))
    dropped = read(make_elf(imports=[REGISTER_KERNELS], init_array=1, init=True))

    assert registers_by_code(by_code, SCHEME)
    assert not registers_by_code(dropped, SCHEME)


def test_strings_are_found_across_pieces() -> None:
    """A name that two pieces share is one name; a tail without its start is none."""
    pieces = [b"x\0Abc", b"Backend\0Q", b"Back", b"end\0", b"y" * 5000, b"LateBackend\0"]

    assert {"AbcBackend", "QBackend"} == found(*pieces)


def test_string_at_the_start_of_a_segment_is_whole() -> None:
    """Nothing lies before it; what another segment ends with does not."""
    segments = [iter([b"FirstBackend\0Lost"]), iter([b"Backend\0"])]

    assert {"FirstBackend", "Backend"} == find_strings("[A-Za-z]*Backend", segments)


@pytest.mark.parametrize(("length", "names"), [(4089, 1), (4090, 0)])
def test_string_that_goes_on_is_bounded(length: int, names: int) -> None:
    """A name has at most 4,096 bytes, in however many pieces it is read."""
    assert names == len(found(b"x\0" * 4096 + b"y" * length, b"Backend\0"))


def test_string_need_not_be_text() -> None:
    """The pattern decides; bytes that are none of UTF-8 are written out."""
    assert {"\\xffBackend", "éBackend"} == found(
        b"\xffBackend\0", "éBackend\0".encode(), pattern=r"[^\0]+Backend"
    )


def found(*pieces: bytes, pattern: str = "[A-Za-z]+Backend") -> frozenset[str]:
    return find_strings(pattern, [iter(pieces)])


def test_strings_end_at_nul_whatever_the_expression_says() -> None:
    """One that can match NUL runs on from no string into the next."""
    pieces = [b"Abc\0Backend\0" + b"\0a" * 300_000 + b"\0"]

    assert frozenset({"Abc", "Backend"}) == find_strings("[^z]{3,}", [iter(pieces)])


def _packed_file(relocations: list[int]) -> bytes:
    """Make a file with only a packed relocation table, and eight pointers to 0x10, 0x20, …."""
    tables = 64 + 2 * 56
    dynamic = [(36, tables), (35, 8 * len(relocations)), (0, 0)]
    packed = struct.pack(f"<{len(relocations)}Q", *relocations)
    body = packed + b"".join(struct.pack("<QQ", *entry) for entry in dynamic)
    pointers = struct.pack("<8Q", *range(0x10, 0x90, 0x10))
    size = 0x400 + len(pointers)
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 2, 64, 0, 0
    )
    segments = struct.pack("<IIQQQQQQ", 1, 6, 0, 0, 0, size, size, 0x1000)
    place = tables + len(packed)
    segments += struct.pack("<IIQQQQQQ", 2, 6, place, place, place, 48, 48, 8)
    return (header + segments + body).ljust(0x400, b"\0") + pointers


def test_names_of_records_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records may share the bytes of their names."""
    monkeypatch.setattr("wheelcheck.binary.registry._NAMES_LIMIT", 10)
    with pytest.raises(UnreadableBinaryError) as refusal:
        read(make_elf(registrations=["ns::one.out", "ns::two.out"]))

    assert "registered names take more than 10 bytes" in refusal.value.message


@pytest.mark.parametrize(("limit", "is_read"), [(22 + 7, True), (22 + 6, False)])
def test_keys_of_records_count_as_well(limit: int, monkeypatch: pytest.MonkeyPatch, *, is_read: bool) -> None:
    """Two names of eleven bytes and a key of seven are just within the bound, or just beyond it."""
    monkeypatch.setattr("wheelcheck.binary.registry._NAMES_LIMIT", limit)
    records = ["ns::one.out", {"name": "ns::two.out", "key": "v1/6;01"}]
    expectation = contextlib.nullcontext() if is_read else pytest.raises(UnreadableBinaryError)
    with expectation:
        assert 2 == len(read(make_elf(registrations=records)).registrations)


def test_packed_relocations_are_unpacked() -> None:
    """DT_RELR: an address, then a bitmap of the words behind it; the pointers stand in place."""
    image = Image(BytesSource(_packed_file([0x400, 0b1011 << 1 | 1])))
    dynamic = read_dynamic(image)
    assert dynamic is not None
    pointers = read_pointers(image, dynamic, 0)

    assert pointers is not None
    assert pointers.targets == {0x400: 0x10, 0x408: 0x20, 0x410: 0x30, 0x420: 0x50}


TABLE, NAME, CODE, KEY, DATA = 0x1000, 0x100, 0x200, 0x300, 0x400
CONSTANTS = {NAME: b"ns::op\0", KEY: b"v1/6;0\0", DATA: b"\1\2\3\0"}


@pytest.mark.parametrize(
    ("target", "stored", "key"),
    [
        (KEY, bytes(8), "v1/6;0"),
        (None, bytes(8), None),
        (None, b"", None),
    ],
    ids=["pointer", "null", "zeros that the file leaves out"],
)
def test_key_of_a_record(target: int | None, stored: bytes, key: str | None) -> None:
    """A pointer to a text, or null for the fallback."""
    assert (Registration("executorch", "ns", "op", key),) == record(target, stored)


@pytest.mark.parametrize(
    ("target", "stored"),
    [(None, b"XX" + bytes(6)), (None, bytes(7) + b"\7"), (CODE, bytes(8)), (DATA, bytes(8))],
    ids=["number", "number of the other byte order", "pointer to code", "pointer to bytes"],
)
def test_table_whose_key_is_none_is_no_record(target: int | None, stored: bytes) -> None:
    """A name and a function in a row are in many tables; only one with a key between is a registry's."""
    assert () == record(target, stored)


def test_table_without_a_function_is_no_record() -> None:
    """Neither a pointer to data nor a number runs."""
    assert () == record(KEY, function=DATA)
    assert () == record(KEY, function=None)


def test_records_lie_among_other_pointers() -> None:
    """What is no record ends no table."""
    memory = memory_of({**CONSTANTS, TABLE + SCHEME.records.key: bytes(7) + b"\7"})
    places = {TABLE: NAME, TABLE + 16: CODE, TABLE + 24: NAME, TABLE + 32: KEY, TABLE + 40: CODE}

    assert ["v1/6;0"] == [each.key for each in find_registrations(SCHEME, Pointers(places, set()), memory)]


def test_fields_lie_where_the_scheme_says() -> None:
    """The namespace of a name ends at its first colons."""
    records = msgspec.structs.replace(SCHEME.records, name=16, key=0, function=8, name_pattern="[a-z:]+")
    scheme = msgspec.structs.replace(SCHEME, records=records, name="mine")
    memory = memory_of({**CONSTANTS, NAME: b"ns::inner::op\0"})
    places = {TABLE: KEY, TABLE + 8: CODE, TABLE + 16: NAME}
    registrations = find_registrations(scheme, Pointers(places, set()), memory)

    assert (Registration("mine", "ns", "inner::op", "v1/6;0"),) == registrations


def record(
    target: int | None, stored: bytes = bytes(8), *, function: int | None = CODE
) -> tuple[Registration, ...]:
    """Look for a record whose key is a pointer to `target`, or the bytes that are stored there."""
    records = SCHEME.records
    places = {records.name: NAME, records.key: target, records.function: function}
    targets = {TABLE + offset: place for offset, place in places.items() if place is not None}
    memory = memory_of({**CONSTANTS, TABLE + records.key: stored})
    return find_registrations(SCHEME, Pointers(targets, set()), memory)


def memory_of(content: Mapping[int, bytes]) -> Memory:
    return Memory(
        peek=lambda address, size: content.get(address, b"")[:size],
        is_code=lambda address: address == CODE,
        is_constant=lambda address: address in CONSTANTS,
    )
