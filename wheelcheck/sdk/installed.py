"""The installed files, looked up by paths as a package config computes them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from functools import cached_property

from wheelcheck.linking.layout import Layout
from wheelcheck.sdk.cmake_syntax import File
from wheelcheck.sdk.cmake_values import ASKED, ROOT, UNKNOWN, is_known
from wheelcheck.sdk.faults import Reach

_STEPS = 200_000
_COMPONENT_STEPS = 100_000
_SEARCHES = 200_000
_MOST_CONFIGS = 20


class Installed:
    """A layout with an index by folder, shared by all configs of a wheel."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.steps = {
            reach: _COMPONENT_STEPS if reach is Reach.COMPONENT else _STEPS
            for reach in (Reach.EVERYONE, Reach.PLAIN, Reach.COMPONENT)
        }
        """Steps that the evaluation of all configs may still take, for each kind of consumer."""
        self.parsed: dict[str, File] = {}
        """CMake files by installed path, parsed once for all configs."""
        self.searches = _SEARCHES
        """Searches for the libraries of all `.pc` files that are still allowed."""
        self._names: dict[str, list[str]] = {}
        for path in layout.places:
            folder, _, name = path.rpartition("/")
            self._names.setdefault(folder, []).append(name)

    def relative(self, value: str) -> str | None:
        """Path below the prefix, normalised; None when the value is not a path of the environment."""
        if not is_known(value) or not value.startswith(ROOT) or "$<" in value or "*" in value:
            return None
        path = posixpath.normpath(value)
        if path == ROOT:
            return ""
        return path[len(ROOT) + 1 :] if path.startswith(f"{ROOT}/") else None

    def has_file(self, path: str) -> bool:
        """Whether a file is installed at a path relative to the prefix."""
        return path in self.layout.places

    @cached_property
    def by_name(self) -> Mapping[str, str]:
        """File name → the first path with that name."""
        names: dict[str, str] = {}
        for path in self.layout.places:
            name = path.rpartition("/")[2]
            names[name] = min(path, names.get(name, path))
        return names

    def exists(self, value: str, *, folder: bool = False) -> bool | None:
        """Whether a path exists; None when it is not a path of the environment."""
        if value == "":
            return False
        inside = self.relative(value)
        if inside is None:
            return None
        return inside == "" or inside in self.layout.folders or (not folder and self.has_file(inside))

    def files_in(self, folder: str) -> Sequence[str]:
        """Names of the files installed directly in a folder."""
        return self._names.get(folder, ())

    def find_library(self, folder: str, name: str) -> str | None:
        """Give the file that `find_library` finds for a name in a folder of the environment."""
        inside = self.relative(f"{folder}/{name}")
        if inside is None or not is_known(name):
            return None
        parent, _, last = inside.rpartition("/")
        for each in (last, f"lib{last}.so", f"lib{last}.dylib", f"lib{last}.a", f"{last}.lib"):
            path = f"{parent}/{each}" if parent else each
            if self.has_file(path):
                return path
        return None

    @cached_property
    def configs(self) -> Mapping[str, Sequence[str]]:
        """File name of a package config → where configs of that name are installed."""
        found: dict[str, list[str]] = {}
        for path in self.layout.places:
            if path.endswith(("Config.cmake", "-config.cmake")):
                found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def config_of(self, package: str, near: str) -> str | None:
        """Give the config that `find_package` finds for a package: of several, the one nearest to a file."""
        names = (f"{package}Config.cmake", f"{package.lower()}-config.cmake")
        paths = [path for name in names for path in self.configs.get(name, ())[:_MOST_CONFIGS]]
        return max(sorted(paths), key=lambda path: len(posixpath.commonprefix([path, near])), default=None)

    def fitting(self, value: str) -> tuple[Sequence[tuple[str, str]], int]:
        """Files that fit a value with one unknown part in the file name, with that part; and the steps."""
        folder, _, name = value.replace(ASKED, UNKNOWN).rpartition("/")
        inside = self.relative(folder)
        before, unknown, after = name.partition(UNKNOWN)
        if inside is None or not unknown or not is_known(after) or not before + after:
            return (), 0
        names = self.files_in(inside)
        shortest = len(before) + len(after)
        found = [
            (f"{inside}/{each}", each[len(before) : len(each) - len(after)])
            for each in names
            if each.startswith(before) and each.endswith(after) and len(each) > shortest
        ]
        return found, len(names) >> 3

    def text_of(self, path: str) -> bytes | None:
        """Content of an installed text file; None when it was not kept."""
        place = self.layout.places.get(path)
        return None if place is None else self.layout.wheels[place.wheel].texts.get(place.member)
