"""What is known while a package config is evaluated: variables and targets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from wheelcheck.sdk.cmake_consumer import Searched, is_nobodys, plain_variables, platform_variables
from wheelcheck.sdk.cmake_findings import Findings
from wheelcheck.sdk.cmake_values import UNKNOWN, is_known
from wheelcheck.sdk.faults import Reach, Undecided
from wheelcheck.sdk.installed import Installed

_STEPS = 40_000
"""Steps of one evaluation."""


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


class State(Findings):
    """Variables, targets and findings of one evaluation."""

    def __init__(self, installed: Installed, package: str, reach: Reach = Reach.EVERYONE) -> None:
        super().__init__(installed, reach)
        self.spelling = package
        self.package = package.lower()
        self.is_plain = reach is not Reach.EVERYONE
        """Whether the consumer sets nothing."""
        wheel = installed.layout.wheels[0]
        self.scopes: list[dict[str, str]] = [platform_variables(wheel)]
        if self.is_plain:
            self.scopes[0].update(plain_variables(wheel))
        self.spellings: dict[str, str] = {}
        """Variables that `find_package` sets, in lower case, where it accepts every spelling of the name."""
        self.overlays: list[dict[str, str]] = []
        """Arguments of the macros that are running."""
        self.targets: dict[str, Target] = {}
        self.properties: dict[str, str] = {}
        """Global properties."""
        self.steps = min(_STEPS, installed.steps[reach])
        self.stopped = ""
        """Why the evaluation ended early."""
        self.searched = Searched()
        self.found_other_packages = False
        self.has_hidden_targets = False
        """Whether a target was defined with a name that the consumer decides."""
        self.is_opaque = False
        """Whether a file of unknown name was included: it may have set anything."""
        self.foreign_questions = 0
        """Questions after targets that no config of this name defines: the consumer may."""
        self.leanings = 0
        """Conditions around the current command that such an answer decided."""
        self.reached: dict[str, None] = {}
        self.unresolved_folders: set[str] = set()
        """Folders of files that include something by an unknown path."""
        self.guesses: dict[str, None] | None = None
        """What an unknown component may be called; None unless someone asks."""
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
        if name.lower() in self.spellings:
            return self.spellings[name.lower()]
        return "" if self.is_unset(name) else None

    def is_unset(self, name: str) -> bool:
        """Whether a variable that nothing has set is unset: its name as text is what a condition compares."""
        return (
            self.is_plain
            and not self.is_opaque
            and is_known(name)
            and is_nobodys(name)
            and name.lower() not in self.spellings
            and not self.searched.may_set(name)
            and not any(name in scope for scope in self.scopes)
        )

    def assign(self, name: str, value: str, *, in_parent: bool = False, in_cache: bool = False) -> None:
        """Set a variable; after an undecided branch the old value is restored."""
        index = len(self.scopes) - (2 if in_parent and len(self.scopes) > 1 else 1)
        index = 0 if in_cache else index
        if self._journals:
            self._journals[-1].setdefault((index, name), self.scopes[index].get(name))
        self.scopes[index][name] = value

    def matched(self, groups: Sequence[str]) -> None:
        """Set CMAKE_MATCH_<n>."""
        for index, group in enumerate(groups):
            self.assign(f"CMAKE_MATCH_{index}", group)

    def forget(self, names: Sequence[str]) -> None:
        """Mark variables as unknown that something unknown may have set."""
        for name in names:
            if is_known(name) and re.fullmatch(r"[A-Za-z_]\w*", name):
                self.assign(name, UNKNOWN)

    def open_branch(self, where: Undecided) -> bool:
        """Begin a branch that may not run; give the argument for `close_branch`."""
        was_certain = self.is_certain
        self.is_certain = False
        self.open.append(where)
        self._journals.append({})
        return was_certain

    def close_branch(self, *, was_certain: bool) -> list[tuple[int, str]]:
        """End the branch, restore what it set, and give the names."""
        written = self._journals.pop()
        self.open.pop()
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
        self.foreign_questions += namespace != self.package
        if namespace == self.package or not self.found_other_packages:
            return False
        return False if self.is_plain and not self.is_opaque and not self.searched.may_define(name) else None

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
