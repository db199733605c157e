"""The installed files, looked up by paths as a package config computes them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from functools import cached_property

from wheelcheck.linking.layout import Layout
from wheelcheck.sdk.cmake_syntax import File
from wheelcheck.sdk.cmake_values import ROOT, is_known

_STEPS = 200_000
_SEARCHES = 200_000


class Installed:
    """A layout with an index by folder, shared by all configs of a wheel."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.steps = _STEPS
        """Steps that the evaluation of all configs may still take."""
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

    def text_of(self, path: str) -> bytes | None:
        """Content of an installed text file; None when it was not kept."""
        place = self.layout.places.get(path)
        return None if place is None else self.layout.wheels[place.wheel].texts.get(place.member)
