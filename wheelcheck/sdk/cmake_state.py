"""What is known while a package config is evaluated, and the faults found so far."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from wheelcheck.linking.elf.search_paths import is_build_machine_path
from wheelcheck.sdk.cmake_values import ROOT, UNKNOWN, is_known, split
from wheelcheck.sdk.faults import Fault, FaultKind, Undecided
from wheelcheck.sdk.installed import Installed
from wheelcheck.wheel.model import Wheel

_STEPS = 40_000
_MOST_UNDECIDED = 1000
_LONGEST_TEXT = 200
_PATH_IN_VALUE = re.compile(
    r"(?:^|-[LI]|-rpath(?:-link)?[,=]|=|:)((?:/|[A-Za-z]:[\\/]Users[\\/])[^;:,\"'<>|]+)"
)

_OF_AN_ADMINISTRATOR = re.compile(r"/usr/local/(?!cuda)")
"""Paths of what was built on the machine itself; toolkits and the system's own libraries have others."""


class Dependency(NamedTuple):
    """One `find_dependency`."""

    package: str
    path: str
    line: int


class Target(NamedTuple):
    """One imported target; a property holds the whole list."""

    name: str
    kind: str
    """`SHARED`, `STATIC`, `MODULE`, `EXECUTABLE`, `INTERFACE`, …; '' when the config does not tell."""
    properties: dict[str, str]
    is_certain: bool

    @property
    def is_linked(self) -> bool:
        """Whether a consumer links its file."""
        return self.kind not in {"MODULE", "EXECUTABLE"}


class State:
    """Variables, targets and findings of one evaluation."""

    def __init__(self, installed: Installed, package: str) -> None:
        self.installed = installed
        self.package = package.lower()
        self.scopes: list[dict[str, str]] = [_platform(installed.layout.wheels[0])]
        self.overlays: list[dict[str, str]] = []
        """Arguments of the macros that are running."""
        self.targets: dict[str, Target] = {}
        self.is_certain = True
        """Whether the current command runs on every consumer's machine."""
        self.steps = min(_STEPS, installed.steps)
        self.stopped = ""
        """Why the evaluation ended early."""
        self.found_other_packages = False
        self.has_hidden_targets = False
        """Whether a target was defined with a name that the consumer decides."""
        self.reached: dict[str, None] = {}
        self.unresolved_folders: set[str] = set()
        """Folders of files that include something by an unknown path."""
        self.faults: dict[tuple[FaultKind, str, str], Fault] = {}
        self.undecided: dict[tuple[str, int], Undecided] = {}
        self.dependencies: dict[str, Dependency] = {}
        self.hinted: dict[str, None] = {}
        """Packages searched for at a path inside the environment."""
        self.offered: dict[str, None] = {}
        self.files: list[str] = []
        """Installed paths of the files that are running, each before the one that it includes."""
        self.line = 0
        self._journals: list[dict[tuple[int, str], str | None]] = []

    def can_go_on(self) -> bool:
        """Whether steps are left; the evaluation ends when they run out."""
        if self.steps <= 0:
            self.stopped = "it takes more steps than wheelcheck evaluates"
        return self.steps > 0

    # Variables

    def lookup(self, name: str) -> str:
        """Value of a reference; a variable that is not set is the consumer's."""
        for overlay in reversed(self.overlays):
            if name in overlay:
                self.steps -= len(overlay[name]) >> 6
                return overlay[name] if self.steps > 0 else UNKNOWN
        value = self.variable(name)
        # A command is not interrupted when the steps run out, and may contain a million references.
        return UNKNOWN if value is None or self.steps <= 0 else value

    def variable(self, name: str) -> str | None:
        """Value of a variable; '' when it is certainly unset, None when the consumer decides."""
        for scope in reversed(self.scopes):
            if name in scope:
                # A long value costs as much as the commands that could be evaluated instead.
                self.steps -= len(scope[name]) >> 6
                return scope[name]
        return None

    def assign(self, name: str, value: str, *, in_parent: bool = False) -> None:
        """Set a variable; after an undecided branch the old value is restored."""
        index = len(self.scopes) - (2 if in_parent and len(self.scopes) > 1 else 1)
        if self._journals:
            self._journals[-1].setdefault((index, name), self.scopes[index].get(name))
        self.scopes[index][name] = value

    def forget(self, names: Sequence[str]) -> None:
        """Mark variables as unknown that something unknown may have set."""
        for name in names:
            if is_known(name) and re.fullmatch(r"[A-Za-z_]\w*", name):
                self.assign(name, UNKNOWN)

    def open_branch(self) -> bool:
        """Begin a branch that may not run; give the argument for `close_branch`."""
        was_certain = self.is_certain
        self.is_certain = False
        self._journals.append({})
        return was_certain

    def close_branch(self, *, was_certain: bool) -> list[tuple[int, str]]:
        """End the branch, restore what it set, and give the names."""
        written = self._journals.pop()
        for (index, name), old in written.items():
            if index < len(self.scopes):
                if old is None:
                    self.scopes[index].pop(name, None)
                else:
                    self.scopes[index][name] = old
        self.is_certain = was_certain
        return list(written)

    def blur(self, written: Sequence[tuple[int, str]]) -> None:
        """Mark as unknown what undecided branches have set."""
        for index, name in written:
            if index < len(self.scopes):
                if self._journals:
                    self._journals[-1].setdefault((index, name), self.scopes[index].get(name))
                self.scopes[index][name] = UNKNOWN

    # Targets and commands

    def has_target(self, name: str) -> bool | None:
        """Whether a target is defined; None when another package may have defined it."""
        target = self.targets.get(name)
        if target is not None:
            return True if target.is_certain else None
        namespace = name.partition("::")[0].lower()
        return None if self.found_other_packages and namespace != self.package else False

    def define_target(self, name: str, kind: str = "") -> None:
        """Add a target."""
        if is_known(name):
            self.targets.setdefault(name, Target(name, kind, {}, self.is_certain))
        else:
            self.has_hidden_targets = True

    def set_property(self, target: str, key: str, values: Sequence[str], *, append: bool = False) -> None:
        """Set a target's property; appending to an unset property sets it."""
        self.define_target(target)
        found = self.targets.get(target)
        if found is not None and is_known(key):
            old = found.properties.get(key) if append else None
            value = ";".join([*([old] if old else []), *values])
            found.properties[key] = value if len(value) < 1 << 16 else UNKNOWN

    # Findings

    @property
    def here(self) -> str:
        """Installed path of the file that is running."""
        return self.files[-1] if self.files else ""

    def fault(self, kind: FaultKind, subject: str, context: str) -> None:
        """Record a fault, once per file and subject, if it occurs on every consumer's machine."""
        if self.is_certain:
            key = (kind, self.here, subject)
            self.faults.setdefault(key, Fault(kind, self.here, self.line, subject, context))

    def undecide(self, cause: str, text: str) -> None:
        """Record what is unknown here, once per line."""
        if len(self.undecided) < _MOST_UNDECIDED:
            found = Undecided(self.here, self.line, cause, text[:_LONGEST_TEXT])
            self.undecided.setdefault((self.here, self.line), found)

    def check_file(self, value: str, context: str, *, folder: bool = False) -> None:
        """Record a path of the environment at which nothing is installed."""
        for each in split(value):
            path = self.installed.relative(each)
            if path is not None and self.installed.exists(each, folder=folder) is False:
                self.fault(FaultKind.MISSING, path, context)

    def check_machine(self, values: Sequence[str], context: str) -> None:
        """Record paths of the build machine."""
        for value in values:
            if not is_known(value) or ("/" not in value and "\\" not in value):
                continue
            for element in split(value):
                found = _PATH_IN_VALUE.search(element)
                if found and not found[1].startswith(ROOT) and _is_build_path(found[1]):
                    self.fault(FaultKind.BUILD_PATH, found[1].strip(), context)

    def check_location(self, value: str, context: str) -> None:
        """Record a library of the wheel, or of an administrator, at a fixed path of one machine."""
        for each in split(value):
            is_fixed = is_known(each) and each.startswith("/") and not each.startswith(ROOT)
            if is_fixed and (_OF_AN_ADMINISTRATOR.match(each) or each.rpartition("/")[2] in self.own_names):
                self.fault(FaultKind.BUILD_PATH, each, context)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """File names of the wheel's native files."""
        return frozenset(binary.file_name for binary in self.installed.layout.wheels[0].binaries)

    def offer(self, value: str) -> None:
        """Record files that a consumer is told to link."""
        for each in split(value):
            path = self.installed.relative(each)
            if path is not None and self.installed.has_file(path):
                self.offered[path] = None


def _is_build_path(path: str) -> bool:
    return not path.startswith("/") or is_build_machine_path(path)


_SYSTEMS: Mapping[str, Mapping[str, str]] = {
    "Linux": {"UNIX": "1", "APPLE": "", "WIN32": "", "MSVC": "", "MINGW": "", "CMAKE_HOST_WIN32": ""},
    "Darwin": {"UNIX": "1", "APPLE": "1", "WIN32": "", "MSVC": "", "MINGW": "", "CMAKE_HOST_WIN32": ""},
    "Windows": {"UNIX": "", "APPLE": "", "WIN32": "1"},
}


def _platform(wheel: Wheel) -> dict[str, str]:
    """Variables that CMake itself sets, as far as the platform tags determine them."""
    known = {
        "CMAKE_VERSION": "4.1.0",
        "CMAKE_MAJOR_VERSION": "4",
        "CMAKE_MINOR_VERSION": "1",
        "CMAKE_CURRENT_LIST_FILE": UNKNOWN,
        "CMAKE_CURRENT_LIST_DIR": UNKNOWN,
    }
    systems = {_system(platform) for platform in wheel.platforms}
    if len(systems) == 1 and (system := systems.pop()):
        bits = "4" if wheel.platforms[0].endswith(("i686", "win32", "armv7l", "armv6l")) else "8"
        known |= {"CMAKE_SYSTEM_NAME": system, "CMAKE_SIZEOF_VOID_P": bits, **_SYSTEMS[system]}
    return known


def _system(platform: str) -> str:
    if platform.startswith("macosx"):
        return "Darwin"
    if platform.startswith("win"):
        return "Windows"
    return "Linux" if "linux" in platform else ""
