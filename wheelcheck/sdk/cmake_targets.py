"""CMake commands that find, define and describe what a consumer links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wheelcheck.sdk.cmake_state import Dependency, State
from wheelcheck.sdk.cmake_values import ROOT, is_known

Handler = Callable[[State, list[str]], None]
_LOCATION = re.compile(r"IMPORTED_(?:LOCATION|IMPLIB|OBJECTS)(?:_\w+)?")
_LINKED = re.compile(r"(?:INTERFACE_)?LINK_LIBRARIES|IMPORTED_LINK_INTERFACE_LIBRARIES(?:_\w+)?")
_INCLUDED = frozenset({"INTERFACE_INCLUDE_DIRECTORIES", "INTERFACE_SYSTEM_INCLUDE_DIRECTORIES"})
_SCOPES = frozenset({"INTERFACE", "PUBLIC", "PRIVATE", "SYSTEM", "BEFORE", "AFTER", "LINK_PUBLIC"})
_SEARCH_KEYWORDS = frozenset(
    {"NAMES", "HINTS", "PATHS", "PATH_SUFFIXES", "DOC", "REQUIRED", "NO_CACHE", "NAMES_PER_DIR", "ENV",
     "VALIDATOR", "REGISTRY_VIEW", "ONLY_CMAKE_FIND_ROOT_PATH", "CMAKE_FIND_ROOT_PATH_BOTH"}
)  # fmt: skip


def _find_path(state: State, values: list[str]) -> None:
    state.forget(values[:1])


def _find_library(state: State, values: list[str]) -> None:
    """Choose the first library that the search finds in a folder of the environment."""
    if not values:
        return
    parts = _keyword_parts(values[1:])
    names = [*parts["NAMES"], *parts["names"]]
    folders = [*parts["HINTS"], *parts["PATHS"]]
    if not parts["NAMES"] and parts["names"]:
        names, folders = parts["names"][:1], [*folders, *parts["names"][1:]]
    suffixes = ["", *parts["PATH_SUFFIXES"], "lib"]
    for folder in folders:
        for name in names:
            for suffix in suffixes:
                path = state.installed.find_library(f"{folder}/{suffix}", name)
                if path is not None:
                    state.assign(values[0], f"{ROOT}/{path}")
                    return
    searched = is_known("".join([*names, *folders])) and "NO_DEFAULT_PATH" in values
    if searched and folders and is_known(values[0]):
        state.assign(values[0], f"{values[0]}-NOTFOUND")
    else:
        state.forget(values[:1])


def _keyword_parts(values: Sequence[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {key: [] for key in ("names", "NAMES", "HINTS", "PATHS", "PATH_SUFFIXES")}
    key = "names"
    for value in values:
        if value in _SEARCH_KEYWORDS or value.startswith("NO_"):
            key = value
        else:
            parts.setdefault(key, []).append(value)
    return parts


def _find_dependency(state: State, values: list[str]) -> None:
    if values and not is_known(values[0]):
        state.undecide("find_dependency", "its package")
    if values and is_known(values[0]) and state.is_certain:
        state.dependencies.setdefault(values[0], Dependency(values[0], state.here, state.line))
    _find_package(state, values)


def _find_package(state: State, values: list[str]) -> None:
    state.found_other_packages = True
    parts = _keyword_parts(values)
    hints = (*parts["HINTS"], *parts["PATHS"])
    if values and any(state.installed.relative(each) is not None for each in hints):
        state.hinted[values[0]] = None


def _add_library(state: State, values: list[str]) -> None:
    if len(values) == 3 and values[1] == "ALIAS" and values[2] in state.targets:
        state.define_target(values[0])
        state.targets[values[0]].properties.update(state.targets[values[2]].properties)
    elif values:
        state.define_target(values[0], values[1] if len(values) > 1 else "")


def _add_executable(state: State, values: list[str]) -> None:
    if values:
        state.define_target(values[0], "EXECUTABLE")


def _set_target_properties(state: State, values: list[str]) -> None:
    if "PROPERTIES" in values:
        at = values.index("PROPERTIES")
        pairs = values[at + 1 :]
        for key, value in zip(pairs[::2], pairs[1::2], strict=False):
            _set_properties(state, values[:at], key, [value])


def _set_property(state: State, values: list[str]) -> None:
    if values[:1] == ["TARGET"] and "PROPERTY" in values[:-1]:
        at = values.index("PROPERTY")
        append = any(each.startswith("APPEND") for each in values[1:at])
        targets = [each for each in values[1:at] if not each.startswith("APPEND")]
        _set_properties(state, targets, values[at + 1], values[at + 2 :], append=append)


def _set_properties(
    state: State, targets: Sequence[str], key: str, values: Sequence[str], *, append: bool = False
) -> None:
    for target in targets:
        state.set_property(target, key, values, append=append)
    is_linked = any(state.targets[each].is_linked for each in targets if each in state.targets)
    context = f"{key} of {targets[0]}" if targets else key
    state.check_machine(values, context)
    for value in values:
        if _LOCATION.fullmatch(key) and not is_known(value):
            state.undecide(key, f"of {targets[0]}" if targets else "")
        if _LOCATION.fullmatch(key) or _LINKED.fullmatch(key):
            if is_linked:
                state.offer(value)
            state.check_file(value, context)
            if _LOCATION.fullmatch(key):
                state.check_location(value, context)
        elif key in _INCLUDED:
            state.check_file(value, context, folder=True)
        elif key == "INTERFACE_SOURCES":
            state.check_file(value, context)


def _target_command(key: str) -> Handler:
    def handle(state: State, values: list[str]) -> None:
        given = [each for each in values[1:] if each not in _SCOPES]
        if values:
            _set_properties(state, values[:1], key, given, append=True)

    return handle


TARGET_COMMANDS: dict[str, Handler] = {
    "add_executable": _add_executable,
    "add_library": _add_library,
    "find_dependency": _find_dependency,
    "find_file": _find_path,
    "find_library": _find_library,
    "find_package": _find_package,
    "find_path": _find_path,
    "find_program": _find_path,
    "set_property": _set_property,
    "set_target_properties": _set_target_properties,
    "target_compile_definitions": _target_command("INTERFACE_COMPILE_DEFINITIONS"),
    "target_include_directories": _target_command("INTERFACE_INCLUDE_DIRECTORIES"),
    "target_link_libraries": _target_command("INTERFACE_LINK_LIBRARIES"),
}
