"""Random access to the bytes of one file, in memory or on disk."""

from __future__ import annotations

import os
from typing import Protocol


class ByteSource(Protocol):
    """What a reader needs from a file: its size, and any piece of it."""

    @property
    def size(self) -> int:
        """Bytes in the file."""

    def read(self, offset: int, length: int) -> bytes:
        """Give the bytes at `offset`; fewer than `length` only at the end of the file."""


class BytesSource:
    """A file in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data)

    def read(self, offset: int, length: int) -> bytes:
        """Give a slice."""
        return self._data[offset : offset + length]


class FileSource:
    """An open file; the caller keeps the descriptor open and closes it."""

    def __init__(self, fd: int, size: int) -> None:
        self._fd = fd
        self.size = size

    def read(self, offset: int, length: int) -> bytes:
        """Read at a position without moving the descriptor's own."""
        wanted = min(length, self.size - offset)
        if wanted <= 0:
            return b""
        data = os.pread(self._fd, wanted, offset)
        # The system may return less than was requested (Linux: at most 2 GiB at once).
        while len(data) < wanted:
            more = os.pread(self._fd, wanted - len(data), offset + len(data))
            if not more:
                break
            data += more
        return data
