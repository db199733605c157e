"""How CMake runs commands: blocks, conditions, loops, functions and macros.

A branch with an unknown condition runs on trial: it may offer libraries, but nothing in it is a fault.
Steps and depth are bounded: the text may be hostile.
"""

from __future__ import annotations

import enum
import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wheelcheck.policy.cmake_language import cmake_language
from wheelcheck.sdk.cmake_commands import COMMANDS
from wheelcheck.sdk.cmake_conditions import evaluate as is_true
from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_syntax import Argument, Block, Command, Node
from wheelcheck.sdk.cmake_values import ASKED, ROOT, UNKNOWN, expand_all, is_known, split, written_out
from wheelcheck.sdk.faults import Reach, Undecided
from wheelcheck.sdk.installed import Installed

DEEPEST = 60
_ROUNDS = 1000
_MOST_GUESSES = 64
_COMPONENT = re.compile(r"[A-Za-z0-9_.+-]{1,64}")
_OF_A_CALL = ("ARGC", "ARGN", "ARGV", "ARGV0", "ARGV1", "ARGV2", "ARGV3")


class Signal(enum.Enum):
    """What a command does to the commands around it."""

    NONE = 0
    BREAK = 1
    CONTINUE = 2
    RETURN = 3


class Routine(NamedTuple):
    """A function or macro of the config."""

    name: str
    is_function: bool
    parameters: tuple[str, ...]
    body: Sequence[Node]
    file: str


class Flow:
    """Runs commands in order, and answers the questions of conditions."""

    def __init__(
        self,
        installed: Installed,
        package: str,
        preset: Mapping[str, str] | None = None,
        reach: Reach = Reach.EVERYONE,
    ) -> None:
        self.state = State(installed, package, reach)
        self.state.scopes[0].update(preset or {})
        self.routines: dict[str, Routine] = {}
        self.called: set[str] = set()
        self._depth = 0
        self._guarded: set[str] = set()
        """Files that run once: `include_guard`."""
        self._searching: list[str] = []
        """Packages whose configs are running."""

    def _run(self, nodes: Sequence[Node]) -> Signal:
        state = self.state
        self._depth += 1
        signal = Signal.NONE
        for node in nodes:
            command = node.command if isinstance(node, Block) else node
            state.steps -= command.cost
            if self._depth > DEEPEST:
                state.steps = 0
            if not state.can_go_on():
                break
            signal = self._block(node) if isinstance(node, Block) else self._command(node)
            if signal is not Signal.NONE:
                break
        self._depth -= 1
        return signal

    def _block(self, block: Block) -> Signal:
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
            return Signal.NONE
        return self._run(block.body)

    def _if(self, block: Block) -> Signal:
        state = self.state
        written: list[tuple[int, str]] = []
        where: Undecided | None = None
        asked = state.foreign_questions
        for command, body in ((block.command, block.body), *block.branches):
            state.line = command.line
            state.steps -= command.cost
            truth = True if command.name == "else" else is_true(command.arguments, self)
            if truth is False:
                continue
            if truth and where is None:
                leans = state.foreign_questions > asked
                state.leanings += leans
                signal = self._run(body)
                state.leanings -= leans
                return signal
            if truth is None:
                where = state.undecide("if", written_out(command.arguments))
            if where is not None:
                written += self._tried(body, where)
            if truth:
                break
        state.blur(written)
        return Signal.NONE

    def _tried(self, body: Sequence[Node], where: Undecided) -> list[tuple[int, str]]:
        """Run a branch that may not run, and give what it has set."""
        was_certain = self.state.open_branch(where)
        self._run(body)
        return self.state.close_branch(was_certain=was_certain)

    def _foreach(self, block: Block) -> Signal:
        head = expand_all(block.command.arguments[:1], self.lookup)
        items = self._items(block.command.arguments[1:])
        if not head:
            return Signal.NONE
        name = head[0]
        for item in items:
            self.state.assign(name, item)
            if not is_known(item):
                self._on_trial(block)
                continue
            signal = self._run(block.body)
            if signal is Signal.BREAK:
                break
            if signal is Signal.RETURN:
                return signal
        self.state.assign(name, "")
        return Signal.NONE

    def _items(self, arguments: Sequence[Argument]) -> list[str]:
        values = expand_all(arguments, self.lookup)
        if values[:1] == ["RANGE"]:
            return _range(values[1:])
        if "ZIP_LISTS" in values[:2]:
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

    def _on_trial(self, block: Block) -> None:
        state = self.state
        state.line = block.command.line
        where = state.undecide(block.command.name, written_out(block.command.arguments))
        state.blur(self._tried(block.body, where))

    def _while(self, block: Block) -> Signal:
        for _ in range(_ROUNDS):
            self.state.steps -= block.command.cost
            truth = is_true(block.command.arguments, self)
            if truth is None:
                self._on_trial(block)
            if not truth:
                return Signal.NONE
            signal = self._run(block.body)
            if signal is Signal.BREAK:
                return Signal.NONE
            if signal is Signal.RETURN:
                return signal
        self.state.stopped = f"a loop runs more than {_ROUNDS} times"
        return Signal.NONE

    def _define(self, block: Block) -> None:
        values = expand_all(block.command.arguments, self.lookup)
        if values and is_known(values[0]):
            is_function = block.command.name == "function"
            routine = Routine(values[0], is_function, tuple(values[1:]), block.body, self.state.here)
            self.routines[values[0].lower()] = routine

    def _command(self, command: Command) -> Signal:
        """Run one command."""
        raise NotImplementedError

    def _call(self, routine: Routine, values: Sequence[str]) -> Signal:
        self.called.add(routine.name.lower())
        bound = dict(zip(routine.parameters, values, strict=False))
        rest = values[len(routine.parameters) :]
        bound |= {"ARGC": str(len(values)), "ARGN": ";".join(rest), "ARGV": ";".join(values)}
        bound |= {f"ARGV{index}": value for index, value in enumerate(values)}
        return self._enter(routine, bound)

    def _enter(self, routine: Routine, bound: dict[str, str]) -> Signal:
        state = self.state
        state.files.append(routine.file)
        if not routine.is_function:
            state.overlays.append(bound)
            signal = self._run(routine.body)
            state.overlays.pop()
            state.files.pop()
            return signal
        overlays, state.overlays = state.overlays, []
        bound["CMAKE_CURRENT_FUNCTION_LIST_DIR"] = f"{ROOT}/{posixpath.dirname(routine.file)}"
        bound["CMAKE_CURRENT_FUNCTION_LIST_FILE"] = f"{ROOT}/{routine.file}"
        bound["CMAKE_CURRENT_FUNCTION"] = routine.name
        state.scopes.append(bound)
        self._run(routine.body)
        state.scopes.pop()
        state.files.pop()
        state.overlays = overlays
        return Signal.NONE

    def run_routines(self) -> None:
        """Look into functions and macros that the config defines but does not call."""
        state = self.state
        before = state.steps
        state.reach, state.is_certain = Reach.ROUTINE, True
        for name in sorted(self.routines.keys() - self.called):
            if name in self.called or not state.can_go_on():
                continue
            routine = self.routines[name]
            state.reach_of = routine.name
            self.called.add(name)
            unknown = (*routine.parameters, *_OF_A_CALL, "CMAKE_CURRENT_LIST_FILE", "CMAKE_CURRENT_LIST_DIR")
            self._enter(routine, dict.fromkeys(unknown, UNKNOWN))
            state.is_certain = True
        state.installed.steps[Reach.PLAIN] -= before - state.steps

    # Questions of conditions

    def lookup(self, name: str) -> str:
        """Value of a reference."""
        return self.state.lookup(name)

    def variable(self, name: str) -> str | None:
        """Value of a variable."""
        return self.state.variable(name)

    def exists(self, path: str, *, folder: bool) -> bool | None:
        """Whether a path exists."""
        if self.state.guesses is not None and not is_known(path):
            self.guess(path, [part for _, part in self.fitting(path)])
        return self.state.installed.exists(path, folder=folder)

    def fitting(self, value: str) -> Sequence[tuple[str, str]]:
        """Files whose paths fit a value with one unknown part; those of the folder count as steps."""
        found, cost = self.state.installed.fitting(value)
        self.state.steps -= cost
        return found

    def is_unset(self, name: str) -> bool:
        """Whether nobody has set a variable."""
        return self.state.is_unset(name)

    def guess(self, unknown: str, names: Sequence[str]) -> None:
        """Note what an unknown component may be called."""
        guesses = self.state.guesses
        if guesses is None or ASKED not in unknown:
            return
        for name in names:
            if len(guesses) < _MOST_GUESSES and _COMPONENT.fullmatch(name):
                guesses.setdefault(name)

    def has_target(self, name: str) -> bool | None:
        """Whether a target is defined."""
        return self.state.has_target(name)

    def has_command(self, name: str) -> bool | None:
        """Whether a command is defined; None when another package may define it."""
        lower = name.lower()
        if lower in self.routines or lower in COMMANDS or lower in cmake_language().commands:
            return True
        return False if self.state.is_plain and not self.state.found_other_packages else None

    def spend(self, steps: int) -> None:
        """Count steps."""
        self.state.steps -= steps

    def matched(self, groups: Sequence[str]) -> None:
        """Set CMAKE_MATCH_<n>."""
        self.state.matched(groups)


def _range(values: Sequence[str]) -> list[str]:
    """Numbers of `foreach(… RANGE …)`."""
    if not 1 <= len(values) <= 3 or not all(re.fullmatch(r"\d{1,6}", each) for each in values):
        return [UNKNOWN]
    first, last, step = (0, int(values[0]), 1) if len(values) == 1 else (int(values[0]), int(values[1]), 1)
    step = int(values[2]) if len(values) == 3 else step
    return [str(each) for each in range(first, last + 1, step or 1)][:_ROUNDS]
