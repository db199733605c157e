"""One entry of an ELF search path: its kind and where it leads.

Dynamic string tokens follow glibc's elf/dl-load.c: `$NAME` or `${NAME}`, case-sensitive, not followed
by another identifier character; an unknown token stays in the path unchanged.
"""

from __future__ import annotations

import enum
import posixpath
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from wheelcheck.binary.model import Binary, PathKind
from wheelcheck.linking.layout import Layout
from wheelcheck.policy.build_machines import Root, build_machines

OUTSIDE = "/outside"
"""Folder of an entry that leads out of the environment's prefix, where no wheel installs anything."""

_LIBS = ("lib64", "lib", "lib/x86_64-linux-gnu")
_PLATFORMS = ("x86_64", "haswell", "aarch64")
"""Values of `$LIB` and `$PLATFORM` in glibc builds in use (ld.so(8), "Dynamic string tokens")."""
_TOKEN = re.compile(r"\$(?:\{(?P<curly>[A-Z]+)\}|(?P<plain>[A-Z]+)(?![A-Za-z0-9_]))")
# make expands "$O" to nothing and shells drop the dollar; `@…` are dyld's tokens, `;` is CMake's separator.
_MANGLED = re.compile(r"^(?:X?ORIGIN|RIGIN)(?![A-Za-z0-9_])|^@(?:loader|executable)_path|^@rpath|;")


class EntryKind(enum.Enum):
    """Where a search-path entry starts."""

    ORIGIN = "origin"
    """In the folder of the object that has it."""
    ABSOLUTE = "absolute"
    RELATIVE = "relative"
    """In the working directory."""
    EMPTY = "empty"
    """The working directory itself."""
    MALFORMED = "malformed"


class Entry(NamedTuple):
    """One search-path entry after expansion."""

    text: str
    kind: EntryKind
    folders: tuple[str, ...]
    """origin: installed folders relative to the prefix ('' is the prefix itself), one per expansion of
    `$LIB` and `$PLATFORM`; `OUTSIDE` if the entry leaves the prefix. absolute: the absolute paths.
    For other kinds the folder is unknown: ()."""


class Placed(NamedTuple):
    """An entry in the search path of one object."""

    tag: PathKind
    """`RPATH`, `RUNPATH`."""
    entry: Entry


def entries_of(binary: Binary, layout: Layout) -> tuple[Placed, ...]:
    """Give the entries of a loadable object, expanded for its installed folder, each once, in order."""
    if not binary.is_loadable:
        return ()
    origin = posixpath.dirname(layout.path_of(binary.member))
    libs = ("lib64", "lib", f"lib/{binary.arch}-linux-gnu")
    placed = (Placed(path.kind, expand_entry(path.text, origin, libs)) for path in binary.search_paths)
    return tuple(dict.fromkeys(placed))


@lru_cache(maxsize=65536)
def expand_entry(text: str, origin: str, libs: tuple[str, ...] = _LIBS) -> Entry:
    """Read one entry of an object that is installed in the folder `origin` (relative to the prefix)."""
    if not text:
        return Entry(text, EntryKind.EMPTY, ())
    if fault_of(text) is not None:
        return Entry(text, EntryKind.MALFORMED, ())
    starts_at_origin = text.startswith(("$ORIGIN", "${ORIGIN}"))
    if not starts_at_origin and not text.startswith("/"):
        return Entry(text, EntryKind.RELATIVE, ())
    readings = _readings(text, origin, libs)
    if not starts_at_origin:
        return Entry(text, EntryKind.ABSOLUTE, tuple(_normal(each) for each in readings))
    return Entry(text, EntryKind.ORIGIN, tuple(dict.fromkeys(_below_prefix(each) for each in readings)))


def fault_of(text: str, libc: str = "glibc") -> str | None:
    """Say why a loader does not expand an entry as intended; None if it does.

    musl (ldso/dynlink.c, `fixup_rpath`) knows `$ORIGIN` alone and drops a path with any other token.
    """
    known = {"ORIGIN"} if libc == "musl" else {"ORIGIN", "LIB", "PLATFORM"}
    found = _MANGLED.search(text)
    if found is not None:
        return f"{found[0]!r} has no meaning to the ELF loader"
    for match in _TOKEN.finditer(text):
        name = match["curly"] or match["plain"]
        if name not in known:
            return f"{match[0]!r} is not a token that the loader knows"
        if name == "ORIGIN" and match.start() > 0:
            return f"{match[0]!r} follows {text[: match.start()]!r}, expected at the start"
    rest = _TOKEN.sub("", text)
    if "$" in rest:
        return f"{rest[rest.index('$') :].partition('/')[0]!r} is not a token that the loader knows"
    return None


def reading_of(text: str) -> str:
    """Give what glibc makes of an entry, with `/...` for the folder of the object (`_dl_dst_substitute`).

    It expands `$ORIGIN` anywhere: `$$ORIGIN/lib` is `$`, the folder, and `/lib`.
    """
    return _TOKEN.sub(lambda m: "/..." if "ORIGIN" in {m["curly"], m["plain"]} else m[0], text)


def leaves_prefix(entry: Entry) -> bool:
    """Whether an `$ORIGIN` entry leads out of the environment."""
    return OUTSIDE in entry.folders


def _readings(text: str, origin: str, libs: tuple[str, ...]) -> list[str]:
    texts = [_TOKEN.sub(lambda m: origin if "ORIGIN" in m[0] else m[0], text)]
    for name, values in (("LIB", libs), ("PLATFORM", _PLATFORMS)):
        if f"${name}" in text or f"${{{name}}}" in text:
            texts = [
                each.replace(f"${{{name}}}", value).replace(f"${name}", value)
                for each in texts
                for value in values
            ]
    return texts


def _normal(path: str) -> str:
    return "/" + posixpath.normpath(path).lstrip("/")


def _below_prefix(path: str) -> str:
    folder = posixpath.normpath(path.lstrip("/"))
    if folder == ".":
        return ""
    return OUTSIDE if folder == ".." or folder.startswith("../") else folder


def is_build_machine_path(path: str) -> bool:
    """Whether an absolute path exists only on the build machine, or anyone can write there.

    System prefixes (`/usr`, `/usr/local`, `/opt`, `/opt/_internal`) do not count.
    """
    folder = _normal(path)
    return _below_roots().match(folder) is not None or _build_folder().search(folder) is not None


def is_world_writable(path: str) -> bool:
    """Whether anyone can create an absolute path, on any machine."""
    return _below_world_writable().match(_normal(path)) is not None


@cache
def _below_roots() -> re.Pattern[str]:
    return _below(build_machines().roots)


@cache
def _below_world_writable() -> re.Pattern[str]:
    return _below(root for root in build_machines().roots if root.is_world_writable)


@cache
def _build_folder() -> re.Pattern[str]:
    folders = build_machines().folders
    return re.compile(f"/(?:{'|'.join([*map(re.escape, folders.names), *folders.patterns])})(?=/|$)")


def _below(roots: Iterable[Root]) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(re.escape(path) for root in roots for path in root.paths)})(?=/|\\Z)")
