"""Content of one member: inflated, hashed and checked once, in bounded memory."""

from __future__ import annotations

import hashlib
import importlib
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from wheelcheck.wheel.model import MemberFault
from wheelcheck.wheel.zipdir import Entry, LocalHeaderError, data_offset, parse_local_header

try:
    _inflater: Any = importlib.import_module("isal.isal_zlib")
except ImportError:  # no wheel of isal for this platform: the same interface, slower
    _inflater = zlib
_INFLATE_ERRORS: tuple[type[Exception], ...] = (_inflater.error, zlib.error)

CHUNK = 1 << 20
"""Inflated bytes held at a time."""
_PIECE = 256 << 10
"""Compressed bytes held at a time."""
SMALL = 4 << 20
"""Members up to this size are inflated in one call."""
_HEADER_ROOM = 512
_MOST_EXCESS = 64 << 20
"""Bytes beyond the declared size that are inflated to verify the checksum."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Bounds on what is inflated; a member beyond them is reported, not read."""

    member_size: int = 32 << 30
    """Bytes of one member."""
    total_size: int = 128 << 30
    """Bytes of all members together."""
    ratio: int = 200
    """Inflated bytes per compressed byte, for members above `ratio_from`."""
    ratio_from: int = 64 << 20
    dense_total: int = 256 << 20
    """Bytes of all members together that exceed `ratio`: a bomb may come in small pieces."""
    text_total: int = 256 << 20
    """Bytes of all texts and headers that are read, together."""

    def is_dense(self, entry: Entry) -> bool:
        """Whether the declared size is more than `ratio` times the size in the archive."""
        return entry.size > self.ratio * max(entry.compressed_size, 1)

    def dense(self, entries: Iterable[Entry]) -> frozenset[int]:
        """Numbers of the entries that have the fault `ratio` when taken together."""
        dense = [entry for entry in entries if self.is_dense(entry)]
        is_bomb = sum(entry.size for entry in dense) > self.dense_total
        return frozenset(entry.number for entry in dense) if is_bomb else frozenset()

    def fault_of(self, entry: Entry) -> MemberFault | None:
        """Tell which limit the declared size alone exceeds; None when it exceeds none."""
        if entry.size > self.member_size:
            return MemberFault.SIZE
        return MemberFault.RATIO if entry.size > self.ratio_from and self.is_dense(entry) else None


class DamagedMemberError(Exception):
    """The content of a member cannot be read: it is truncated, has a bad CRC or is not deflate data."""


class OversizedMemberError(Exception):
    """The content goes beyond the declared size, or overlaps another member's."""

    def __init__(self, fault: MemberFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def read_small(fd: int, entry: Entry) -> bytes:
    """Read a member of at most SMALL bytes in one call.

    Raises:
        DamagedMemberError, OversizedMemberError: as described in these classes.
    """
    if entry.overlaps:
        raise OversizedMemberError(MemberFault.OVERLAP)
    want = 30 + len(entry.raw_name) + entry.compressed_size
    data = os.pread(fd, want + _HEADER_ROOM, entry.offset)
    try:
        start = parse_local_header(data, entry)
    except LocalHeaderError as exc:
        raise DamagedMemberError(str(exc)) from exc
    stop = start + entry.compressed_size
    if entry.offset + stop > entry.end:
        raise OversizedMemberError(MemberFault.OVERLAP)
    if stop > len(data):
        data += os.pread(fd, stop - len(data), entry.offset + len(data))
        if stop > len(data):
            raise DamagedMemberError(f"data ends at byte {len(data) - start} of {entry.compressed_size}")
    packed = data[start:stop]
    content = _inflate_all(packed, entry) if entry.is_deflated else packed
    if len(content) > entry.size:
        raise _excess(fd, entry)
    _check_size(len(content), entry)
    if _inflater.crc32(content) != entry.crc:
        raise DamagedMemberError(f"bad CRC: content does not match {entry.crc:08x}")
    return content


def _inflate_all(packed: bytes, entry: Entry) -> bytes:
    inflate = _inflater.decompressobj(-15)
    try:
        content: bytes = inflate.decompress(packed, entry.size + 1)
        if not inflate.eof and len(content) <= entry.size:
            content += inflate.flush()
    except _INFLATE_ERRORS as exc:
        raise DamagedMemberError(f"not deflate data: {exc}") from exc
    return content


def _excess(fd: int, entry: Entry) -> Exception:
    """Tell a declared size that is too small from damage, which the checksum shows."""
    crc = size = 0
    for chunk in _inflated(fd, entry):
        size += len(chunk)
        if size > entry.size + _MOST_EXCESS:
            return OversizedMemberError(MemberFault.SIZE)
        crc = _inflater.crc32(chunk, crc)
    if crc == entry.crc:
        return OversizedMemberError(MemberFault.SIZE)
    return DamagedMemberError(f"inflated size is {size}, but the directory declares {entry.size}")


def _check_size(size: int, entry: Entry) -> None:
    if size < entry.size:
        raise DamagedMemberError(f"inflated size is {size}, but the directory declares {entry.size}")


def stream(fd: int, entry: Entry) -> Iterator[bytes]:
    """Give the content of a member in chunks of at most CHUNK bytes and check it at the end.

    Raises:
        DamagedMemberError, OversizedMemberError: as described in these classes.
    """
    crc = size = 0
    for chunk in _inflated(fd, entry):
        size += len(chunk)
        if size > entry.size:
            raise _excess(fd, entry)
        crc = _inflater.crc32(chunk, crc)
        yield chunk
    _check_size(size, entry)
    if crc != entry.crc:
        raise DamagedMemberError(f"bad CRC: content does not match {entry.crc:08x}")


def _inflated(fd: int, entry: Entry) -> Iterator[bytes]:
    packed = _packed(fd, entry)
    if not entry.is_deflated:
        yield from packed
        return
    inflate = _inflater.decompressobj(-15)
    try:
        for piece in packed:
            data = inflate.decompress(piece, CHUNK)
            while data:
                yield data
                if inflate.eof or not inflate.unconsumed_tail:
                    break
                data = inflate.decompress(inflate.unconsumed_tail, CHUNK)
        while not inflate.eof:
            data = inflate.decompress(b"", CHUNK)
            if not data:
                raise DamagedMemberError("deflate data ends before its last block")
            yield data
    except _INFLATE_ERRORS as exc:
        raise DamagedMemberError(f"not deflate data: {exc}") from exc


def _packed(fd: int, entry: Entry) -> Iterator[bytes]:
    try:
        offset = data_offset(fd, entry)
    except LocalHeaderError as exc:
        raise DamagedMemberError(str(exc)) from exc
    if offset + entry.compressed_size > entry.end:
        raise OversizedMemberError(MemberFault.OVERLAP)
    left = entry.compressed_size
    while left:
        piece = os.pread(fd, min(_PIECE, left), offset)
        if not piece:
            packed = entry.compressed_size
            raise DamagedMemberError(f"data ends at byte {packed - left} of {packed}")
        offset += len(piece)
        left -= len(piece)
        yield piece


def digest(fd: int, size: int, progress: Callable[[int], None] | None = None) -> str:
    """SHA-256 of a whole open file of `size` bytes, as hexadecimal."""
    state = hashlib.sha256()
    offset = 0
    while offset < size:
        piece = os.pread(fd, CHUNK, offset)
        if not piece:
            break
        state.update(piece)
        offset += len(piece)
        if progress is not None:
            progress(len(piece))
    return state.hexdigest()
