"""What a Python process has loaded and imported before it opens a library or an extension module.

`import a.b.c` runs `a/__init__.py` and `a/b/__init__.py` first, with all that they import and open at their
top. A library that is loaded by then satisfies a later DT_NEEDED by its soname, on no search path at all, and
so does one of a framework that is imported first. A module that the wheel's own code imports has, besides,
what every such importer does before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from typing import NamedTuple

from wheelcheck.linking.roots import is_extension
from wheelcheck.wheel.metadata import import_paths
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.imports import When
from wheelcheck.wheel.python.modules import importers_of, python_modules
from wheelcheck.wheel.python.opened import Opened, opened_libraries

STEPS = 1_000_000
"""Statements that are followed, over all processes of a wheel."""
_MOST_STARTS = 50
"""Ways to come to one library that are followed."""


class Before(NamedTuple):
    """What a process has loaded and imported at some moment."""

    members: frozenset[str]
    """Native members that Python code opened or imported."""
    packages: frozenset[str]
    """Top-level packages of other distributions."""


NOTHING_BEFORE = Before(frozenset(), frozenset())


class _Open(NamedTuple):
    path: str


class _Run(NamedTuple):
    module: str


_Action = _Open | _Run


class _TooManyStepsError(Exception):
    """The processes together take more steps than are followed."""


class Importing:
    """Processes that import and open what the Python code of one wheel does."""

    def __init__(self, wheel: Wheel) -> None:
        self._wheel = wheel
        self._modules = python_modules(wheel)
        self._opened = opened_libraries(wheel)
        self._actions: dict[str, tuple[_Action, ...]] = {}
        self._around: dict[str, Before] = {}
        self._steps_left = STEPS

    def before(self, member: str) -> Before:
        """Give what every process of the wheel's own has done when it first opens a native member."""
        try:
            found = [self._snapshot(start, member) for start in self._starts(member)]
        except _TooManyStepsError:
            return NOTHING_BEFORE
        if not found:
            return NOTHING_BEFORE
        return Before(
            frozenset.intersection(*(each.members for each in found)),
            frozenset.intersection(*(each.packages for each in found)),
        )

    def around(self, member: str) -> Before:
        """Give what a process has done that has imported the package around a member."""
        path = import_paths(self._wheel).get(member, "")
        folder = path.rpartition("/")[0].replace("/", ".")
        if folder not in self._around:
            try:
                self._around[folder] = self._snapshot((_Run(folder),), "")
            except _TooManyStepsError:
                self._around[folder] = NOTHING_BEFORE
        return self._around[folder]

    def _starts(self, member: str) -> Iterator[tuple[_Action, ...]]:
        """Give the ways in which the wheel's own code comes to open a member."""
        name = self._modules.names.get(member, "")
        importers = importers_of(self._wheel).get(name, ())
        for importer in importers[:_MOST_STARTS]:
            yield _Run(importer), _Run(name)
        if not importers and any(map(is_extension, self._wheel.binaries_of.get(member, ()))):
            yield (_Run(name),)
        for source in self._openers.get(member, ())[:_MOST_STARTS]:
            openings = self._opened.by_member[source]
            later = (
                path for each in openings if not each.is_immediate for path in self._in_order(source, each)
            )
            yield _Run(self._modules.names[source]), *map(_Open, later)

    @cached_property
    def _openers(self) -> Mapping[str, tuple[str, ...]]:
        """Native member → sources that open it."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for source, openings in self._opened.by_member.items():
            for each in openings:
                for path in each.paths:
                    for member in self._members_at(path):
                        found[member][source] = None
        return {member: tuple(sources) for member, sources in found.items()}

    def _snapshot(self, start: tuple[_Action, ...], target: str) -> Before:
        """Follow a process until it opens the target, or to its end."""
        members: set[str] = set()
        packages: set[str] = set()
        seen: set[str] = set()
        stack = [iter(start)]
        while stack:
            self._steps_left -= 1
            if self._steps_left < 0:
                raise _TooManyStepsError
            action = next(stack[-1], None)
            if action is None:
                stack.pop()
            elif isinstance(action, _Open) or action.module not in seen:
                opened = self._opened_by(action, seen, stack, packages)
                if target in opened:
                    break
                members.update(opened)
        return Before(frozenset(members), frozenset(packages))

    def _opened_by(
        self, action: _Action, seen: set[str], stack: list[Iterator[_Action]], packages: set[str]
    ) -> tuple[str, ...]:
        """Do one thing; what it leads to goes on the stack. Gives the native members that it opens."""
        if isinstance(action, _Open):
            return self._members_at(action.path)
        module = action.module
        parent = module.rpartition(".")[0]
        if parent and parent not in seen:
            stack.append(iter((_Run(parent), action)))
            return ()
        seen.add(module)
        if module in self._modules.sources:
            stack.append(iter(self._actions_of(self._modules.sources[module])))
        elif module not in self._modules.served:
            packages.add(module.partition(".")[0])
        return self._modules.extensions.get(module, ())

    def _actions_of(self, source: str) -> tuple[_Action, ...]:
        """Give what a source imports and opens at its top, in order."""
        if source not in self._actions:
            found: list[tuple[int, _Action]] = [
                (each.position, _Run(name))
                for each in self._wheel.python_imports.get(source, ())
                if each.when is not When.LATER
                for name in self._modules.targets(source, each)
            ]
            openings = self._opened.by_member.get(source, ())
            found.extend(
                (each.position, _Open(path))
                for each in openings
                if each.is_immediate
                for path in self._in_order(source, each)
            )
            self._actions[source] = tuple(action for _, action in sorted(found, key=lambda each: each[0]))
        return self._actions[source]

    def _in_order(self, source: str, opened: Opened) -> list[str]:
        """Order what one statement opens, for example in a loop, as the names stand in the source."""
        text = self._wheel.texts.get(source, b"")
        places = {path: text.find(path.rpartition("/")[2].encode()) for path in opened.paths}
        return sorted(opened.paths, key=lambda path: (places[path] < 0, places[path], path))

    @cached_property
    def _named(self) -> Mapping[str, tuple[str, ...]]:
        """Name of which a part is unknown → file names of the wheel that it fits."""
        return {
            glob: tuple(name for name in self._by_file_name if fnmatchcase(name, glob))
            for glob in self._opened.globs
        }

    @cached_property
    def _by_file_name(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for binary in self._wheel.binaries:
            found[binary.file_name].append(binary.member)
        return {name: tuple(members) for name, members in found.items()}

    def _members_at(self, path: str) -> tuple[str, ...]:
        """Native members that a path with unknown parts may lead to."""
        *folders, name = path.replace("\\", "/").split("/")
        return tuple(
            member
            for each in self._named.get(name, (name,))
            for member in self._by_file_name.get(each, ())
            if _is_below(member.split("/")[:-1], folders)
        )


def _is_below(folders: list[str], asked: list[str]) -> bool:
    """Whether the last folders are those asked for, as far as these are known."""
    for have, want in zip(reversed(folders), reversed(asked), strict=False):
        if want in {"*", ".."} or not want:
            return True
        if want != "." and not fnmatchcase(have, want):
            return False
    return True
