"""The environment's folder: files are written below it, through no link, and each name once."""

from __future__ import annotations

import base64
import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

_CHUNK = 1 << 20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


class MisplacedFileError(Exception):
    """A file of a wheel would lie outside of the environment, or in the place of another file."""


class Content(NamedTuple):
    """What was written."""

    digest: bytes
    """SHA-256."""
    size: int

    @property
    def digest_text(self) -> str:
        """The digest as RECORD has it."""
        return base64.urlsafe_b64encode(self.digest).rstrip(b"=").decode("ascii")


class _Known(NamedTuple):
    owner: str
    content: Content


class Tree:
    """Writes files below one folder; what lies there already belongs to the environment and stays."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[str, _Known] = {}

    def write(
        self, folder: str, path: str, stream: BinaryIO, owner: str, *, is_executable: bool = False
    ) -> Content:
        """Write one file that nobody wrote before; the same content once more is left as it is.

        Args:
            folder: below the root; '' is the root itself.
            path: below the folder, as the wheel spells it.
            stream: the content.
            owner: file name of the wheel.
            is_executable: whether it gets execute permission.

        Raises:
            MisplacedFileError: the path leads out of the folder, through a link, or to another file.
        """
        *parents, name = [*(path_parts(folder) if folder else []), *path_parts(path)]
        place = "/".join((*parents, name))
        with self._opened(parents, place) as parent:
            try:
                file = os.open(name, _FILE, 0o777 if is_executable else 0o666, dir_fd=parent)
            except FileExistsError:
                return self._same(place, stream)
        with open(file, "wb") as target:  # noqa: PTH123  # a descriptor
            content = _copy(stream, target)
        self._known[place] = _Known(owner, content)
        return content

    def _same(self, place: str, stream: BinaryIO) -> Content:
        known = self._known.get(place)
        if known is None:
            raise MisplacedFileError(f"it would replace {place!r}, which the environment has already")
        content = _copy(stream, None)
        if content != known.content:
            raise MisplacedFileError(f"it would replace {place!r} of {known.owner} by other content")
        return content

    @contextmanager
    def _opened(self, parents: list[str], place: str) -> Iterator[int]:
        """Open a folder below the root, made where it is missing, one step at a time."""
        current = os.open(self.root, _FOLDER)
        try:
            for name in parents:
                below = _entered(name, current, place)
                os.close(current)
                current = below
            yield current
        finally:
            os.close(current)


def path_parts(path: str) -> list[str]:
    """Take a path of a wheel apart.

    Raises:
        MisplacedFileError: it is absolute, climbs, or names nothing.
    """
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if path.startswith("/") or ".." in parts or not parts or "\0" in path:
        raise MisplacedFileError(f"{path!r} is not a path below the folder that it is installed into")
    return parts


def _entered(name: str, parent: int, place: str) -> int:
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=parent)
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except OSError as exc:
        if exc.errno in {errno.ELOOP, errno.ENOTDIR}:
            raise MisplacedFileError(f"{place!r} would lie behind {name!r}, which is not a folder") from exc
        raise


def _copy(stream: BinaryIO, target: BinaryIO | None) -> Content:
    state, size = hashlib.sha256(), 0
    while chunk := stream.read(_CHUNK):
        state.update(chunk)
        size += len(chunk)
        if target is not None:
            target.write(chunk)
    return Content(state.digest(), size)
