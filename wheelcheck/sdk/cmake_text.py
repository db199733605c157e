"""CMake commands that compute text and numbers: `string` and `math`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence

from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_values import UNKNOWN, bounded, is_known, safe_pattern

_LONGEST = 1 << 16
_LONGEST_SUM = 200
_PRODUCT = 1 << 20
_TOKEN = re.compile(r"(0[xX][0-9a-fA-F]{1,15}|\d{1,18}|<<|>>|[-+*/%()&|^~])")
_BINDING: Mapping[str, int] = {
    "|": 1,
    "^": 2,
    "&": 3,
    "<<": 4,
    ">>": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
}


def _quotient(first: int, second: int) -> int:
    """Divide as CMake does: towards zero."""
    found = abs(first) // abs(second)
    return found if (first < 0) == (second < 0) else -found


_OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "|": operator.or_,
    "^": operator.xor,
    "&": operator.and_,
    "<<": lambda first, second: first << second if 0 <= second < 64 else 0,
    ">>": lambda first, second: first >> second if 0 <= second < 64 else 0,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "%": lambda first, second: first - second * _quotient(first, second),
}
_SIGNS: Mapping[str, Callable[[int], int]] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}
_LIMIT = 1 << 62


def string_command(state: State, values: list[str]) -> None:
    """Evaluate `string()`; what it does not know makes its results unknown."""
    kind, rest = (values[0] if values else ""), values[1:]
    if kind == "REGEX" and len(rest) >= 4:
        _regex(state, rest)
        return
    handler = _STRINGS.get(kind)
    answer = handler(state, rest) if handler is not None else None
    if answer is None:
        state.forget(rest)
    else:
        state.assign(answer[0], bounded(answer[1]))


_Answer = tuple[str, str] | None


def _append(state: State, rest: Sequence[str]) -> _Answer:
    old = state.variable(rest[0]) if rest else None
    if not rest:
        return None
    return rest[0], UNKNOWN if old is None else old + "".join(rest[1:])


def _prepend(state: State, rest: Sequence[str]) -> _Answer:
    old = state.variable(rest[0]) if rest else None
    if not rest:
        return None
    return rest[0], UNKNOWN if old is None else "".join(rest[1:]) + old


def _concat(state: State, rest: Sequence[str]) -> _Answer:
    del state
    return (rest[0], "".join(rest[1:])) if rest else None


def _join(state: State, rest: Sequence[str]) -> _Answer:
    del state
    if len(rest) < 2 or len(rest[0]) * len(rest) > _LONGEST:
        return None
    return rest[1], rest[0].join(rest[2:])


def _changed(change: Callable[[str], str]) -> Callable[[State, Sequence[str]], _Answer]:
    def handle(state: State, rest: Sequence[str]) -> _Answer:
        del state
        return (rest[1], change(rest[0]) if is_known(rest[0]) else rest[0]) if len(rest) == 2 else None

    return handle


def _replace(state: State, rest: Sequence[str]) -> _Answer:
    del state
    if len(rest) < 4:
        return None
    source = "".join(rest[3:])
    known = is_known("".join(rest)) and bool(rest[0])
    grown = len(source) + source.count(rest[0]) * len(rest[1]) if known else 0
    return rest[2], source.replace(rest[0], rest[1]) if known and grown < _LONGEST else UNKNOWN


def _find(state: State, rest: Sequence[str]) -> _Answer:
    del state
    if len(rest) < 3:
        return None
    if not is_known(rest[0] + rest[1]):
        return rest[2], UNKNOWN
    at = rest[0].rfind(rest[1]) if rest[3:] == ["REVERSE"] else rest[0].find(rest[1])
    return rest[2], str(at)


def _substring(state: State, rest: Sequence[str]) -> _Answer:
    del state
    if len(rest) != 4 or not all(re.fullmatch(r"-?\d{1,9}", each) for each in rest[1:3]):
        return None
    start, length = int(rest[1]), int(rest[2])
    known = is_known(rest[0]) and 0 <= start <= len(rest[0])
    return rest[3], (rest[0][start:] if length < 0 else rest[0][start : start + length]) if known else UNKNOWN


def _compare(state: State, rest: Sequence[str]) -> _Answer:
    del state
    tests: Mapping[str, Callable[[str, str], bool]] = {
        "LESS": operator.lt,
        "GREATER": operator.gt,
        "EQUAL": operator.eq,
        "NOTEQUAL": operator.ne,
        "LESS_EQUAL": operator.le,
        "GREATER_EQUAL": operator.ge,
    }
    if len(rest) != 4 or rest[0] not in tests:
        return None
    if not is_known(rest[1] + rest[2]):
        return rest[3], UNKNOWN
    return rest[3], "1" if tests[rest[0]](rest[1], rest[2]) else "0"


def _identifier(text: str) -> str:
    return re.sub(r"\W", "_", text)


_STRINGS: Mapping[str, Callable[[State, Sequence[str]], _Answer]] = {
    "APPEND": _append,
    "COMPARE": _compare,
    "CONCAT": _concat,
    "FIND": _find,
    "JOIN": _join,
    "LENGTH": _changed(lambda text: str(len(text.encode("utf-8", "replace")))),
    "MAKE_C_IDENTIFIER": _changed(_identifier),
    "PREPEND": _prepend,
    "REPLACE": _replace,
    "STRIP": _changed(str.strip),
    "SUBSTRING": _substring,
    "TOLOWER": _changed(str.lower),
    "TOUPPER": _changed(str.upper),
}


def _regex(state: State, rest: Sequence[str]) -> None:
    kind, pattern = rest[:2]
    at = {"MATCH": 2, "MATCHALL": 2, "REPLACE": 3}.get(kind)
    safe = safe_pattern(pattern) if is_known(pattern) else None
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
        if found:
            state.matched([found[0], *(each or "" for each in found.groups())])
    elif kind == "MATCHALL":
        state.assign(
            rest[at], bounded(";".join(each[0] for each in safe.compiled.finditer(source) if each[0]))
        )
    else:
        state.assign(rest[at], _substituted(safe.compiled, rest[2], source))


def _substituted(pattern: re.Pattern[str], replacement: str, source: str) -> str:
    """Replace as CMake does, groups included; unknown if it would grow too much, or means something else."""
    pieces = re.findall(r"\\.|[^\\]+|\\", replacement, re.DOTALL)
    groups = sum(piece[0] == "\\" for piece in pieces)
    grows = (len(source) + 1) * (len(replacement) + 1 + groups * len(source)) > _PRODUCT
    if grows or not all(_is_meant(piece, pattern.groups) for piece in pieces):
        return UNKNOWN

    def written(match: re.Match[str]) -> str:
        return "".join((match[int(piece[1])] or "") if piece[0] == "\\" else piece for piece in pieces)

    # CMake does not replace an empty match.
    return bounded(pattern.sub(lambda match: written(match) if match[0] else "", source))


def _is_meant(piece: str, groups: int) -> bool:
    return piece[0] != "\\" or (len(piece) == 2 and piece[1] in "0123456789" and int(piece[1]) <= groups)


def math_command(state: State, values: list[str]) -> None:
    """Evaluate `math(EXPR)` on decimal numbers."""
    if len(values) == 3 and values[0] == "EXPR" and is_known(values[2]):
        answer = _sum_of(values[2])
        state.assign(values[1], UNKNOWN if answer is None else str(answer))
    else:
        state.forget(values)


def _sum_of(text: str) -> int | None:
    tokens: list[str] = []
    position = 0
    text = "".join(text.split())
    while position < len(text) <= _LONGEST_SUM:
        match = _TOKEN.match(text, position)
        if match is None:
            return None
        tokens.append(match[1])
        position = match.end()
    try:
        answer, rest = _term(tokens, 0, 0) if tokens else (None, 0)
    except (IndexError, ValueError, ZeroDivisionError, OverflowError):
        return None
    return answer if rest == len(tokens) else None


def _term(tokens: Sequence[str], at: int, binding: int) -> tuple[int, int]:
    """Value from a position on, as long as operators bind more tightly than `binding`; and where it ends."""
    first = tokens[at]
    if first == "(":
        value, at = _term(tokens, at + 1, 0)
        if tokens[at] != ")":
            raise ValueError
        at += 1
    elif first in _SIGNS:
        value, at = _term(tokens, at + 1, 7)
        value = _SIGNS[first](value)
    else:
        value, at = int(first, 16 if first[1:2] in {"x", "X"} else 10), at + 1
    while at < len(tokens) and _BINDING.get(tokens[at], 0) > binding:
        sign = tokens[at]
        other, at = _term(tokens, at + 1, _BINDING[sign])
        value = _OPERATIONS[sign](value, other)
        if abs(value) > _LIMIT:
            raise OverflowError
    return value, at


TEXT_COMMANDS: Mapping[str, Callable[[State, list[str]], None]] = {
    "math": math_command,
    "string": string_command,
}
