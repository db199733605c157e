"""Symbol versions of an ELF file (Linux Standard Base, symbol versioning)."""

from __future__ import annotations

import struct
from typing import NamedTuple

from wheelcheck.binary.elf.details import VersionNeed
from wheelcheck.binary.elf.dynamic import DT_VERDEF, DT_VERNEED, Dynamic
from wheelcheck.binary.elf.image import DAMAGED, Image
from wheelcheck.errors import UnreadableBinaryError

HIDDEN = 0x8000
"""Bit of a version index: not the default version of its name."""

_VER_FLG_BASE, _VER_FLG_WEAK = 1, 2
_MAX_VERSIONS = 65_536


class Versions(NamedTuple):
    """Version tables, by the index that symbols refer to."""

    needs: tuple[VersionNeed, ...]
    definitions: tuple[str, ...]
    by_index: dict[int, tuple[str, str | None]]
    """Index → version, and the needed file that should define it."""


def read_versions(image: Image, dynamic: Dynamic) -> Versions:
    """Read the needed and the defined versions."""
    versions = Versions((), (), {})
    if DT_VERDEF in dynamic.tags:
        versions = versions._replace(definitions=_definitions(image, dynamic, versions.by_index))
    if DT_VERNEED in dynamic.tags:
        versions = versions._replace(needs=_needs(image, dynamic, versions.by_index))
    return versions


def _definitions(
    image: Image, dynamic: Dynamic, by_index: dict[int, tuple[str, str | None]]
) -> tuple[str, ...]:
    found = []
    address = dynamic.tags[DT_VERDEF]
    fields = image.format("HHHHIII")
    for _ in range(_MAX_VERSIONS):
        _, flags, index, count, _, names, following = _unpack(image, fields, address, "version definition")
        if count and not flags & _VER_FLG_BASE:
            (name_at, _) = _unpack(image, image.format("II"), address + names, "version definition")
            name = dynamic.text(name_at, "a defined version")
            found.append(name)
            by_index[index & ~HIDDEN] = (name, None)
        if not following:
            return tuple(found)
        address += following
    raise _too_many("version definitions")


def _needs(
    image: Image, dynamic: Dynamic, by_index: dict[int, tuple[str, str | None]]
) -> tuple[VersionNeed, ...]:
    found: list[VersionNeed] = []
    address = dynamic.tags[DT_VERNEED]
    fields = image.format("HHIII")
    inner = image.format("IHHII")
    while len(found) < _MAX_VERSIONS:
        _, count, file_at, entry, following = _unpack(image, fields, address, "version need")
        library = dynamic.text(file_at, "a library of needed versions")
        place = address + entry
        for _ in range(count):
            _, flags, index, name_at, step = _unpack(image, inner, place, "version need")
            name = dynamic.text(name_at, "a needed version")
            found.append(VersionNeed(library, name, bool(flags & _VER_FLG_WEAK)))
            by_index[index & ~HIDDEN] = (name, library)
            if not step:
                break
            place += step
        if not following:
            return tuple(found)
        address += following
        if not count:
            found.append(VersionNeed(library, "", weak=True))
    raise _too_many("version needs")


def _unpack(image: Image, fields: str, address: int, what: str) -> tuple[int, ...]:
    size = struct.calcsize(fields)
    image.locate(address, size, what)
    data = image.peek(address, size)
    if len(data) != size:
        data = image.at(address, size, what)
    return struct.unpack(fields, data)


def _too_many(what: str) -> UnreadableBinaryError:
    return UnreadableBinaryError(f"file has more than {_MAX_VERSIONS} {what}", hint=DAMAGED)
