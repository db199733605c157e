"""Code segments of an ELF file: most of a large library, and without any facts."""

from __future__ import annotations

from wheelcheck.binary.elf.details import PF_W, PF_X
from wheelcheck.binary.elf.image import Image
from wheelcheck.binary.reading import Hole
from wheelcheck.binary.source import BytesSource
from wheelcheck.errors import UnreadableBinaryError

_SMALLEST = 1 << 20
_FRAME = 4096
"""Bytes at the start that are always read: header and program headers."""


def code_holes(head: bytes) -> tuple[Hole, ...]:
    """Give the code segments of a file from its first bytes; () when these do not tell."""
    try:
        loads = Image(BytesSource(head)).loads
    except UnreadableBinaryError:
        return ()
    return tuple(
        Hole(load.offset, load.offset + load.file_size)
        for load in sorted(loads, key=lambda load: load.offset)
        if load.flags & PF_X
        and not load.flags & PF_W
        and load.offset >= _FRAME
        and load.file_size >= _SMALLEST
    )
