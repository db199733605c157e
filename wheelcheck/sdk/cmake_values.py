"""CMake's values: strings, lists, references, versions, and what is unknown until a real run.

`UNKNOWN` inside a value poisons it: nothing that depends on the consumer's machine is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from wheelcheck.sdk.cmake_syntax import Argument

UNKNOWN = "\x01"
ASKED = f"{UNKNOWN}\x02"
"""A component that the consumer asks for."""
ROOT = "/<prefix>"
"""Placeholder for the prefix of the environment that the wheel is installed into."""
CMAKE_ROOT = "/<cmake>"
"""Placeholder for the folder of CMake itself."""
_LONGEST = 1 << 16
_DEEPEST = 50
_PIECE = re.compile(r"\$(?:ENV|CACHE)?\{|\}|\\.|[^$\\}]+|.", re.DOTALL)
_PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", ";": "\\;"}
_TRUE = frozenset({"1", "ON", "YES", "TRUE", "Y"})
_FALSE = frozenset({"0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND", ""})

_LONGEST_PATTERN = 200
_MOST_CHOICES = 12
_MOST_TRIES = 1 << 18
_TRIES_OF_A_STEP = 9
"""As a power of two."""
_PATTERN_PIECE = re.compile(r"\\(.)|\[\^?\]?[^\]\[\\&|~]*\]|[^\\\[\]]", re.DOTALL)
_REPEATS = frozenset("*+?")
_OPERATORS = _REPEATS | frozenset("()|^$.")
_UNREPEATABLE = _OPERATORS - {"."}

Lookup = Callable[[str], str]


def is_known(value: str) -> bool:
    """Whether a value is independent of the consumer's machine."""
    return UNKNOWN not in value


def expand(text: str, lookup: Lookup) -> str:
    """Replace references and escapes, innermost first (cmake-language(7), variable references)."""
    if "$" not in text and "\\" not in text:
        return text
    stack: list[tuple[str, list[str]]] = [("", [])]
    for match in _PIECE.finditer(text):
        piece = match[0]
        if len(piece) > 1 and piece[0] == "$" and piece[-1] == "{":
            if len(stack) > _DEEPEST:
                return UNKNOWN
            stack.append((piece, []))
        elif piece == "}" and len(stack) > 1:
            opening, parts = stack.pop()
            name = "".join(parts)
            name = f"ENV{{{name}}}" if opening == "$ENV{" else name
            known = opening != "$CACHE{" and is_known(name)
            stack[-1][1].append(lookup(name) if known else UNKNOWN)
        elif piece[0] == "\\" and len(piece) == 2:
            stack[-1][1].append(_PLAIN_ESCAPES.get(piece[1], piece[1]))
        else:
            stack[-1][1].append(piece)
    while len(stack) > 1:
        opening, parts = stack.pop()
        stack[-1][1].append(opening + "".join(parts))
    return bounded("".join(stack[0][1]))


def joined(values: Sequence[str]) -> str:
    """Join values into a list."""
    return bounded(";".join(values))


def bounded(value: str) -> str:
    """Give up on a value that only a hostile file makes this long."""
    return value if len(value) <= _LONGEST else UNKNOWN


def split(value: str) -> list[str]:
    """Elements of a list, without empty ones."""
    if ";" not in value:
        return [value] if value else []
    if "\\;" not in value:
        return [each for each in value.split(";") if each]
    return [each.replace("\0", ";") for each in value.replace("\\;", "\0").split(";") if each]


def expand_all(arguments: Sequence[Argument], lookup: Lookup) -> list[str]:
    """Values of a command's arguments: an unquoted one gives every element of its list."""
    values: list[str] = []
    for text, kind in arguments:
        if kind == "bare":
            values.extend(split(expand(text, lookup)))
        else:
            values.append(expand(text, lookup) if kind == "quoted" else text)
    return values


def written_out(arguments: Sequence[Argument]) -> str:
    """Arguments as they are written."""
    return " ".join(f'"{text}"' if kind == "quoted" else text for text, kind in arguments[:50])


def constant(value: str) -> bool | None:
    """Truth of a constant in `if()`; None when it is a name."""
    upper = value.upper()
    if upper in _TRUE:
        return True
    if upper in _FALSE or upper.endswith("-NOTFOUND"):
        return False
    number = as_number(value)
    return None if number is None else number != 0


def is_off(value: str) -> bool:
    """Whether a variable's value is false; `0.0` is not, although it is as a constant."""
    upper = value.upper()
    return upper in _FALSE or upper.endswith("-NOTFOUND")


def as_number(value: str) -> float | None:
    """Read a decimal number; None for anything else."""
    return float(value) if re.fullmatch(r"-?\d{1,18}(?:\.\d{1,18})?", value) else None


def version_key(value: str) -> tuple[int, ...]:
    """Sort key of a version: dotted integers without trailing zeros."""
    found = re.match(r"\d{1,18}(?:\.\d{1,18})*", value)
    parts = [int(each) for each in found[0].split(".")] if found else []
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


class SafePattern(NamedTuple):
    """A regular expression whose cost follows from the length of its subject."""

    compiled: re.Pattern[str]
    power: int
    """Exponent of the subject's length: how many parts of the expression try each position."""
    choices: int
    """Number of points where it can go two ways."""

    def cost(self, subject: str) -> int | None:
        """Give the steps that a search counts as; None when they are too many for one search."""
        tries = (len(subject) + 1) ** self.power << self.choices
        return tries >> _TRIES_OF_A_STEP if tries <= _MOST_TRIES else None


@lru_cache(maxsize=512)
def safe_pattern(pattern: str) -> SafePattern | None:
    """Compile a CMake regular expression that cannot backtrack without bound.

    Only single characters and classes may be repeated, at most three of them; other expressions are not
    evaluated.
    """
    pieces = _pattern_pieces(pattern) if len(pattern) <= _LONGEST_PATTERN else None
    if pieces is None:
        return None
    repeats = sum(piece in {"*", "+"} for piece in pieces)
    choices = sum(piece in {"?", "|"} for piece in pieces)
    try:
        compiled = re.compile("".join(pieces)) if repeats <= 3 and choices <= _MOST_CHOICES else None
    except re.error:
        return None
    is_anchored = pieces[:1] == ["^"] and "|" not in pieces
    return None if compiled is None else SafePattern(compiled, repeats + (not is_anchored), choices)


def _pattern_pieces(pattern: str) -> list[str] | None:
    """Translate to Python's syntax; None for what is not safe or has another meaning there."""
    pieces: list[str] = []
    position = 0
    for match in _PATTERN_PIECE.finditer(pattern):
        piece = match[0]
        repeats_too_much = piece in _REPEATS and (not pieces or pieces[-1] in _UNREPEATABLE)
        if match.start() != position or repeats_too_much or (match[1] or "").isalnum():
            return None
        position = match.end()
        is_literal = bool(match[1]) or (len(piece) == 1 and piece not in _OPERATORS)
        pieces.append(re.escape(match[1] or piece) if is_literal else piece)
    return pieces if position == len(pattern) else None
