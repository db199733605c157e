"""CMake's searches: `find_path` and its kin, `find_package`, and how a find module reports what it found."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_values import ROOT, UNKNOWN, is_known
from wheelcheck.sdk.faults import FaultKind

Handler = Callable[[State, list[str]], None]
_KEYWORDS = frozenset(
    {"NAMES", "HINTS", "PATHS", "PATH_SUFFIXES", "DOC", "REQUIRED", "OPTIONAL", "NAMES_PER_DIR", "ENV",
     "VALIDATOR", "REGISTRY_VIEW", "ONLY_CMAKE_FIND_ROOT_PATH", "CMAKE_FIND_ROOT_PATH_BOTH", "COMPONENTS",
     "OPTIONAL_COMPONENTS", "CONFIG", "MODULE", "QUIET", "EXACT", "CONFIGS", "GLOBAL"}
)  # fmt: skip
_OF_THE_REPORT = frozenset(
    {"DEFAULT_MSG", "VERSION_VAR", "HANDLE_COMPONENTS", "CONFIG_MODE", "FAIL_MESSAGE", "FOUND_VAR",
     "NAME_MISMATCHED", "HANDLE_VERSION_RANGE", "REASON_FAILURE_MESSAGE"}
)  # fmt: skip
"""Keywords of `find_package_handle_standard_args`."""
_LONGEST_PATH = 4096
_LISTS = ("HINTS", "PATHS", "PATH_SUFFIXES")


def keyword_parts(values: Sequence[str]) -> dict[str, list[str]]:
    """Arguments of a search by the keyword before them; those before any are under `names`."""
    parts: dict[str, list[str]] = {key: [] for key in ("names", "NAMES", *_LISTS)}
    key = "names"
    for value in values:
        if value in _KEYWORDS or value.startswith("NO_"):
            key = value
            parts.setdefault(key, [])
        else:
            parts.setdefault(key, []).append(value)
    return parts


class _Search(NamedTuple):
    """One search for a file."""

    kind: str
    names: Sequence[str]
    hints: Sequence[str]
    paths: Sequence[str]
    suffixes: Sequence[str]
    only_there: bool
    """Whether no other folder is searched."""

    def found(self, state: State, folders: Sequence[str]) -> str | None:
        """Value of the result for the first folder of the environment that has the file."""
        for folder in folders:
            for name in self.names:
                for suffix in self.suffixes:
                    state.steps -= 1
                    if state.steps <= 0:
                        return None
                    path = self._file(state, f"{folder}/{suffix}", name)
                    if path is not None:
                        return path
        return None

    def _file(self, state: State, folder: str, name: str) -> str | None:
        if self.kind == "find_library" and len(folder) + len(name) <= _LONGEST_PATH:
            path = state.installed.find_library(folder, name)
            return None if path is None else f"{ROOT}/{path}"
        if len(folder) + len(name) > _LONGEST_PATH:
            return None
        whole = posixpath.normpath(f"{folder}/{name}")
        inside = state.installed.relative(whole)
        if not is_known(name) or inside is None or not state.installed.exists(whole):
            return None
        return posixpath.normpath(folder) if self.kind == "find_path" else f"{ROOT}/{inside}"

    def covers_everything(self, state: State) -> bool:
        """Whether all that is searched is known, and lies in the environment."""
        folders = [*self.hints, *self.paths]
        is_complete = is_known("".join([*self.names, *self.suffixes])) and bool(folders and self.names)
        inside = all(state.installed.relative(each) is not None for each in folders)
        return self.only_there and is_complete and inside


def _search_of(kind: str, values: Sequence[str]) -> _Search:
    parts = keyword_parts(values)
    names, short = parts["NAMES"], parts["names"]
    paths = [*parts["PATHS"], *parts.get("ENV", ())]
    if not names and short:
        names, paths = short[:1], [*short[1:], *paths]
    if "ENV" in parts:
        paths.append(UNKNOWN)
    suffixes = ["", *parts["PATH_SUFFIXES"], *(["lib"] if kind == "find_library" else [])]
    return _Search(kind, names, parts["HINTS"], paths, suffixes, "NO_DEFAULT_PATH" in values)


def _finder(kind: str) -> Handler:
    def find(state: State, values: list[str]) -> None:
        """Choose the first file in a folder of the environment, or prove that there is none."""
        if not values or not is_known(values[0]):
            return
        name = values[0]
        known = state.variable(name)
        if known and is_known(known) and not known.endswith("-NOTFOUND"):
            return
        search = _search_of(kind, values[1:])
        # The folders of PATHS come after the system's own, which nobody knows here.
        sure = [*search.hints, *(search.paths if search.only_there or kind == "find_library" else ())]
        found = search.found(state, sure)
        if found is not None:
            state.assign(name, found, in_cache=True)
        elif search.covers_everything(state) and state.steps > 0:
            state.assign(name, f"{name}-NOTFOUND", in_cache=True)
            if "REQUIRED" in values:
                state.fault(FaultKind.NOT_FOUND, search.names[0], f"{kind}({name})")
                state.is_certain = False
        else:
            state.forget([name])

    return find


def is_required(command: str, values: Sequence[str]) -> bool:
    """Whether nothing follows unless the package is found."""
    return command == "find_dependency" or "REQUIRED" in values


def note_search(state: State, command: str, values: Sequence[str]) -> None:
    """Record that a package is searched for, and needed if it is."""
    if not values:
        return
    if not is_known(values[0]):
        state.undecide_effect(command, "its package", "which package it searches for was not looked at")
        return
    if is_required(command, values):
        state.need(values[0])
    parts = keyword_parts(values)
    hints = (*parts["HINTS"], *parts["PATHS"])
    if any(state.installed.relative(each) is not None for each in hints):
        state.hinted[values[0]] = None


def find_elsewhere(state: State, command: str, values: Sequence[str]) -> None:
    """Search for a package that is not evaluated: it may define and set anything of its name."""
    state.found_other_packages = True
    if not values or not is_known(values[0]):
        state.is_opaque = True
        return
    state.searched.add(values[0])
    if values[0] in {"Python", "Python3"} and state.is_plain:
        # The wheel is installed for the interpreter that is found.
        for folder in ("SITEARCH", "SITELIB"):
            state.assign(f"{values[0]}_{folder}", f"{ROOT}/{state.installed.layout.site}")
    name = f"{values[0]}_FOUND"
    if is_required(command, values):
        state.assign(name, "1")
    else:
        state.forget([name])


def _handle_standard_args(state: State, values: list[str]) -> None:
    """Set `<Name>_FOUND` from the required variables."""
    if not values or not is_known(values[0]):
        return
    truths: list[bool | None] = [True] if "CONFIG_MODE" in values else []
    truths += [_is_found(state, name) for name in _required_variables(values)]
    open_ = UNKNOWN if None in truths or not truths else "TRUE"
    answer = "FALSE" if False in truths else open_
    for name in (f"{values[0]}_FOUND", f"{values[0].upper()}_FOUND"):
        state.assign(name, answer)


def _required_variables(values: Sequence[str]) -> Iterator[str]:
    if "REQUIRED_VARS" not in values:
        yield from (each for each in values[1:] if each not in _OF_THE_REPORT)
        return
    for value in values[values.index("REQUIRED_VARS") + 1 :]:
        if value in _OF_THE_REPORT:
            return
        yield value


def _is_found(state: State, name: str) -> bool | None:
    value = state.variable(name) if is_known(name) else None
    if value is None or not is_known(value):
        return None
    return bool(value) and not value.upper().endswith("NOTFOUND")


FIND_COMMANDS: dict[str, Handler] = {
    **{kind: _finder(kind) for kind in ("find_file", "find_library", "find_path", "find_program")},
    "find_package_handle_standard_args": _handle_standard_args,
}
