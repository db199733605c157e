"""A package config, evaluated as `find_package` would run it, as far as the wheel alone determines it.

What depends on the consumer's machine (undefined variables, other packages, searches, programs) is
unknown; a branch with an unknown condition runs on trial: it may offer libraries, but nothing in it is a
fault. Steps, depth and sizes are bounded: the text may be hostile.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from wheelcheck.policy.cmake_language import cmake_language
from wheelcheck.policy.cmake_modules import find_modules
from wheelcheck.sdk.cmake_commands import COMMANDS
from wheelcheck.sdk.cmake_find import find_elsewhere, keyword_parts, note_search
from wheelcheck.sdk.cmake_flow import DEEPEST, Flow, Signal
from wheelcheck.sdk.cmake_results import check_placeholders, check_syntax
from wheelcheck.sdk.cmake_syntax import Command, File, parse
from wheelcheck.sdk.cmake_values import ASKED, ROOT, expand_all, is_known, split, written_out
from wheelcheck.sdk.faults import FaultKind

_PARSED_IN_A_STEP = 6
"""Bytes, as a power of two."""
_STEPS_OF_A_SEARCH = 4
_MOST_SEARCHES = 20
_MOST_FITS = 16


class Evaluator(Flow):
    """Runs the files of one package config."""

    def run(self, path: str) -> None:
        """Evaluate the config at an installed path."""
        state = self.state
        reach, before = state.reach, state.steps
        self.include(path)
        state.installed.steps[reach] -= before - state.steps

    def include(self, path: str) -> None:
        """Run a file in the scope that includes it."""
        state = self.state
        parsed = self._parse(path) if self._depth < DEEPEST else None
        if parsed is None or path in self._guarded:
            return
        if not state.is_elsewhere:
            state.reached.setdefault(path)
        state.files.append(path)
        scope = state.scopes[-1]
        names = ("CMAKE_CURRENT_LIST_FILE", "CMAKE_CURRENT_LIST_DIR")
        before = [scope.get(name) for name in names]
        location = f"{ROOT}/{path}"
        scope.update(zip(names, (location, posixpath.dirname(location)), strict=True))
        check_syntax(state, parsed)
        self._run(parsed.nodes)
        for name, value in zip(names, before, strict=True):
            if value is not None:
                scope[name] = value
            else:
                scope.pop(name, None)
        state.files.pop()

    def _parse(self, path: str) -> File | None:
        state = self.state
        known = state.installed.parsed
        text = state.installed.text_of(path)
        if text is not None and path not in known and state.can_go_on():
            state.steps -= len(text) >> _PARSED_IN_A_STEP
            known[path] = parse(text.decode("utf-8", "replace").removeprefix("\ufeff"))
        return known.get(path)

    def _command(self, command: Command) -> Signal:
        state, name = self.state, command.name
        state.line = command.line
        values = expand_all(command.arguments, self.lookup)
        if name in {"return", "break", "continue"}:
            if values[:1] == ["PROPAGATE"]:
                for each in values[1:]:
                    state.assign(each, state.lookup(each), in_parent=True)
            return Signal[name.upper()]
        if state.is_certain:
            check_placeholders(self.state, command)
        return self._named(name, values, command)

    def _named(self, name: str, values: list[str], command: Command) -> Signal:
        state = self.state
        routine = self.routines.get(name)
        if routine is not None and name not in {"set_and_check", "find_dependency"}:
            return self._call(routine, values)
        if name == "include":
            self._include(values, written_out(command.arguments))
        elif name == "include_guard":
            self._guarded.add(state.here)
        elif name in {"find_package", "find_dependency"}:
            self._find(name, values)
        elif name == "cmake_language" and values[:1] == ["CALL"] and len(values) > 1:
            return self._named(values[1].lower(), values[2:], command) if self._nests() else Signal.NONE
        elif name in COMMANDS:
            COMMANDS[name](state, values)
            if name == "message" and values[:1] == ["FATAL_ERROR"] and state.open:
                return Signal.RETURN
        else:
            if name not in cmake_language().commands:
                state.undecide(name, "a command that the config does not define")
            state.forget([each for each in values if is_known(each) and state.variable(each) is not None])
        return Signal.NONE

    def _nests(self) -> bool:
        """Count a step of a call that has no body of its own."""
        self.state.steps -= 1
        return self.state.can_go_on()

    def _include(self, values: Sequence[str], text: str) -> None:
        state = self.state
        if not values:
            return
        is_file = values[0].startswith("/") or values[0].endswith(".cmake")
        if is_known(values[0]) and not is_file:
            self._include_module(values[0])
            return
        path = state.installed.relative(values[0])
        if path is None:
            if not is_known(values[0]):
                self._include_unknown(values[0], text)
            elif "OPTIONAL" not in values[1:]:
                state.check_place(values[0], "include()")
        elif state.installed.has_file(path):
            self.include(path)
        elif "OPTIONAL" not in values[1:]:
            state.fault(FaultKind.MISSING, path, "include()")

    def _include_module(self, name: str) -> None:
        """Run a module of the wheel; one of CMake's own may set variables of its name."""
        path = self._module(f"{name}.cmake")
        if path is not None:
            self.include(path)
        elif name.startswith("Find"):
            self.state.searched.add(name.removeprefix("Find"))

    def _module(self, file: str) -> str | None:
        state = self.state
        for folder in split(state.variable("CMAKE_MODULE_PATH") or "") if state.is_plain else ():
            path = state.installed.relative(f"{folder}/{file}")
            if path is not None and state.installed.has_file(path):
                return path
        return None

    def _include_unknown(self, value: str, text: str) -> None:
        """Try each file that may be meant."""
        state = self.state
        fits = [fit for fit in self.fitting(value)[:_MOST_FITS] if fit[0] not in state.files]
        state.unresolved_folders.add(posixpath.dirname(state.here))
        state.found_other_packages = True
        state.is_opaque = True
        if not fits:
            state.undecide_effect("include", text, "the file that it includes was not looked at")
            return
        self.guess(value, [part for _, part in fits])
        where = state.undecide("include", text)
        for path, _ in fits:
            was_certain = state.open_branch(where)
            self.include(path)
            state.blur(state.close_branch(was_certain=was_certain))

    def _find(self, command: str, values: list[str]) -> None:
        """Run the config or find module of a package that the wheel or a sibling ships."""
        state = self.state
        state.steps -= _STEPS_OF_A_SEARCH
        note_search(state, command, values)
        path = self._shipped(values) if state.is_plain and values and is_known(values[0]) else None
        if path is None or values[0] in self._searching or len(self._searching) > _MOST_SEARCHES:
            find_elsewhere(state, command, values)
            return
        name, package = values[0], state.package
        asked = keyword_parts(values)
        found = found_by(name, path, [*asked.get("COMPONENTS", ()), *asked.get("OPTIONAL_COMPONENTS", ())])
        before = {key: state.scopes[-1].get(key) for key in found if not key.endswith(("_DIR", "_CONFIG"))}
        was_elsewhere = state.is_elsewhere
        state.is_elsewhere = was_elsewhere or not path.endswith(f"Find{name}.cmake")
        self._searching.append(name)
        state.scopes[-1].update(found)
        state.package = name.lower()
        self.include(path)
        state.package = package
        self._searching.pop()
        state.is_elsewhere = was_elsewhere
        for key, value in before.items():
            if value is None:
                state.scopes[-1].pop(key, None)
            else:
                state.scopes[-1][key] = value
        if not state.variable(f"{name}_FOUND"):
            state.assign(f"{name}_FOUND", "1")

    def _shipped(self, values: Sequence[str]) -> str | None:
        name = values[0]
        is_config = any(each in {"CONFIG", "NO_MODULE"} for each in values[1:])
        module = None if is_config else self._module(f"Find{name}.cmake")
        if module is not None or "MODULE" in values[1:]:
            return module
        is_cmakes = name.lower() in find_modules() and not is_config
        return None if is_cmakes else self.state.installed.config_of(name, self.state.here)


def found_by(package: str, path: str, components: Sequence[str] | None) -> dict[str, str]:
    """Variables that `find_package(package REQUIRED COMPONENTS …)` sets before it runs a config."""
    location = f"{ROOT}/{path}"
    return {
        "CMAKE_FIND_PACKAGE_NAME": package,
        f"{package}_FIND_REQUIRED": "1",
        f"{package}_DIR": posixpath.dirname(location),
        f"{package}_CONFIG": location,
        f"{package}_FIND_COMPONENTS": ASKED if components is None else ";".join(components),
        **{f"{package}_FIND_REQUIRED_{each}": "1" for each in components or ()},
    }
