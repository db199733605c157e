"""CMake commands that determine paths, variables and targets; each takes its expanded arguments."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_targets import TARGET_COMMANDS
from wheelcheck.sdk.cmake_values import ROOT, UNKNOWN, bounded, is_known, joined, safe_pattern, split

Handler = Callable[[State, list[str]], None]
_LISTS_OF_FILES = ("_cmake_import_check_files_for_", "_IMPORT_CHECK_FILES_FOR_")


def _set(state: State, values: list[str]) -> None:
    if not values or not is_known(values[0]) or values[0].startswith(("ENV{", "CACHE{")):
        return
    name, rest = values[0], values[1:]
    in_parent = rest[-1:] == ["PARENT_SCOPE"]
    if in_parent:
        rest = rest[:-1]
    if "CACHE" in rest:
        rest = rest[: rest.index("CACHE")]
        if state.variable(name) is not None:
            return
    state.check_machine(rest, f"variable {name}")
    state.assign(name, joined(rest), in_parent=in_parent)


def _unset(state: State, values: list[str]) -> None:
    if values and is_known(values[0]):
        state.assign(values[0], "", in_parent="PARENT_SCOPE" in values[1:])


def _set_and_check(state: State, values: list[str]) -> None:
    _set(state, values)
    if len(values) > 1:
        state.check_file(values[1], f"variable {values[0]}")


def _option(state: State, values: list[str]) -> None:
    if values and state.variable(values[0]) is None:
        state.forget(values[:1])


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


def _string(state: State, values: list[str]) -> None:
    kind, rest = (values[0] if values else ""), values[1:]
    if kind in {"APPEND", "PREPEND"} and rest:
        old = state.variable(rest[0])
        added = "".join(rest[1:])
        value = UNKNOWN if old is None else f"{old}{added}" if kind == "APPEND" else f"{added}{old}"
        state.assign(rest[0], bounded(value))
    elif kind == "CONCAT" and rest:
        state.assign(rest[0], bounded("".join(rest[1:])))
    elif kind in {"TOUPPER", "TOLOWER", "STRIP"} and len(rest) == 2:
        text = {"TOUPPER": rest[0].upper(), "TOLOWER": rest[0].lower(), "STRIP": rest[0].strip()}[kind]
        state.assign(rest[1], text)
    elif kind == "REPLACE" and len(rest) >= 4:
        source = "".join(rest[3:])
        known = is_known("".join(rest)) and bool(rest[0])
        grown = len(source) + source.count(rest[0]) * len(rest[1]) if known else 0
        state.assign(rest[2], source.replace(rest[0], rest[1]) if known and grown < 1 << 16 else UNKNOWN)
    elif kind == "REGEX" and len(rest) >= 4:
        _string_regex(state, rest)
    else:
        state.forget(rest)


def _string_regex(state: State, rest: list[str]) -> None:
    kind, pattern = rest[:2]
    at = {"MATCH": 2, "REPLACE": 3}.get(kind)
    safe = safe_pattern(pattern)
    source = "".join(rest[at + 1 :]) if at is not None else UNKNOWN
    cost = safe.cost(source) if safe is not None and is_known(source) else None
    state.steps -= cost or 0
    if at is None or len(rest) <= at:
        state.forget(rest)
    elif safe is None or cost is None or not is_known(rest[2]):
        state.forget([rest[at]])
    elif kind == "MATCH":
        found = safe.compiled.search(source)
        state.assign(rest[at], found[0] if found else "")
    elif "\\" in rest[2] or (len(source) + 1) * (len(rest[2]) + 1) > 1 << 20:
        state.forget([rest[at]])
    else:
        state.assign(rest[at], bounded(safe.compiled.sub(lambda _: rest[2], source)))


def _list(state: State, values: list[str]) -> None:
    if len(values) < 2:
        return
    kind, name, rest = values[0], values[1], values[2:]
    old = state.variable(name)
    if kind in {"APPEND", "PREPEND"}:
        if name.startswith(_LISTS_OF_FILES):
            state.check_file(joined(rest), "the list of imported files")
        state.check_machine(rest, f"variable {name}")
        # A list that has not been set yet is the consumer's, or empty.
        before = [UNKNOWN] if old is None else split(old)
        state.assign(name, joined([*before, *rest] if kind == "APPEND" else [*rest, *before]))
    elif old is None or not is_known(old):
        state.forget(values[1:])
    elif kind == "LENGTH" and rest:
        state.assign(rest[0], str(len(split(old))))
    elif kind == "GET" and len(rest) == 2 and re.fullmatch(r"-?\d{1,6}", rest[0]):
        elements, index = split(old), int(rest[0])
        state.assign(rest[1], elements[index] if -len(elements) <= index < len(elements) else UNKNOWN)
    elif kind == "SORT":
        natural = "NATURAL" in rest
        elements = sorted(split(old), key=_natural if natural else None, reverse="DESCENDING" in rest)
        state.assign(name, joined(elements))
    elif kind == "REMOVE_DUPLICATES":
        state.assign(name, joined(list(dict.fromkeys(split(old)))))
    elif kind == "REMOVE_ITEM" and is_known("".join(rest)):
        removed = frozenset(rest)
        state.assign(name, joined([each for each in split(old) if each not in removed]))
    else:
        state.forget(values[1:])


def _natural(text: str) -> list[tuple[int, int, str]]:
    return [
        (1, int(each), "") if each.isdecimal() and len(each) < 19 else (0, 0, each)
        for each in re.split(r"([0-9]+)", text)
    ]


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
    found: dict[str, list[str]] = {name: [] for name in key_of}
    current = ""
    for value in values[4:]:
        if value in key_of:
            current = value if key_of[value] != "o" else ""
            if not current:
                found[value] = ["TRUE"]
        elif current:
            found[current].append(value)
            current = current if key_of[current] == "m" else ""
    for name, given in found.items():
        state.assign(f"{prefix}_{name}", joined(given) if given else "FALSE" if key_of[name] == "o" else "")


def _message(state: State, values: list[str]) -> None:
    """Treat nothing as certain after a fatal error: CMake stops there."""
    if values[:1] == ["FATAL_ERROR"] and state.is_certain:
        state.is_certain = False


def _outputs(state: State, values: list[str]) -> None:
    """Forget all variables that a command names: one of them receives its result."""
    state.forget([each for each in values if is_known(each)])


def _first_output(state: State, values: list[str]) -> None:
    state.forget(values[:1])


def _nothing(state: State, values: list[str]) -> None:
    del state, values


COMMANDS: dict[str, Handler] = {
    **TARGET_COMMANDS,
    "cmake_parse_arguments": _parse_arguments,
    "cmake_path": _outputs,
    "execute_process": _outputs,
    "file": _file,
    "get_cmake_property": _first_output,
    "get_filename_component": _get_filename_component,
    "get_property": _first_output,
    "get_target_property": _first_output,
    "list": _list,
    "math": _outputs,
    "message": _message,
    "option": _option,
    "separate_arguments": _first_output,
    "set": _set,
    "set_and_check": _set_and_check,
    "string": _string,
    "unset": _unset,
    **dict.fromkeys(
        ("cmake_minimum_required", "cmake_policy", "mark_as_advanced", "check_required_components",
         "find_package_handle_standard_args", "include_guard", "enable_language", "add_dependencies",
         "target_compile_features", "target_compile_options", "target_link_options"),
        _nothing,
    ),
}  # fmt: skip
