"""CMake commands that compute and look up paths: `get_filename_component`, `cmake_path`, `file`."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase

from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_values import ROOT, UNKNOWN, is_known, joined


def _get_filename_component(state: State, values: list[str]) -> None:
    if len(values) < 3:
        return
    name, path, mode = values[:3]
    state.check_machine([path], f"variable {name}")
    base = values[values.index("BASE_DIR") + 1] if "BASE_DIR" in values[:-1] else UNKNOWN
    state.assign(name, _component(path, mode, base) if is_known(path) else UNKNOWN)


def _component(path: str, mode: str, base: str) -> str:
    tail = posixpath.basename(path)
    if mode in {"PATH", "DIRECTORY"}:
        return posixpath.dirname(path.rstrip("/"))
    if mode in {"ABSOLUTE", "REALPATH"}:
        whole = path if path.startswith("/") else posixpath.join(base, path)
        return posixpath.normpath(whole) if is_known(whole) else UNKNOWN
    found = {
        "NAME": tail,
        "NAME_WE": tail.partition(".")[0],
        "NAME_WLE": posixpath.splitext(tail)[0],
        "EXT": "".join(tail.partition(".")[1:]),
        "LAST_EXT": posixpath.splitext(tail)[1],
    }
    return found.get(mode, UNKNOWN)


def _file(state: State, values: list[str]) -> None:
    kind, rest = (values[0] if values else ""), values[1:]
    if kind in {"GLOB", "GLOB_RECURSE"} and rest:
        options = {"CONFIGURE_DEPENDS", "LIST_DIRECTORIES", "FALSE"}
        patterns = [each for each in rest[1:] if each not in options]
        if kind == "GLOB" and patterns and not {"RELATIVE", "TRUE"} & set(patterns):
            state.assign(rest[0], _globbed(state, patterns))
            return
    elif kind == "REAL_PATH" and len(rest) >= 2:
        base = rest[3] if rest[2:3] == ["BASE_DIRECTORY"] and len(rest) > 3 else UNKNOWN
        state.assign(rest[1], _component(rest[0], "ABSOLUTE", base) if is_known(rest[0]) else UNKNOWN)
        return
    elif kind == "RELATIVE_PATH" and len(rest) == 3:
        inside = [state.installed.relative(each) for each in rest[1:]]
        known = None not in inside
        state.assign(rest[0], posixpath.relpath(rest[2], rest[1]) if known else UNKNOWN)
        return
    elif kind == "TO_CMAKE_PATH" and len(rest) == 2:
        state.assign(rest[1], rest[0])
        return
    state.forget(rest)


def _globbed(state: State, patterns: Sequence[str]) -> str:
    """Files that match, sorted; unknown unless every pattern has a known folder."""
    found: list[str] = []
    for pattern in patterns:
        folder, _, name = pattern.rpartition("/")
        inside = state.installed.relative(folder)
        if inside is None or not is_known(name) or len(name) > 200:
            return UNKNOWN
        start = f"{inside}/" if inside else ""
        names = state.installed.files_in(inside)
        state.steps -= 20 + (len(names) >> 2)
        if state.steps <= 0:
            return UNKNOWN
        found += [f"{ROOT}/{start}{each}" for each in names if fnmatchcase(each, name)]
    return joined(sorted(set(found)))


def _cmake_path(state: State, values: list[str]) -> None:
    kind, rest = (values[0] if values else ""), values[1:]
    changes = [each for each in rest[1:] if each not in {"NORMALIZE", "OUTPUT_VARIABLE"}]
    old = state.variable(rest[0]) if rest else None
    output = rest[rest.index("OUTPUT_VARIABLE") + 1] if "OUTPUT_VARIABLE" in rest[:-1] else None
    if output is not None:
        changes = changes[:-1] if changes else []
    found: str | None = None
    if kind == "SET" and len(changes) == 1:
        found = changes[0]
    elif kind == "GET" and len(rest) >= 3:
        _path_part(state, rest, old)
        return
    elif kind == "APPEND" and old is not None:
        found = posixpath.join(old, *changes)
    elif kind == "NORMAL_PATH":
        found = old
    if found is None or not is_known(found):
        state.forget(rest)
        return
    is_normal = kind == "NORMAL_PATH" or "NORMALIZE" in rest
    state.assign(output or rest[0], posixpath.normpath(found) if is_normal and found else found)


def _path_part(state: State, rest: Sequence[str], old: str | None) -> None:
    modes = {"FILENAME": "NAME", "STEM": "NAME_WE", "EXTENSION": "EXT", "PARENT_PATH": "DIRECTORY"}
    mode = modes.get(rest[1], "")
    found = (
        _component(old, mode, UNKNOWN) if old is not None and is_known(old) and len(rest) == 3 else UNKNOWN
    )
    state.assign(rest[-1], found)


PATH_COMMANDS: Mapping[str, Callable[[State, list[str]], None]] = {
    "cmake_path": _cmake_path,
    "file": _file,
    "get_filename_component": _get_filename_component,
}
