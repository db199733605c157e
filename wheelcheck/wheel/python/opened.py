"""Native libraries that the Python code of a wheel opens by name or path, over all of its modules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from wheelcheck.binary.library_names import split_library_name, without_graft_hash
from wheelcheck.policy.loading_calls import mentions
from wheelcheck.wheel.metadata import per_wheel
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.modules import Modules, python_modules

_LIBRARY = re.compile(rb"\.(?:so|dll|dylib)\b")
_HASH = re.compile(rb"\b[0-9a-f]{8}\b")
_TOTAL = 24 << 20
"""Bytes of sources that are read for what they open; those of torch, the most of any wheel, have 3 MB."""
_MOST_GLOBS = 500
_MOST_STARS = 4
_KNOWN_LETTERS = 3
_SUFFIX = re.compile(r"\.(?:so|dll|dylib)\b.*")


class Opened(NamedTuple):
    """One statement that opens libraries."""

    position: int
    paths: tuple[str, ...]
    """Names and paths; `*` stands for what the source does not tell."""
    is_immediate: bool


class OpenedLibraries(NamedTuple):
    """What the sources of a wheel open."""

    by_member: Mapping[str, tuple[Opened, ...]]
    exact: frozenset[str]
    """File names."""
    globs: tuple[str, ...]
    """File names of which a part is not in the source, with enough of the rest to tell one library."""
    vague: tuple[str, ...]
    """Those that tell less, and still something."""
    unread: tuple[str, ...]
    """Sources that were not read to their end: they are too long, or too many."""

    def has(self, file_name: str) -> bool:
        """Whether some code opens a library of this file name."""
        return file_name in self.exact or any(fnmatchcase(file_name, each) for each in self.globs)

    def may_have(self, file_name: str) -> bool:
        """Whether some code may open it: the little that is known of a name fits."""
        return self.has(file_name) or any(fnmatchcase(file_name, each) for each in self.vague)


def may_open(data: bytes) -> bool:
    """Whether a source is worth reading for what it opens: it names a loading call or a library."""
    return mentions(data) or _LIBRARY.search(data) is not None


def is_opened(wheel: Wheel, file_name: str) -> bool:
    """Whether some code opens a library of exactly this file name.

    Names that a repair tool made end in a hash: as long as no source has one, none has to be read for them.
    """
    name = split_library_name(file_name)
    is_grafted = name is not None and without_graft_hash(name.stem) is not None
    if is_grafted and not _has_hashes(wheel):
        return False
    return file_name in opened_libraries(wheel).exact


@per_wheel
def _has_hashes(wheel: Wheel) -> bool:
    sources = python_modules(wheel).sources.values()
    return any(_HASH.search(wheel.texts.get(member, b"")) is not None for member in sources)


@per_wheel
def opened_libraries(wheel: Wheel) -> OpenedLibraries:
    """Read the sources that open libraries, and those that such sources take names from or are called by."""
    modules = python_modules(wheel)
    chosen, unread = _chosen(wheel, modules)
    by_member = _openings(wheel, modules, chosen, unread) if chosen else {}
    names = {
        path.replace("\\", "/").rpartition("/")[2]
        for openings in by_member.values()
        for each in openings
        for path in each.paths
    }
    globs = sorted(name for name in names if _is_glob(name))
    return OpenedLibraries(
        by_member=by_member,
        exact=frozenset(names - set(globs) - {""}),
        globs=tuple(name for name in globs if _letters(name) >= _KNOWN_LETTERS)[:_MOST_GLOBS],
        vague=tuple(name for name in globs if 0 < _letters(name) < _KNOWN_LETTERS)[:_MOST_GLOBS],
        unread=tuple(sorted(unread)),
    )


def _openings(
    wheel: Wheel, modules: Modules, chosen: set[str], unread: list[str]
) -> Mapping[str, tuple[Opened, ...]]:
    """Read the chosen sources, and note those that were not read to their end."""
    from wheelcheck.wheel.python.completing import Completion, Sources

    sources = Sources(wheel, chosen)
    complete = Completion(modules, sources)
    found = {
        member: tuple(
            Opened(each.position, complete.paths(member, each.texts), each.is_immediate)
            for each in source.openings
        )
        for member, source in complete.openers.items()
    }
    unread.extend(sorted({*sources.unread(), *complete.cut}))
    return found


def _chosen(wheel: Wheel, modules: Modules) -> tuple[set[str], list[str]]:
    """Choose the sources to read, and give those that are left out for their size."""
    sources = [member for member in modules.sources.values() if member in wheel.texts]
    first = {member for member in sources if mentions(wheel.texts[member])}
    wanted = {each for member in first for each in _imported(wheel, modules, member)}
    chosen = {
        member
        for member in sources
        if member in first
        or (
            _LIBRARY.search(wheel.texts[member])
            and (member in wanted or not first.isdisjoint(_imported(wheel, modules, member)))
        )
    }
    total, unread = 0, []
    for member in sorted(chosen):
        total += len(wheel.texts[member])
        if total > _TOTAL:
            unread.append(member)
    return chosen - set(unread), unread


def _imported(wheel: Wheel, modules: Modules, member: str) -> Iterable[str]:
    """Give the sources of the wheel that one of them imports."""
    for each in wheel.python_imports.get(member, ()):
        name = modules.resolve(member, each.level, each.module)
        for candidate in (name, *(f"{name}.{part}" for part in each.names or ())):
            if candidate in modules.sources:
                yield modules.sources[candidate]


def _is_glob(name: str) -> bool:
    return any(each in name for each in "*?[")


def _letters(name: str) -> int:
    """Count what is known of a name, besides `lib` and the suffix; 0 when it has too many unknown parts."""
    known = _SUFFIX.sub("", name.removeprefix("lib"))
    return sum(each.isalnum() for each in known) if name.count("*") <= _MOST_STARS else 0
