"""Native libraries that the Python code of a wheel opens by name or path, over all of its modules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from wheelcheck.policy.loading_calls import mentions
from wheelcheck.wheel.metadata import per_wheel, top_level_modules
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.imports import Import
from wheelcheck.wheel.python.loads import scan_loads
from wheelcheck.wheel.python.modules import Modules, parents, python_modules
from wheelcheck.wheel.python.names import Budget, Hole, Source
from wheelcheck.wheel.python.strings import UNKNOWN, Value, bounded, filled, holes_of
from wheelcheck.wheel.python.uses import uses_loading_call

_LIBRARY = re.compile(rb"\.(?:so|dll|dylib)\b")
_TOTAL = 24 << 20
"""Bytes of sources that are read for what they open; those of torch, the most of any wheel, have 3 MB."""
_WORK = 5_000_000
"""Values that are computed in all of them; the most that any wheel takes is half a million, for torch."""
_MOST_GLOBS = 500
_MOST_STARS = 4
_KNOWN_LETTERS = 3
_SUFFIX = re.compile(r"\.(?:so|dll|dylib)\b.*")
_ROUNDS = 2


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


@per_wheel
def opened_libraries(wheel: Wheel) -> OpenedLibraries:
    """Read the sources that open libraries, and those that such sources take names from or are called by."""
    modules = python_modules(wheel)
    chosen, unread = _chosen(wheel, modules)
    sources = _Sources(wheel, chosen)
    complete = _Completion(wheel, modules, sources)
    by_member = {
        member: tuple(
            Opened(each.position, complete.paths(member, each.texts), each.is_immediate)
            for each in source.openings
        )
        for member, source in complete.openers.items()
    }
    unread.extend(sources.unread())
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


def _own_imports(wheel: Wheel, member: str) -> tuple[Import, ...]:
    tops = top_level_modules(wheel)
    return tuple(
        each
        for each in wheel.python_imports.get(member, ())
        if each.level or each.module.partition(".")[0] in tops
    )


class _Sources:
    """What the chosen sources say; each is read when it is asked for."""

    def __init__(self, wheel: Wheel, chosen: Iterable[str]) -> None:
        self._wheel = wheel
        self._budget = Budget(_WORK)
        self._found: dict[str, Source | None] = dict.fromkeys(sorted(chosen))

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def get(self, member: str) -> Source | None:
        """Read a source; None if it was not chosen."""
        if member in self._found and self._found[member] is None:
            text = self._wheel.texts[member]
            self._found[member] = scan_loads(text, _own_imports(self._wheel, member), self._budget)
        return self._found.get(member)

    def unread(self) -> Iterator[str]:
        """Give those that were not read to their end."""
        return (member for member, source in self._found.items() if source and not source.is_whole)


class _Completion:
    """Fills the holes of each source from the others."""

    def __init__(self, wheel: Wheel, modules: Modules, sources: _Sources) -> None:
        self._wheel = wheel
        self._modules = modules
        self._sources = sources
        self.openers: dict[str, Source] = {
            member: source
            for member in sources
            if uses_loading_call(wheel.texts[member])
            and (source := sources.get(member)) is not None
            and source.openings
        }
        self._parameters: dict[tuple[str, str], list[Hole]] = defaultdict(list)
        for member, source in self.openers.items():
            for each in _opening_parameters(source):
                self._parameters[member, each.module].append(each)
        self._arguments: dict[tuple[str, Hole], set[str]] = {}
        callers = [member for member in sources if self._may_call(member)]
        for _ in range(_ROUNDS):
            for member in callers:
                self._note_calls(member)

    def paths(self, member: str, texts: Iterable[str]) -> tuple[str, ...]:
        """Complete the texts of one source."""
        found = {text for each in texts for text in self._filled(member, each)}
        return tuple(sorted(text.replace(UNKNOWN, "*") for text in found if text.strip(UNKNOWN + "/")))

    def _filled(self, member: str, text: str, depth: int = 0) -> Value:
        if not holes_of(text):
            return frozenset({text})
        return filled(text, lambda number: self._values(member, number, depth))

    def _values(self, member: str, number: int, depth: int) -> Value:
        reading = self._sources.get(member)
        if reading is None or number >= len(reading.holes) or depth > _ROUNDS:
            return frozenset()
        found = reading.holes[number]
        if found.level < 0:
            return bounded(sorted(self._arguments.get((member, found), ())))
        other = self._modules.sources.get(self._modules.resolve(member, found.level, found.module), "")
        source = self._sources.get(other)
        texts = source.constants.get(found.name, frozenset()) if source is not None else frozenset()
        return bounded(
            text for each in sorted(texts) for text in sorted(self._filled(other, each, depth + 1))
        )

    def _may_call(self, member: str) -> bool:
        """Whether a source names and imports a function that opens what it is called with."""
        text = self._wheel.texts[member]
        functions = {(other, name) for other, name in self._parameters if name.encode() in text}
        if not functions:
            return False
        paths = {path for other, _ in functions for path in parents(self._modules.names[other])}
        for each in _own_imports(self._wheel, member):
            base = self._modules.resolve(member, each.level, each.module)
            module = self._modules.sources.get(base, "")
            for name in each.names or ():
                is_module = name == "__init__" or f"{base}.{name}".removeprefix(".") in paths
                if is_module or (module, name) in functions:
                    return True
        return False

    def _note_calls(self, member: str) -> None:
        """Note with what each function is called from other modules."""
        source = self._sources.get(member)
        for call in () if source is None else source.calls:
            other = self._modules.sources.get(self._modules.resolve(member, call.level, call.module), "")
            for hole in self._parameters.get((other, call.function), ()):
                for index, argument in enumerate(call.arguments):
                    if hole.name == argument.keyword if argument.keyword else hole.place == index:
                        values = {text for each in argument.value for text in self._filled(member, each)}
                        known = self._arguments.setdefault((other, hole), set())
                        known.update(values if len(known) < _MOST_GLOBS else ())


def _opening_parameters(source: Source) -> Iterator[Hole]:
    """Parameters that are a part of what the source opens."""
    numbers = {number for each in source.openings for text in each.texts for number in holes_of(text)}
    return (source.holes[number] for number in sorted(numbers) if source.holes[number].level < 0)


def _is_glob(name: str) -> bool:
    return any(each in name for each in "*?[")


def _letters(name: str) -> int:
    """Count what is known of a name, besides `lib` and the suffix; 0 when it has too many unknown parts."""
    known = _SUFFIX.sub("", name.removeprefix("lib"))
    return sum(each.isalnum() for each in known) if name.count("*") <= _MOST_STARS else 0
