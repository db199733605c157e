"""CMake commands that determine paths, variables and targets; each takes its expanded arguments."""

from __future__ import annotations

import re
from collections.abc import Callable

from wheelcheck.sdk.cmake_find import FIND_COMMANDS
from wheelcheck.sdk.cmake_findings import shortened
from wheelcheck.sdk.cmake_lists import list_command
from wheelcheck.sdk.cmake_paths import PATH_COMMANDS
from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_targets import TARGET_COMMANDS
from wheelcheck.sdk.cmake_text import TEXT_COMMANDS
from wheelcheck.sdk.cmake_values import UNKNOWN, is_known, joined, split
from wheelcheck.sdk.faults import FaultKind, Reach

Handler = Callable[[State, list[str]], None]


def _set(state: State, values: list[str]) -> None:
    if not values or not is_known(values[0]) or values[0].startswith("CACHE{"):
        return
    name, rest = values[0], values[1:]
    in_parent = rest[-1:] == ["PARENT_SCOPE"]
    if in_parent:
        rest = rest[:-1]
    is_cached = "CACHE" in rest
    if is_cached:
        rest = rest[: rest.index("CACHE")]
        if state.variable(name) is not None and not state.is_unset(name):
            return
    state.check_machine(rest, f"variable {name}")
    state.assign(name, joined(rest), in_parent=in_parent, in_cache=is_cached)


def _unset(state: State, values: list[str]) -> None:
    if values and is_known(values[0]):
        state.assign(values[0], "", in_parent="PARENT_SCOPE" in values[1:])


def _set_and_check(state: State, values: list[str]) -> None:
    _set(state, values)
    if len(values) > 1:
        state.check_file(values[1], f"variable {values[0]}")


def _option(state: State, values: list[str]) -> None:
    if values and state.is_unset(values[0]):
        state.assign(values[0], values[2] if len(values) > 2 else "OFF")
    elif values and state.variable(values[0]) is None:
        state.forget(values[:1])


def _parse_arguments(state: State, values: list[str]) -> None:
    """Handle both forms of `cmake_parse_arguments`."""
    if values[:1] == ["PARSE_ARGV"]:
        skipped = int(values[1]) if len(values) > 1 and re.fullmatch(r"\d{1,4}", values[1]) else 0
        given = split(state.lookup("ARGV"))[skipped:]
        values = [*values[2:6], *given]
    if len(values) < 4:
        return
    prefix, options, single, several = values[:4]
    kinds = (("o", options), ("s", single), ("m", several))
    key_of = {name: kind for kind, names in kinds for name in split(names)}
    if not is_known("".join(values)):
        for name in key_of:
            state.assign(f"{prefix}_{name}", UNKNOWN)
        state.assign(f"{prefix}_UNPARSED_ARGUMENTS", UNKNOWN)
        return
    found: dict[str, list[str]] = {name: [] for name in key_of}
    unparsed: list[str] = []
    current = ""
    for value in values[4:]:
        if value in key_of:
            current = value if key_of[value] != "o" else ""
            if not current:
                found[value] = ["TRUE"]
        elif current:
            found[current].append(value)
            current = current if key_of[current] == "m" else ""
        else:
            unparsed.append(value)
    state.assign(f"{prefix}_UNPARSED_ARGUMENTS", joined(unparsed))
    for name, given in found.items():
        state.assign(f"{prefix}_{name}", joined(given) if given else "FALSE" if key_of[name] == "o" else "")


def _message(state: State, values: list[str]) -> None:
    """Treat nothing as certain after a fatal error: CMake stops there."""
    if values[:1] == ["FATAL_ERROR"] and state.is_certain:
        if state.reach is Reach.EVERYONE and not state.lacks_files and not state.leanings:
            state.fault(
                FaultKind.REFUSAL, shortened(" ".join(values[1:])).replace(UNKNOWN, "..."), "message()"
            )
        elif state.reach is Reach.PLAIN and not state.lacks_files:
            effect = "CMake stops there, and what follows was not looked at"
            state.undecide_effect("message", f"FATAL_ERROR {''.join(values[1:])}", effect)
        state.is_certain = False


def _outputs(state: State, values: list[str]) -> None:
    """Forget all variables that a command names: one of them receives its result."""
    state.forget([each for each in values if is_known(each)])


def _first_output(state: State, values: list[str]) -> None:
    state.forget(values[:1])


def _policy(state: State, values: list[str]) -> None:
    if values[:1] == ["GET"]:
        state.forget(values[2:])


def _separate_arguments(state: State, values: list[str]) -> None:
    """Split a variable at its blanks; with a mode, split the text that follows."""
    if not values or not is_known(values[0]):
        return
    text = state.variable(values[0]) if len(values) == 1 else "".join(values[2:])
    mode = values[1] if len(values) > 1 else "UNIX_COMMAND"
    is_plain_text = text is not None and is_known(text) and not any(each in text for each in "\\'\"")
    is_simple = mode in {"UNIX_COMMAND", "NATIVE_COMMAND"} and "PROGRAM" not in values
    state.assign(values[0], joined(text.split()) if text and is_plain_text and is_simple else UNKNOWN)


def _nothing(state: State, values: list[str]) -> None:
    del state, values


COMMANDS: dict[str, Handler] = {
    **TARGET_COMMANDS,
    **FIND_COMMANDS,
    **TEXT_COMMANDS,
    "cmake_parse_arguments": _parse_arguments,
    "cmake_policy": _policy,
    "execute_process": _outputs,
    "get_cmake_property": _first_output,
    **PATH_COMMANDS,
    "list": list_command,
    "message": _message,
    "option": _option,
    "separate_arguments": _separate_arguments,
    "set": _set,
    "set_and_check": _set_and_check,
    "unset": _unset,
    **dict.fromkeys(
        ("cmake_minimum_required", "mark_as_advanced", "check_required_components", "enable_language",
         "add_dependencies", "target_compile_features", "target_compile_options", "target_link_options",
         "set_package_properties", "feature_summary"),
        _nothing,
    ),
}  # fmt: skip
