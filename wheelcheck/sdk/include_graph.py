"""Headers of a wheel that include headers of the same project that are not shipped."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wheelcheck.linking.layout import Layout
from wheelcheck.policy.foreign_headers import is_foreign_header, is_python_header
from wheelcheck.sdk.cmake_values import ROOT, split
from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.wheel.model import Wheel

_ROOT_NAMES = frozenset({"include", "includes", "inc", "headers"})
_PYTHON = "Python.h"
_INCLUDE_PROPERTIES = ("INTERFACE_INCLUDE_DIRECTORIES", "INTERFACE_SYSTEM_INCLUDE_DIRECTORIES")


class MissingInclude(NamedTuple):
    """One `#include` of a header that does not exist."""

    header: str
    """Member that contains it."""
    line: int
    path: str
    is_own: bool
    """Whether the folder that the path begins with has headers of the wheel, or there is none."""
    is_offered: bool
    """Whether the header is in an include folder, by its name or by a package config."""


def missing_includes(
    wheel: Wheel, layout: Layout, configs: PackageConfigs
) -> Mapping[str, list[MissingInclude]]:
    """Give what is missing by header set: the outermost include folder, or the top-level package."""
    graph = _Graph(layout, tuple(wheel.headers), configs)
    found: dict[str, list[MissingInclude]] = {}
    answers: dict[tuple[str, str, bool], bool] = {}
    for member, header in sorted(wheel.headers.items()):
        if not header.includes or member not in layout.installed[0]:
            continue
        folder = member.rpartition("/")[0]
        has_python = any(path == _PYTHON for _, path, _ in header.includes)
        for line, path, is_quoted in header.includes:
            key = (folder if is_quoted else "", path, has_python)
            lacks = answers.get(key)
            if lacks is None:
                lacks = answers[key] = not (
                    has_python and is_python_header(path.partition("/")[0])
                ) and graph.lacks(member, path, is_quoted=is_quoted)
            if lacks:
                found.setdefault(graph.set_of(member), []).append(
                    MissingInclude(member, line, path, graph.is_own(path), graph.is_offered(member))
                )
    return found


class _Graph:
    def __init__(self, layout: Layout, headers: tuple[str, ...], configs: PackageConfigs) -> None:
        self.layout = layout
        self.paths = {
            member: layout.installed[0][member] for member in headers if member in layout.installed[0]
        }
        self.roots = tuple(sorted({*self._named_roots(), *_declared_roots(configs)}))
        self.own = self._first_folders()
        self._by_name: dict[str, list[str]] = {}
        for path in layout.places:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def _named_roots(self) -> Iterator[str]:
        for folder in {path.rpartition("/")[0] for path in self.paths.values()}:
            parts = folder.split("/")
            for index, part in enumerate(parts):
                if part in _ROOT_NAMES:
                    yield "/".join(parts[: index + 1])

    def _first_folders(self) -> frozenset[str]:
        """Folders with which includes of the project's own headers begin."""
        found = set()
        for path in self.paths.values():
            inside = [root for root in self.roots if path.startswith(f"{root}/")]
            for root in inside or (self.layout.site,):
                first, slash, _ = path[len(root) + 1 :].partition("/")
                if slash and path.startswith(f"{root}/"):
                    found.add(first)
        return frozenset(found)

    def set_of(self, member: str) -> str:
        """Member folder that the header belongs to."""
        parts = member.split("/")
        at = next((index for index, part in enumerate(parts[:-1]) if part in _ROOT_NAMES), None)
        return "/".join(parts[: at + 1]) if at is not None else parts[0]

    def is_offered(self, member: str) -> bool:
        """Whether a header is below an include folder, where consumers look."""
        path = self.paths[member]
        return any(path.startswith(f"{root}/") for root in self.roots)

    def is_own(self, path: str) -> bool:
        """Whether an include is spelled like one of the wheel's own headers."""
        first, slash, _ = path.partition("/")
        return not slash or first in self.own or first in {".", ".."}

    def lacks(self, member: str, path: str, *, is_quoted: bool) -> bool:
        """Whether an include belongs to the project but no installed file satisfies it."""
        first, slash, _ = path.partition("/")
        if is_quoted:
            if first not in self.own and is_foreign_header(first):
                return False
        elif not slash or first not in self.own:
            return False
        return not self._is_there(self.paths[member], path)

    def _is_there(self, header: str, path: str) -> bool:
        """Look next to the header, then for any file with that ending: not all include paths are known."""
        adjacent = posixpath.normpath(posixpath.join(posixpath.dirname(header), path))
        if adjacent in self.layout.places:
            return True
        ending = posixpath.normpath(path)
        while ending.startswith("../"):
            ending = ending[3:]
        return any(
            each == ending or each.endswith(f"/{ending}")
            for each in self._by_name.get(posixpath.basename(ending), ())
        )


def _declared_roots(configs: PackageConfigs) -> Iterator[str]:
    """Include folders that the package configs give to consumers."""
    for config in configs.cmake:
        values = [
            target.properties.get(key, "")
            for target in config.evaluation.targets.values()
            for key in _INCLUDE_PROPERTIES
        ]
        for value in values:
            for folder in split(value):
                if folder.startswith(f"{ROOT}/"):
                    yield posixpath.normpath(folder)[len(ROOT) + 1 :]
