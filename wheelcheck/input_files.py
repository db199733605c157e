"""Text files that the user names, read in bounded memory."""

from __future__ import annotations

import errno
from pathlib import Path

MOST = 64 << 20
"""Bytes: no contract and no operator list comes near."""


def read_input(path: Path) -> bytes:
    """Read a whole file; a pipe or device is read like a file.

    Raises:
        OSError: it cannot be read, or has more than MOST bytes.
    """
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise OSError(errno.EFBIG, f"it has more than {MOST >> 20} MiB")
    return data
