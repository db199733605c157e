"""What the evaluation of a package config has found so far: faults, doubts, dependencies, offers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from wheelcheck.linking.elf.search_paths import is_build_machine_path
from wheelcheck.policy.host_folders import is_host_folder
from wheelcheck.sdk.cmake_values import CMAKE_ROOT, ROOT, is_known, split
from wheelcheck.sdk.faults import Doubt, Fault, FaultKind, Reach, Undecided
from wheelcheck.sdk.installed import Installed

_MOST_UNDECIDED = 1000
_LONGEST_TEXT = 120
_LONGEST_NAME = 300
_PATH_IN_VALUE = re.compile(
    r"(?:^|-[LI]|-rpath(?:-link)?[,=]|=|:)((?:/|[A-Za-z]:[\\/]Users[\\/])[^;:,\"'<>|]+)"
)


class Dependency(NamedTuple):
    """One package without which the config fails."""

    package: str
    path: str
    line: int
    reach: Reach = Reach.EVERYONE
    of: str = ""
    """The component, function or macro that needs it."""

    @property
    def is_asked(self) -> bool:
        """Whether it is what the consumer asks for: a component that is a package of its own."""
        return self.reach is Reach.COMPONENT and self.of.lower() == self.package.lower()


class Findings:
    """Faults and other results of one evaluation."""

    def __init__(self, installed: Installed, reach: Reach) -> None:
        self.installed = installed
        self.reach = reach
        """Consumers who run what is running."""
        self.reach_of = ""
        self.is_certain = True
        """Whether the current command runs for each of them."""
        self.open: list[Undecided] = []
        """What the current command depends on, outermost first."""
        self.is_elsewhere = False
        """Whether the config of another package is running: it is evaluated on its own too."""
        self.faults: dict[tuple[FaultKind, str, str], Fault] = {}
        self.undecided: dict[tuple[str, int], Undecided] = {}
        self.doubts: dict[tuple[str, int, str], Doubt] = {}
        self.dependencies: dict[str, Dependency] = {}
        self.hinted: dict[str, None] = {}
        """Packages searched for at a path inside the environment."""
        self.offered: dict[str, None] = {}
        self.files: list[str] = []
        """Installed paths of the files that are running, each before the one that it includes."""
        self.line = 0

    @property
    def here(self) -> str:
        """Installed path of the file that is running."""
        return self.files[-1] if self.files else ""

    @property
    def lacks_files(self) -> bool:
        """Whether a file is missing, which explains why the config gives up."""
        return any(kind is FaultKind.MISSING for kind, _, _ in self.faults)

    def fault(self, kind: FaultKind, subject: str, context: str) -> None:
        """Record a fault, once per file and subject; a doubt if the command may not run."""
        if self.is_elsewhere:
            return
        if self.is_certain:
            key = (kind, self.here, subject)
            found = Fault(kind, self.here, self.line, subject, context, self.reach, self.reach_of)
            self.faults.setdefault(key, found)
        elif kind is FaultKind.MISSING:
            name = shortened(subject.removeprefix(f"{self.installed.layout.site}/"))
            self.doubt(f"{shortened(context)} names {name!r}, which nothing installs")

    def need(self, package: str) -> None:
        """Record a package without which the config fails."""
        if self.is_elsewhere or not package:
            return
        if self.is_certain:
            found = Dependency(package, self.here, self.line, self.reach, self.reach_of)
            self.dependencies.setdefault(package, found)
        else:
            self.doubt(f"the config needs package {shortened(package)!r}", package)

    def undecide(self, cause: str, text: str) -> Undecided:
        """Record what is unknown here, once per line."""
        found = Undecided(self.here, self.line, cause, text[:_LONGEST_TEXT])
        # A routine that only consumers call always depends on its arguments.
        is_own = self.reach is not Reach.ROUTINE and not self.is_elsewhere
        if len(self.undecided) < _MOST_UNDECIDED and is_own:
            self.undecided.setdefault((self.here, self.line), found)
        return found

    def undecide_effect(self, cause: str, text: str, effect: str) -> None:
        """Record an argument that is unknown, where it means that something was not looked at."""
        found = self.undecide(cause, text)
        if self.reach is Reach.ROUTINE or self.is_elsewhere:
            return
        if self.is_certain:
            self._add(Doubt(found, self.line, effect))
        else:
            self.doubt(effect)

    def doubt(self, effect: str, package: str = "") -> None:
        """Record what may happen at the current line, depending on the innermost open condition."""
        if self.open and not self.is_elsewhere:
            self._add(Doubt(self.open[-1], self.line, effect, package))

    def _add(self, doubt: Doubt) -> None:
        if len(self.doubts) < _MOST_UNDECIDED:
            self.doubts.setdefault((self.here, doubt.line, doubt.effect), doubt)

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

    def check_result(self, value: str, context: str) -> None:
        """Record the result of a search without one, at which CMake stops where it is used."""
        for each in split(value):
            if is_known(each) and each.endswith("-NOTFOUND"):
                self.fault(FaultKind.NOT_FOUND, each, context)

    def check_place(self, value: str, context: str) -> None:
        """Record what lies outside of the wheel: neither in a folder of the system nor of a known toolkit."""
        for each in split(value):
            is_fixed = is_known(each) and each.startswith("/") and not each.startswith((ROOT, CMAKE_ROOT))
            if is_fixed and (not is_host_folder(each) or each.rpartition("/")[2] in self.own_names):
                kind = FaultKind.BUILD_PATH if _is_build_path(each) else FaultKind.FIXED_PATH
                self.fault(kind, each, context)

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


def shortened(text: str) -> str:
    """Cut what only a hostile file makes this long."""
    return text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}..."


def _is_build_path(path: str) -> bool:
    return not path.startswith("/") or is_build_machine_path(path)
