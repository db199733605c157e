"""File names and sonames of shared libraries, split into their parts."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import NamedTuple

_HASH = re.compile(r"-[0-9a-f]{8}$")
_SUFFIX = re.compile(r"\.(?:so|dylib|dll)(?![a-z])", re.IGNORECASE)


class LibraryName(NamedTuple):
    """Parts of a library's file name or soname: `libx.so.1` is `libx` with version `1`."""

    stem: str
    version: str


@lru_cache(maxsize=16384)
def split_library_name(name: str) -> LibraryName | None:
    """Split a file name or soname; None when it is not the name of a library."""
    parts = posixpath.basename(name).split(".")
    if parts[-1].lower() == "dll":
        return _library_name(parts[:-1], [])
    is_macho = parts[-1].lower() == "dylib"
    end = len(parts) - is_macho
    start = end
    while start > 1 and parts[start - 1].isdecimal():
        start -= 1
    if is_macho:
        return _library_name(parts[:start], parts[start:end])
    is_elf = parts[start - 1].lower() == "so"
    return _library_name(parts[: start - 1], parts[start:end]) if is_elf else None


def _library_name(stem: list[str], version: list[str]) -> LibraryName | None:
    return LibraryName(".".join(stem), ".".join(version)) if any(stem) else None


def names_a_file(entry: str) -> bool:
    """Whether an entry of a needs list is spelled as names in DT_NEEDED are: a file name, a path, a glob."""
    return "/" in entry or _SUFFIX.search(entry) is not None


def without_graft_hash(stem: str) -> str | None:
    """Undo what repair tools add to the stem of a library that they copy into a wheel; None without it."""
    original = stem
    while _HASH.search(original[-9:]) is not None:
        original = original[:-9]
    return original if original not in {"", stem} else None
