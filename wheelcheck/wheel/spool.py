"""A large member on its way to a reader: an unlinked temporary file without the machine code.

No fact of an ELF file lies in its code segments, and they are most of a large library: they are left
out as holes. A reader that asks for bytes of a hole all the same gets HoleError, never zeros.
"""

from __future__ import annotations

import os
import tempfile
from typing import NamedTuple

from wheelcheck.binary.elf_image import Image
from wheelcheck.binary.model import PF_W, PF_X
from wheelcheck.binary.source import BytesSource, FileSource
from wheelcheck.errors import UnreadableBinaryError

_SMALLEST_HOLE = 1 << 20
_FRAME = 4096
"""Bytes at the start that always count: header and program headers."""


class HoleError(Exception):
    """Bytes were asked for that were not kept."""


class Hole(NamedTuple):
    """A range of the file that is not kept."""

    start: int
    end: int


def code_ranges(head: bytes) -> tuple[Hole, ...]:
    """Code segments of an ELF file, by its first bytes; () when they cannot be told."""
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
        and load.file_size >= _SMALLEST_HOLE
    )


class Spool:
    """The temporary file and what it does not hold."""

    def __init__(self, size: int, holes: tuple[Hole, ...]) -> None:
        self.size = size
        self._holes = holes
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # `close` gives it back
        self._source = FileSource(self._file.fileno(), size)
        self._at = 0

    def write(self, chunk: bytes) -> None:
        """Take the next bytes of the member."""
        view, start = memoryview(chunk), self._at
        self._at = end = start + len(chunk)
        for hole in self._holes:
            if start < hole.start:
                self._put(view[: min(hole.start, end) - start], start)
            skipped = max(min(hole.end, end) - start, 0)
            view, start = view[skipped:], start + skipped
            if start >= end:
                return
        self._put(view, start)

    def _put(self, view: memoryview, offset: int) -> None:
        while view:
            written = os.pwrite(self._file.fileno(), view, offset)
            view, offset = view[written:], offset + written

    def read(self, offset: int, length: int) -> bytes:
        """Read kept bytes, as `ByteSource`.

        Raises:
            HoleError: some of them were not kept.
        """
        if any(offset < hole.end and hole.start < offset + length for hole in self._holes):
            raise HoleError
        return self._source.read(offset, length)

    def close(self) -> None:
        """Give the space back."""
        self._file.close()
