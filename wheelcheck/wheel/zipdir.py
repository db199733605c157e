"""The central directory of an archive as checked entries (APPNOTE.TXT 4.3)."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from wheelcheck.errors import UnreadableWheelError, reason_of

MAX_MEMBERS = 1_000_000
_LOCAL_HEADER = struct.Struct("<4s2xHH4xIIIHH")
_STORED, _DEFLATED = 0, 8
_ENCRYPTED = 0x1
_DATA_DESCRIPTOR = 0x8
"""Flag: CRC and sizes follow the data, so the local header may leave them at zero."""
_IN_ZIP64_EXTRA = 0xFFFFFFFF


class Entry(NamedTuple):
    """One entry of the central directory."""

    number: int
    """Position in the directory."""
    name: str
    raw_name: bytes
    size: int
    compressed_size: int
    crc: int
    offset: int
    """Of the local header."""
    end: int
    """First byte of what follows: the next local header or the directory."""
    is_deflated: bool
    mode: int

    @property
    def is_symlink(self) -> bool:
        """Whether the Unix mode is that of a symbolic link."""
        return self.mode & 0o170000 == 0o120000

    @property
    def overlaps(self) -> bool:
        """Whether the packed content reaches into what follows."""
        return self.offset + _LOCAL_HEADER.size + len(self.raw_name) + self.compressed_size > self.end


class LocalHeaderError(Exception):
    """The local header of an entry contradicts the central directory."""


def read_entries(path: Path) -> tuple[Entry, ...]:
    """Read the central directory.

    Raises:
        UnreadableWheelError: not a regular file, not a zip file, truncated, encrypted, compressed with an
            unsupported method, empty, or with more members than any wheel has.
    """
    try:
        # Opening a pipe with the name of a wheel would wait for its writer.
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnreadableWheelError(
                f"cannot read {str(path)!r}: not a regular file", hint="give the wheel itself"
            )
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            directory = archive.start_dir
    except OSError as exc:
        raise UnreadableWheelError(
            f"cannot open {str(path)!r}: {reason_of(exc)}", hint="check the path and its permissions"
        ) from exc
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        ValueError,
        OverflowError,
        EOFError,
        struct.error,
    ) as exc:
        raise UnreadableWheelError(
            f"{path.name!r} is not a readable zip archive: {exc}",
            hint="the file is truncated or not a wheel; compare its size and hash with the build log",
        ) from exc
    if not infos:
        raise UnreadableWheelError(f"{path.name!r} has no members", hint="rebuild the wheel")
    if len(infos) > MAX_MEMBERS:
        raise UnreadableWheelError(f"{path.name!r} has {len(infos)} members; the limit is {MAX_MEMBERS}")
    for info in infos:
        _refuse_unsupported(path, info)
        if not 0 <= info.header_offset < directory:
            raise UnreadableWheelError(
                f"member {info.filename!r} of {path.name!r} starts at byte {info.header_offset}, "
                f"after the directory at byte {directory}",
                hint="the archive is damaged; compare its hash with the build log",
            )
    ends = _ends(infos, directory)
    return tuple(_entry(number, info, ends[info.header_offset]) for number, info in enumerate(infos))


def _refuse_unsupported(path: Path, info: zipfile.ZipInfo) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise UnreadableWheelError(
            f"member {info.filename!r} of {path.name!r} is encrypted",
            hint="repack the wheel without encryption: installers have no password",
        )
    if info.compress_type not in {_STORED, _DEFLATED}:
        raise UnreadableWheelError(
            f"member {info.filename!r} of {path.name!r} uses compression method {info.compress_type}",
            hint="repack the wheel with deflate (8) or stored (0): installers read nothing else",
        )


def _ends(infos: list[zipfile.ZipInfo], directory: int) -> dict[int, int]:
    counts = Counter(info.header_offset for info in infos)
    starts = sorted(counts)
    ends = dict(zip(starts, [*starts[1:], directory], strict=True))
    # Entries at the same offset share every byte: none of them has any room.
    return {start: end if counts[start] == 1 else start for start, end in ends.items()}


def _entry(number: int, info: zipfile.ZipInfo, end: int) -> Entry:
    name = info.orig_filename
    raw = name.encode("utf-8" if info.flag_bits & 0x800 else "cp437", "replace")
    made_on_unix = info.create_system == 3
    return Entry(
        number,
        name,
        raw,
        info.file_size,
        info.compress_size,
        info.CRC,
        info.header_offset,
        end,
        info.compress_type == _DEFLATED,
        info.external_attr >> 16 if made_on_unix else 0,
    )


def data_offset(fd: int, entry: Entry) -> int:
    """Offset of an entry's data, after its local header.

    Raises:
        LocalHeaderError: there is no local header, or it contradicts the directory: installers that
            unpack an archive while it downloads trust the local header.
    """
    header = os.pread(fd, _LOCAL_HEADER.size + len(entry.raw_name), entry.offset)
    return entry.offset + parse_local_header(header, entry)


def parse_local_header(data: bytes, entry: Entry) -> int:
    """Length of the local header at the start of `data`.

    Raises:
        LocalHeaderError: as for `data_offset`.
    """
    if len(data) < _LOCAL_HEADER.size:
        raise LocalHeaderError(f"the local header at byte {entry.offset} is truncated")
    magic, flags, method, crc, packed, size, name_length, extra_length = _LOCAL_HEADER.unpack_from(data)
    if magic != b"PK\x03\x04":
        raise LocalHeaderError(f"no local header at byte {entry.offset}")
    name = data[_LOCAL_HEADER.size : _LOCAL_HEADER.size + name_length]
    if name != entry.raw_name:
        raise LocalHeaderError(
            f"the name is {name!r} in the local header, {entry.raw_name!r} in the directory"
        )
    if flags & _ENCRYPTED:
        raise LocalHeaderError("the member is encrypted in the local header, but not in the directory")
    if method != (_DEFLATED if entry.is_deflated else _STORED):
        raise LocalHeaderError(f"compression method {method} in the local header differs from the directory")
    for what, local, central in (
        ("CRC", crc, entry.crc),
        ("packed size", packed, entry.compressed_size),
        ("size", size, entry.size),
    ):
        is_left_out = local == _IN_ZIP64_EXTRA or (flags & _DATA_DESCRIPTOR and local == 0)
        if local != central and not is_left_out:
            raise LocalHeaderError(f"the {what} is {local} in the local header, {central} in the directory")
    return _LOCAL_HEADER.size + int(name_length) + int(extra_length)
