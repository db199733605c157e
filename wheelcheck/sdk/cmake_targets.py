"""CMake commands that define and describe what a consumer links."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence

from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_values import UNKNOWN, is_known, joined

Handler = Callable[[State, list[str]], None]
_LOCATION = re.compile(r"IMPORTED_(?:LOCATION|IMPLIB|OBJECTS)(?:_\w+)?")
_LINKED = re.compile(r"(?:INTERFACE_)?LINK_LIBRARIES|IMPORTED_LINK_INTERFACE_LIBRARIES(?:_\w+)?")
_INCLUDED = frozenset({"INTERFACE_INCLUDE_DIRECTORIES", "INTERFACE_SYSTEM_INCLUDE_DIRECTORIES"})
_SCOPES = frozenset({"INTERFACE", "PUBLIC", "PRIVATE", "SYSTEM", "BEFORE", "AFTER", "LINK_PUBLIC"})


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
    if values[:1] == ["GLOBAL"] and "PROPERTY" in values[:-1]:
        _set_global(state, values)
    if values[:1] == ["TARGET"] and "PROPERTY" in values[:-1]:
        at = values.index("PROPERTY")
        append = any(each.startswith("APPEND") for each in values[1:at])
        targets = [each for each in values[1:at] if not each.startswith("APPEND")]
        _set_properties(state, targets, values[at + 1], values[at + 2 :], append=append)


def _set_global(state: State, values: list[str]) -> None:
    at = values.index("PROPERTY")
    key, given = values[at + 1], values[at + 2 :]
    old = state.properties.get(key, "") if any(each.startswith("APPEND") for each in values[1:at]) else ""
    state.properties[key] = joined([*([old] if old else []), *given]) if state.is_certain else UNKNOWN


def _get_property(state: State, values: list[str]) -> None:
    """Give a property of a target of the config, or a global one that it has set."""
    if not values or not is_known("".join(values)):
        state.forget(values[:1])
        return
    name, rest = values[0], values[1:]
    found: str | None = None
    if rest[:1] == ["GLOBAL"] and len(rest) == 3:
        # Properties with other names are CMake's own.
        unset = "" if state.is_plain and rest[2].startswith("_") else None
        found = {"TARGET_SUPPORTS_SHARED_LIBS": "TRUE"}.get(rest[2], state.properties.get(rest[2], unset))
    elif rest[:1] == ["TARGET"] and len(rest) == 4:
        found = _property(state, rest[1], rest[3], "")
    state.assign(name, UNKNOWN if found is None else found)


def _get_target_property(state: State, values: list[str]) -> None:
    if len(values) == 3 and is_known("".join(values)):
        found = _property(state, values[1], values[2], f"{values[0]}-NOTFOUND")
        state.assign(values[0], UNKNOWN if found is None else found)
    else:
        state.forget(values[:1])


def _property(state: State, name: str, key: str, absent: str) -> str | None:
    """Value of a target's property; None when the config does not determine it."""
    target = state.targets.get(name)
    if target is None or not target.is_certain:
        return None
    if key == "TYPE":
        return (
            f"{target.kind}_LIBRARY" if target.kind in {"SHARED", "STATIC", "MODULE", "INTERFACE"} else None
        )
    if key in target.properties or key.startswith(("INTERFACE_", "IMPORTED_")):
        return target.properties.get(key, absent)
    return None


def _set_properties(
    state: State, targets: Sequence[str], key: str, values: Sequence[str], *, append: bool = False
) -> None:
    for target in targets:
        state.set_property(target, key, values, append=append)
    is_linked = any(state.targets[each].is_linked for each in targets if each in state.targets)
    context = f"{key} of {targets[0]}" if targets else key
    state.check_machine(values, context)
    for value in values:
        # A find module imports what the machine has.
        is_found = posixpath.basename(state.here).startswith("Find")
        if _LOCATION.fullmatch(key) and not is_known(value) and not is_found:
            state.undecide_effect(
                key, f"of {targets[0]}" if targets else "", "which file it is was not looked at"
            )
        if _LOCATION.fullmatch(key) or _LINKED.fullmatch(key):
            if is_linked:
                state.offer(value)
            state.check_file(value, context)
            state.check_place(value, context)
            state.check_result(value, context)
        elif key in _INCLUDED:
            state.check_result(value, context)
            state.check_file(value, context, folder=True)
            state.check_place(value, context)
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
    "get_property": _get_property,
    "get_target_property": _get_target_property,
    "set_property": _set_property,
    "set_target_properties": _set_target_properties,
    "target_compile_definitions": _target_command("INTERFACE_COMPILE_DEFINITIONS"),
    "target_include_directories": _target_command("INTERFACE_INCLUDE_DIRECTORIES"),
    "target_link_libraries": _target_command("INTERFACE_LINK_LIBRARIES"),
}
