"""What differs between machines in the ELF files that tests make."""

from __future__ import annotations

from typing import NamedTuple


class Machine(NamedTuple):
    """Numbers of one processor's psABI."""

    number: int
    bits: int
    is_little_endian: bool
    relative: int
    """Relocation that adds the load address."""
    absolute: int
    """Relocation that stores a symbol's address."""
    align: int = 0x1000
    """PT_LOAD alignment that its linkers use."""
    flags: int = 0
    uses_rela: bool = True
    return_code: bytes = b""
    """One instruction that returns."""
    hash_word: str = "I"
    """Word of DT_HASH: 64 bits on s390x."""


MACHINES = {
    "x86_64": Machine(62, 64, True, 8, 1, return_code=b"\xc3"),  # noqa: FBT003  # a table row: the column says what True is
    "aarch64": Machine(183, 64, True, 1027, 257, 0x10000, return_code=b"\xc0\x03\x5f\xd6"),  # noqa: FBT003  # a table row: the column says what True is
    "i686": Machine(3, 32, True, 8, 1, uses_rela=False, return_code=b"\xc3"),  # noqa: FBT003  # a table row: the column says what True is
    "armv7l": Machine(40, 32, True, 23, 2, 0x10000, 0x5000400, uses_rela=False),  # noqa: FBT003  # a table row: the column says what True is
    "ppc64le": Machine(21, 64, True, 22, 38, 0x10000, 2),  # noqa: FBT003  # a table row: the column says what True is
    "ppc64": Machine(21, 64, False, 22, 38, 0x10000, 1),  # noqa: FBT003  # a table row: the column says what True is
    "s390x": Machine(22, 64, False, 12, 22, hash_word="Q"),  # noqa: FBT003  # a table row: the column says what True is
    "riscv64": Machine(243, 64, True, 3, 2, flags=5),  # noqa: FBT003  # a table row: the column says what True is
    "loongarch64": Machine(258, 64, True, 3, 2, 0x4000, 0x43),  # noqa: FBT003  # a table row: the column says what True is
    "none": Machine(0, 64, True, 8, 1),  # noqa: FBT003  # a table row: the column says what True is
}
