"""File names and sonames of shared libraries, split into their parts."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import NamedTuple

_LIBRARY = re.compile(
    r"(?P<stem>.+?)(?:\.so(?P<elf>(?:\.\d+)*)|(?P<macho>(?:\.\d+)*)\.dylib|(?P<pe>)\.dll)", re.IGNORECASE
)
_SUFFIX = re.compile(r"\.(?:so|dylib|dll)(?![a-z])", re.IGNORECASE)


class LibraryName(NamedTuple):
    """Parts of a library's file name or soname: `libx.so.1` is `libx` with version `1`."""

    stem: str
    version: str


@lru_cache(maxsize=16384)
def split_library_name(name: str) -> LibraryName | None:
    """Split a file name or soname; None when it is not the name of a library."""
    match = _LIBRARY.fullmatch(posixpath.basename(name))
    if match is None:
        return None
    version = match["elf"] or match["macho"] or match["pe"] or ""
    return LibraryName(match["stem"], version.lstrip("."))


def names_a_file(entry: str) -> bool:
    """Whether an entry of a needs list is spelled as names in DT_NEEDED are: a file name, a path, a glob."""
    return "/" in entry or _SUFFIX.search(entry) is not None
