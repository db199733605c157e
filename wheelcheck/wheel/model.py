"""One wheel as frozen facts: members, RECORD, WHEEL, METADATA, texts, binaries."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from wheelcheck.binary.model import Binary, Format
from wheelcheck.binary.reading import reader_of
from wheelcheck.model import Incomplete
from wheelcheck.wheel.python.imports import Import

if TYPE_CHECKING:
    from wheelcheck.wheel.python.definitions import Definitions

LONGEST_NAME = 1024
"""Characters in a member name; macOS cannot unpack longer paths, and Linux allows up to 4,096."""
DEEPEST_NAME = 100
"""Folders in a member name; the most in any real wheel is 21."""


class FileKind(enum.Enum):
    """Kind of a member that is not native code, by its first bytes."""

    ARCHIVE = "archive"
    """A static library (`ar`)."""
    SCRIPT = "script"
    """Starts with `#!`."""
    OTHER = "other"


class MemberFault(enum.Enum):
    """Why the content of a member was not read to its end."""

    SIZE = "size"
    """It has more bytes than it declares, or than a member may have."""
    RATIO = "ratio"
    """It inflates to so many times its packed size that it is a decompression bomb."""
    OVERLAP = "overlap"
    """Its data overlaps another member's."""
    PATH = "path"
    """Its name is too long or too deep to unpack."""


class Member(msgspec.Struct, frozen=True):
    """One archive entry as found, in archive order."""

    name: str
    """Name as stored in the central directory, before it is cut at a NUL."""
    size: int
    """Real bytes after inflating; 0 for folders, -1 when it was not read to its end."""
    declared_size: int
    compressed_size: int
    offset: int
    """Of the local header in the archive."""
    mode: int
    """Unix mode with file type (0 when the archive was not made on Unix)."""
    digest: bytes
    """SHA-256 of the content, b'' when it was not read to its end."""
    kind: Format | FileKind
    """By its first bytes."""
    fault: MemberFault | None = None
    """Why the content was not read to its end; None when it was, or when it is damaged."""

    @property
    def format(self) -> Format | None:
        """Native format; None for anything else."""
        return self.kind if isinstance(self.kind, Format) else None

    @property
    def is_folder(self) -> bool:
        """Whether this is a folder entry."""
        return self.name.endswith("/")

    @property
    def is_absurd(self) -> bool:
        """Whether the name is too long or too deep to unpack: its folders are ignored."""
        return len(self.name) > LONGEST_NAME or self.name.count("/") > DEEPEST_NAME

    @property
    def is_symlink(self) -> bool:
        """Whether the Unix mode is that of a symbolic link."""
        return self.mode & 0o170000 == 0o120000

    @property
    def is_executable(self) -> bool:
        """Whether any execute bit is set."""
        return bool(self.mode & 0o111)


class RecordRow(NamedTuple):
    """One row of RECORD as parsed by the csv module."""

    line: int
    path: str
    algorithm: str
    """Hash name, '' when the row has none."""
    digest: str
    """URL-safe base64 without padding, as written."""
    size: str
    """As written, '' when absent."""


class Record(msgspec.Struct, frozen=True):
    """RECORD: its rows, and what could not be parsed as (line, reason)."""

    rows: tuple[RecordRow, ...]
    faults: tuple[tuple[int, str], ...]


class Header(NamedTuple):
    """One `Key: value` line of WHEEL or METADATA."""

    key: str
    value: str


class Include(NamedTuple):
    """One unconditional `#include` of a header."""

    line: int
    path: str
    is_quoted: bool


class HeaderFile(msgspec.Struct, frozen=True):
    """A shipped C or C++ header."""

    includes: tuple[Include, ...]
    versions: tuple[tuple[str, str], ...] = ()
    """Versions that its macros state, with what the macro's name begins with: `FOO` of `FOO_VERSION`."""


class Wheel(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One wheel, read once."""

    path: Path
    file: str
    """File name."""
    size: int
    """Of the archive, in bytes."""
    sha256: str | None
    """Of the archive; None when it was not requested."""
    name: str
    """Distribution name as in the file name."""
    version: str
    """Version as in the file name."""
    build: str
    """Build tag, '' when there is none."""
    tags: tuple[str, ...]
    """Tags of the file name, expanded (`cp311-cp311-manylinux_2_28_x86_64`), in the order written."""
    members: tuple[Member, ...]
    dist_info: str
    """Name of the top-level dist-info folder, no slash."""
    record: Record
    digests: Mapping[tuple[str, str], bytes] = {}
    """sha384 and sha512 digests that RECORD uses, by member name and algorithm."""
    wheel_headers: tuple[Header, ...]
    """Lines of WHEEL in order."""
    wheel_tags: tuple[str, ...]
    """`Tag:` values of WHEEL as written."""
    binaries: tuple[Binary, ...]
    """Every native object that was read, in archive order."""
    unreadable: tuple[Incomplete, ...]
    unscanned: Mapping[str, str] = {}
    """Why texts that rules can do without were not read, by member name."""
    texts: Mapping[str, bytes]
    """Content of the small files that rules read (`wheel/wanted.py` chooses them), by member name."""
    headers: Mapping[str, HeaderFile]
    """Shipped headers by member name."""
    python_imports: Mapping[str, tuple[Import, ...]] = {}
    """Imports of each Python source that has any, in order."""
    definitions: Mapping[str, Definitions] = {}
    """What Python sources define, of those that other facts ask about (`wheel/python/missing.py`)."""
    build_paths: Mapping[str, tuple[str, ...]]
    """Build-machine paths found in headers, package configs and scripts, by member name."""

    @cached_property
    def distribution(self) -> str:
        """Name of the distribution, normalised: the form in which names are compared."""
        from packaging.utils import canonicalize_name

        return canonicalize_name(self.name)

    @cached_property
    def by_name(self) -> Mapping[str, Member]:
        """Members by name; the last of a repeated name wins, as in installers."""
        return {member.name: member for member in self.members}

    @cached_property
    def binaries_of(self) -> Mapping[str, tuple[Binary, ...]]:
        """Binaries by member name: one, or one for each slice of a universal file."""
        found: dict[str, tuple[Binary, ...]] = {}
        for binary in self.binaries:
            found[binary.member] = (*found.get(binary.member, ()), binary)
        return found

    @cached_property
    def unread(self) -> frozenset[str]:
        """Names of the members that are in the archive and could not be read."""
        cut = {member.name for member in self.members if member.size < 0}
        return frozenset(cut | {each.member for each in self.unreadable if each.member is not None})

    @property
    def unread_natives(self) -> tuple[Member, ...]:
        """Native members whose format has no reader."""
        return tuple(
            member
            for member in self.members
            if member.format is not None and reader_of(member.format) is None
        )

    @property
    def platforms(self) -> tuple[str, ...]:
        """Platform tags of the file name, each once, in order."""
        return tuple(dict.fromkeys(tag.rpartition("-")[2] for tag in self.tags))

    @property
    def is_pure_tagged(self) -> bool:
        """Whether a platform tag is `any`."""
        return "any" in self.platforms

    def header(self, key: str) -> str | None:
        """First value of a WHEEL header; case is ignored."""
        return next((h.value for h in self.wheel_headers if h.key.lower() == key.lower()), None)
