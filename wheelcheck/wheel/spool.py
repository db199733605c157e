"""A large member prepared for a reader: an unlinked temporary file without the machine code.

Code is most of a library and contains no facts, so it is left out as holes. A reader that requests bytes
of a hole all the same gets HoleError, never zeros.
"""

from __future__ import annotations

import os
import tempfile

from wheelcheck.binary.reading import Hole
from wheelcheck.binary.source import FileSource


class HoleError(Exception):
    """The requested bytes were not kept."""


class Spool:
    """The temporary file and its holes."""

    def __init__(self, size: int, holes: tuple[Hole, ...]) -> None:
        self.size = size
        self._holes = holes
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # `close` releases it
        self._source = FileSource(self._file.fileno(), size)
        self._at = 0

    def write(self, chunk: bytes) -> None:
        """Append the next bytes of the member."""
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
        """Read bytes that were kept, as a `ByteSource`.

        Raises:
            HoleError: some of them were not kept.
        """
        if any(offset < hole.end and hole.start < offset + length for hole in self._holes):
            raise HoleError
        return self._source.read(offset, length)

    def close(self) -> None:
        """Release the space."""
        self._file.close()
