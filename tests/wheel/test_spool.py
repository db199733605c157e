"""Large libraries on disk without their code."""

from __future__ import annotations

import struct

import pytest

from tests.support.elfmaker import make_elf
from wheelcheck.binary.elf.holes import code_holes
from wheelcheck.binary.reading import Hole
from wheelcheck.wheel.spool import HoleError, Spool

CODE = Hole(4096, 4096 + (2 << 20))


def spooled(data: bytes, *holes: Hole, step: int = 1000) -> Spool:
    spool = Spool(len(data), holes)
    for start in range(0, len(data), step):
        spool.write(data[start : start + step])
    return spool


def test_bytes_outside_holes_come_back() -> None:
    """What is kept is kept at its place."""
    data = bytes(range(256)) * 40
    spool = spooled(data, Hole(100, 3000), Hole(5000, 5001))

    assert data[:100] == spool.read(0, 100)
    assert data[3000:5000] == spool.read(3000, 2000)
    assert data[5001:] == spool.read(5001, len(data))
    spool.close()


@pytest.mark.parametrize(("offset", "length"), [(99, 2), (100, 1), (2999, 1), (0, 10240)])
def test_bytes_of_a_hole_are_never_zeros(offset: int, length: int) -> None:
    """A reader that wants code is told, and reads the whole file instead."""
    spool = spooled(bytes(range(256)) * 40, Hole(100, 3000))

    with pytest.raises(HoleError):
        spool.read(offset, length)
    spool.close()


def test_small_code_is_kept() -> None:
    """A hole must be worth its trouble."""
    assert () == code_holes(make_elf(soname="libx.so"))


def test_large_code_is_a_hole() -> None:
    """The program headers say where the code lies."""
    data = bytearray(make_elf(soname="libx.so"))
    table, count = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
    for at in range(table, table + 56 * count, 56):
        kind, flags = struct.unpack_from("<II", data, at)
        if kind == 1 and flags & 1:
            struct.pack_into("<Q", data, at + 8, CODE.start)
            struct.pack_into("<QQ", data, at + 32, CODE.end - CODE.start, CODE.end - CODE.start)

    assert (CODE,) == code_holes(bytes(data))


def test_what_is_no_elf_has_no_holes() -> None:
    """Only a readable head says what may be left out."""
    assert () == code_holes(b"\x7fELF")
