"""The results of an evaluated package config, and the checks that apply to every config."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from wheelcheck.sdk.cmake_findings import Dependency
from wheelcheck.sdk.cmake_state import State, Target
from wheelcheck.sdk.cmake_syntax import Command, File
from wheelcheck.sdk.cmake_values import ROOT, is_known, split
from wheelcheck.sdk.faults import Doubt, Fault, FaultKind, Undecided

_PLACEHOLDER = re.compile(r"@[A-Za-z_]\w*@")
_WHOLE = re.compile(r"@[A-Za-z_]\w*@(?:/[^@]*)?")
_SUBSTITUTED = frozenset(
    {"set", "set_and_check", "include", "get_filename_component", "set_target_properties", "set_property",
     "add_library", "target_include_directories", "target_link_libraries", "find_dependency", "find_package"}
)  # fmt: skip
_LIBRARIES = re.compile(r"(?i)_LIBRAR(?:Y|IES)$")
_INCLUDE_FOLDERS = re.compile(r"(?i)_INCLUDE_DIRS?$")
_LIBRARY_FILE = re.compile(r"\.(?:so|a|dylib|lib)(?:\.\d+)*$")


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of one config."""

    variables: Mapping[str, str]
    """Values after the last command; unknown ones are left out."""
    targets: Mapping[str, Target]
    reached: tuple[str, ...]
    """Installed paths of the files that ran, in order; the config is first."""
    unresolved_folders: frozenset[str]
    faults: tuple[Fault, ...]
    undecided: tuple[Undecided, ...]
    """Places that are open for a consumer who sets nothing."""
    doubts: tuple[Doubt, ...]
    """What was not looked at, or may be wrong, because of them."""
    dependencies: tuple[Dependency, ...]
    hinted: tuple[str, ...]
    offered: tuple[str, ...]
    """Installed paths that a consumer is told to link, in order."""
    stopped: str
    found_other_packages: bool
    """Whether it finds other packages, which may define targets too."""
    has_hidden_targets: bool
    """Whether it defines targets with unknown names."""


def check_outcome(state: State, path: str) -> None:
    """Check what the config at `path` leaves behind."""
    state.files.append(path)
    state.line = 0
    _check_variables(state)
    state.files.pop()


def collected(state: State) -> Evaluation:
    """Give the results."""
    return Evaluation(
        variables={name: value for name, value in state.scopes[0].items() if is_known(value)},
        targets=state.targets,
        reached=tuple(state.reached),
        unresolved_folders=frozenset(state.unresolved_folders),
        faults=tuple(state.faults.values()),
        undecided=tuple(state.undecided.values()),
        doubts=tuple(state.doubts.values()),
        dependencies=tuple(state.dependencies.values()),
        hinted=tuple(state.hinted),
        offered=tuple(state.offered),
        stopped=state.stopped,
        found_other_packages=state.found_other_packages,
        has_hidden_targets=state.has_hidden_targets,
    )


def _check_variables(state: State) -> None:
    """Check the variables that consumers use: libraries, and header folders when none of them exists."""
    for name, value in state.scopes[0].items():
        if not is_known(value) or "/" not in value:
            continue
        is_used = _LIBRARIES.search(name) is not None or _INCLUDE_FOLDERS.search(name) is not None
        if is_used and not name.startswith("CMAKE_"):
            state.check_place(value, f"variable {name}")
        if ROOT not in value:
            continue
        if _LIBRARIES.search(name):
            state.offer(value)
            for each in split(value):
                if _LIBRARY_FILE.search(each):
                    state.check_file(each, f"variable {name}")
        elif _INCLUDE_FOLDERS.search(name):
            folders = split(value)
            if all(state.installed.exists(each, folder=True) is False for each in folders):
                state.check_file(folders[0], f"variable {name}", folder=True)


def check_syntax(state: State, file: File) -> None:
    """Record text at which CMake stops."""
    for line, text, kind in file.faults:
        state.line = line
        found = _PLACEHOLDER.match(text)
        state.fault(FaultKind.PLACEHOLDER if found else kind, found[0] if found else text, "a command")


def check_placeholders(state: State, command: Command) -> None:
    """Record `@NAME@` in an argument; a quoted string counts only as a whole."""
    arguments = command.arguments if command.name in _SUBSTITUTED else ()
    for text, kind in arguments:
        if "@" in text and kind in {"bare", "quoted"}:
            found = _PLACEHOLDER.search(text) if kind == "bare" else _WHOLE.fullmatch(text)
            if found:
                subject = _PLACEHOLDER.search(text)
                state.fault(FaultKind.PLACEHOLDER, subject[0] if subject else text, f"{command.name}()")
