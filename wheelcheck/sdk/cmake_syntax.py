"""CMake's language as a tree of commands (cmake-language(7)).

Linear in the size of the text; nesting is bounded. A line that is not a command becomes a fault: CMake
stops at it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wheelcheck.sdk.faults import FaultKind

_DEEPEST = 64
_LONGEST = 200_000
"""Commands in one file."""
_MOST_FAULTS = 100

_SPACE = re.compile(r"[ \t\r\n]+")
_NAME = re.compile(r"([A-Za-z_]\w*)[ \t]*\(")
_BRACKET = re.compile(r"\[(=*)\[\n?")
_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_UNQUOTED = re.compile(r'(?:[^\s()#"\\]|\\.)(?:[^\s()#\\"]|\\.|"[^"\n]*")*', re.DOTALL)


class Argument(NamedTuple):
    """One argument as written, escapes and references included."""

    text: str
    kind: str
    """`bare`, `quoted`, `bracket`, or `(` and `)` inside a condition."""


class Command(NamedTuple):
    """One command invocation."""

    name: str
    """Lower case."""
    arguments: tuple[Argument, ...]
    line: int
    cost: int
    """Steps that one run of it counts as, by the length of its arguments."""


@dataclass(slots=True)
class Block:
    """A command that contains others: `if`, `foreach`, `while`, `function`, `macro`, `block`."""

    command: Command
    body: list[Node] = field(default_factory=list)
    branches: list[tuple[Command, list[Node]]] = field(default_factory=list)
    """For `if`: each `elseif` and `else` with its body."""


Node = Command | Block


class StrayText(NamedTuple):
    """Text at which CMake stops."""

    line: int
    text: str
    kind: FaultKind = FaultKind.SYNTAX


class File(NamedTuple):
    """One parsed file."""

    nodes: Sequence[Node]
    faults: tuple[StrayText, ...]


_ENDS = {
    "endif": "if",
    "endforeach": "foreach",
    "endwhile": "while",
    "endfunction": "function",
    "endmacro": "macro",
    "endblock": "block",
}
_OPENS = frozenset(_ENDS.values())
_BRANCHES = frozenset({"elseif", "else"})


def parse(text: str) -> File:
    """Parse a file; everything after an unterminated argument is left out."""
    commands, faults = _commands(text)
    nodes, misplaced = _tree(commands)
    # The part that was not read may contain the end of a block.
    is_whole = not faults and len(commands) < _LONGEST
    return File(nodes, (*faults, *(misplaced[:_MOST_FAULTS] if is_whole else ())))


def _commands(text: str) -> tuple[list[Command], list[StrayText]]:
    commands: list[Command] = []
    faults: list[StrayText] = []
    position, line, counted = 0, 1, 0
    while position < len(text) and len(commands) < _LONGEST and len(faults) < _MOST_FAULTS:
        position = _skip(text, position)
        if position >= len(text):
            break
        line += text.count("\n", counted, position)
        counted = position
        match = _NAME.match(text, position)
        if match is None:
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            faults.append(StrayText(line, text[position:end].strip()[:80]))
            position = end
            continue
        arguments, position = _arguments(text, match.end())
        cost = 1 + (len(arguments) >> 3) + (sum(len(each.text) for each in arguments) >> 6)
        commands.append(Command(match[1].lower(), tuple(arguments), line, cost))
        if position < 0:
            faults.append(StrayText(line, f"{match[1]}( without its closing parenthesis"))
            break
    return commands, faults


def _skip(text: str, position: int) -> int:
    """Skip blanks and comments."""
    while position < len(text):
        match = _SPACE.match(text, position)
        if match:
            position = match.end()
        if text[position : position + 1] != "#":
            break
        bracket = _BRACKET.match(text, position + 1)
        end = text.find(f"]{bracket[1]}]" if bracket else "\n", position)
        if end < 0:
            return len(text)
        position = end + (len(bracket[1]) + 2 if bracket else 1)
    return position


def _arguments(text: str, position: int) -> tuple[list[Argument], int]:
    """Read up to the closing parenthesis; the position is -1 when there is none."""
    arguments: list[Argument] = []
    depth = 0
    while True:
        position = _skip(text, position)
        char = text[position : position + 1]
        if not char:
            return arguments, -1
        if char in "()":
            position += 1
            if char == ")" and depth == 0:
                return arguments, position
            depth += 1 if char == "(" else -1
            arguments.append(Argument(char, char))
            continue
        argument, position = _argument(text, position, char)
        if argument is None:
            return arguments, -1
        arguments.append(argument)


def _argument(text: str, position: int, char: str) -> tuple[Argument | None, int]:
    bracket = _BRACKET.match(text, position) if char == "[" else None
    if bracket:
        end = text.find(f"]{bracket[1]}]", bracket.end())
        if end < 0:
            return None, -1
        return Argument(text[bracket.end() : end], "bracket"), end + len(bracket[1]) + 2
    pattern, kind, group = (_QUOTED, "quoted", 1) if char == '"' else (_UNQUOTED, "bare", 0)
    match = pattern.match(text, position)
    return (Argument(match[group], kind), match.end()) if match else (None, -1)


def _tree(commands: Sequence[Command]) -> tuple[list[Node], list[StrayText]]:
    """Arrange the commands in their blocks; an end without its opening is dropped."""
    top: list[Node] = []
    open_blocks: list[Block] = []
    targets: list[list[Node]] = [top]
    faults: list[StrayText] = []
    too_deep = 0
    for command in commands:
        within = open_blocks[-1].command.name if open_blocks else ""
        if command.name in _OPENS and len(open_blocks) >= _DEEPEST:
            too_deep += 1
        elif command.name in _OPENS:
            block = Block(command)
            targets[-1].append(block)
            open_blocks.append(block)
            targets.append(block.body)
        elif too_deep and (command.name in _ENDS or command.name in _BRANCHES):
            too_deep -= command.name in _ENDS
        elif command.name in _ENDS or command.name in _BRANCHES:
            opening = _ENDS.get(command.name, "if")
            if within != opening:
                faults.append(
                    StrayText(command.line, f"{command.name}() without {opening}()", FaultKind.NESTING)
                )
            elif command.name in _ENDS:
                open_blocks.pop()
                targets.pop()
            else:
                branch: list[Node] = []
                open_blocks[-1].branches.append((command, branch))
                targets[-1] = branch
        else:
            targets[-1].append(command)
    for each in open_blocks:
        name = each.command.name
        faults.append(StrayText(each.command.line, f"{name}() without end{name}()", FaultKind.NESTING))
    return top, faults
