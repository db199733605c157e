"""A package config, evaluated as `find_package` would run it, as far as the wheel alone determines it.

What depends on the consumer's machine (undefined variables, other packages, searches, programs) is
unknown; a branch with an unknown condition runs on trial: it may offer libraries, but nothing in it is a
fault. Steps, depth and sizes are bounded: the text may be hostile.
"""

from __future__ import annotations

import enum
import posixpath
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wheelcheck.sdk.cmake_commands import COMMANDS
from wheelcheck.sdk.cmake_conditions import evaluate as is_true
from wheelcheck.sdk.cmake_results import Evaluation, check_placeholders, check_syntax, conclude
from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_syntax import Argument, Block, Command, File, Node, parse
from wheelcheck.sdk.cmake_values import ROOT, UNKNOWN, expand_all, is_known, split, written_out
from wheelcheck.sdk.faults import FaultKind
from wheelcheck.sdk.installed import Installed

_DEEPEST = 60
_ROUNDS = 1000
_PARSED_IN_A_STEP = 6
"""Bytes, as a power of two."""


class _Signal(enum.Enum):
    NONE = 0
    BREAK = 1
    CONTINUE = 2
    RETURN = 3


class Routine(NamedTuple):
    """A function or macro of the config."""

    is_function: bool
    parameters: tuple[str, ...]
    body: Sequence[Node]
    file: str


class Evaluator:
    """Runs the files of one package config."""

    def __init__(self, installed: Installed, package: str, preset: Mapping[str, str] | None = None) -> None:
        self.state = State(installed, package)
        self.state.scopes[0].update(preset or {})
        self.routines: dict[str, Routine] = {}
        self._depth = 0

    def run(self, path: str) -> Evaluation:
        """Evaluate the config at an installed path."""
        before = self.state.steps
        self.include(path)
        self.state.installed.steps -= before - self.state.steps
        return conclude(self.state, path)

    def include(self, path: str) -> None:
        """Run a file in the scope that includes it."""
        state = self.state
        parsed = self._parse(path) if self._depth < _DEEPEST else None
        if parsed is None:
            return
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

    def _run(self, nodes: Sequence[Node]) -> _Signal:
        state = self.state
        self._depth += 1
        signal = _Signal.NONE
        for node in nodes:
            command = node.command if isinstance(node, Block) else node
            state.steps -= command.cost
            if self._depth > _DEEPEST:
                state.steps = 0
            if not state.can_go_on():
                break
            signal = self._block(node) if isinstance(node, Block) else self._command(node)
            if signal is not _Signal.NONE:
                break
        self._depth -= 1
        return signal

    def _block(self, block: Block) -> _Signal:
        name = block.command.name
        self.state.line = block.command.line
        if name == "if":
            return self._if(block)
        if name == "foreach":
            return self._foreach(block)
        if name == "while":
            return self._while(block)
        if name in {"function", "macro"}:
            self._define(block)
            return _Signal.NONE
        return self._run(block.body)

    def _if(self, block: Block) -> _Signal:
        state = self.state
        written: list[tuple[int, str]] = []
        is_open = False
        for command, body in ((block.command, block.body), *block.branches):
            state.line = command.line
            state.steps -= command.cost
            truth = True if command.name == "else" else is_true(command.arguments, self)
            if truth is False:
                continue
            if truth and not is_open:
                return self._run(body)
            if truth is None:
                state.undecide("if", written_out(command.arguments))
            is_open = True
            was_certain = state.open_branch()
            self._run(body)
            written += state.close_branch(was_certain=was_certain)
            if truth:
                break
        state.blur(written)
        return _Signal.NONE

    def _foreach(self, block: Block) -> _Signal:
        head = expand_all(block.command.arguments[:1], self.lookup)
        items = self._items(block.command.arguments[1:])
        if not head:
            return _Signal.NONE
        name = head[0]
        for item in items:
            self.state.assign(name, item)
            if not is_known(item):
                self.state.undecide("foreach", written_out(block.command.arguments))
                self._on_trial(block.body)
                continue
            signal = self._run(block.body)
            if signal is _Signal.BREAK:
                break
            if signal is _Signal.RETURN:
                return signal
        self.state.assign(name, "")
        return _Signal.NONE

    def _items(self, arguments: Sequence[Argument]) -> list[str]:
        values = expand_all(arguments, self.lookup)
        if values[:1] == ["RANGE"] or "ZIP_LISTS" in values[:2]:
            return [UNKNOWN]
        if values[:1] != ["IN"]:
            return values
        items: list[str] = []
        mode = ""
        for value in values[1:]:
            if value in {"LISTS", "ITEMS"}:
                mode = value
            elif mode == "LISTS":
                found = self.state.variable(value) if is_known(value) else None
                items.extend([UNKNOWN] if found is None else split(found))
            else:
                items.append(value)
        return items

    def _on_trial(self, body: Sequence[Node]) -> None:
        was_certain = self.state.open_branch()
        self._run(body)
        self.state.blur(self.state.close_branch(was_certain=was_certain))

    def _while(self, block: Block) -> _Signal:
        for _ in range(_ROUNDS):
            self.state.steps -= block.command.cost
            truth = is_true(block.command.arguments, self)
            if truth is None:
                self.state.undecide("while", written_out(block.command.arguments))
                self._on_trial(block.body)
            if not truth:
                return _Signal.NONE
            signal = self._run(block.body)
            if signal is _Signal.BREAK:
                return _Signal.NONE
            if signal is _Signal.RETURN:
                return signal
        self.state.stopped = f"a loop runs more than {_ROUNDS} times"
        return _Signal.NONE

    def _define(self, block: Block) -> None:
        values = expand_all(block.command.arguments, self.lookup)
        if values and is_known(values[0]):
            is_function = block.command.name == "function"
            routine = Routine(is_function, tuple(values[1:]), block.body, self.state.here)
            self.routines[values[0].lower()] = routine

    def _command(self, command: Command) -> _Signal:
        state, name = self.state, command.name
        state.line = command.line
        if name in {"return", "break", "continue"}:
            return _Signal[name.upper()]
        if state.is_certain:
            check_placeholders(self.state, command)
        values = expand_all(command.arguments, self.lookup)
        routine = self.routines.get(name)
        if routine is not None and name not in {"set_and_check", "find_dependency"}:
            return self._call(routine, values)
        if name == "include":
            self._include(values, written_out(command.arguments))
        elif name in COMMANDS:
            COMMANDS[name](state, values)
        else:
            state.undecide(name, "a command that the config does not define")
            state.forget([each for each in values if is_known(each) and state.variable(each) is not None])
        return _Signal.NONE

    def _call(self, routine: Routine, values: Sequence[str]) -> _Signal:
        state = self.state
        bound = dict(zip(routine.parameters, values, strict=False))
        rest = values[len(routine.parameters) :]
        bound |= {"ARGC": str(len(values)), "ARGN": ";".join(rest), "ARGV": ";".join(values)}
        bound |= {f"ARGV{index}": value for index, value in enumerate(values)}
        if not routine.is_function:
            state.overlays.append(bound)
            signal = self._run(routine.body)
            state.overlays.pop()
            return signal
        overlays, state.overlays = state.overlays, []
        bound["CMAKE_CURRENT_FUNCTION_LIST_DIR"] = f"{ROOT}/{posixpath.dirname(routine.file)}"
        state.scopes.append(bound)
        self._run(routine.body)
        state.scopes.pop()
        state.overlays = overlays
        return _Signal.NONE

    def _include(self, values: Sequence[str], text: str) -> None:
        state = self.state
        if not values or (is_known(values[0]) and not values[0].endswith(".cmake")):
            return
        path = state.installed.relative(values[0])
        if path is None:
            if not is_known(values[0]):
                state.undecide("include", text)
                state.unresolved_folders.add(posixpath.dirname(state.here))
                state.found_other_packages = True
        elif state.installed.has_file(path):
            self.include(path)
        elif "OPTIONAL" not in values[1:]:
            state.fault(FaultKind.MISSING, path, "include()")

    # Questions of conditions

    def lookup(self, name: str) -> str:
        """Value of a reference."""
        return self.state.lookup(name)

    def variable(self, name: str) -> str | None:
        """Value of a variable."""
        return self.state.variable(name)

    def exists(self, path: str, *, folder: bool) -> bool | None:
        """Whether a path exists."""
        return self.state.installed.exists(path, folder=folder)

    def has_target(self, name: str) -> bool | None:
        """Whether a target is defined."""
        return self.state.has_target(name)

    def has_command(self, name: str) -> bool | None:
        """Whether the config defines a command; None when another package may define it."""
        return True if name.lower() in self.routines or name.lower() in COMMANDS else None

    def spend(self, steps: int) -> None:
        """Count steps."""
        self.state.steps -= steps

    def matched(self, groups: Sequence[str]) -> None:
        """Set CMAKE_MATCH_<n>."""
        for index, group in enumerate(groups):
            self.state.assign(f"CMAKE_MATCH_{index}", group)


def evaluate_config(
    installed: Installed, path: str, package: str, preset: Mapping[str, str] | None = None
) -> Evaluation:
    """Evaluate the package config at an installed path; `preset` holds the consumer's variables."""
    return Evaluator(installed, package, preset).run(path)
