"""Regular expressions of contracts: only those whose cost can be told before they meet a hostile name.

The engine tries every way in which repeated parts can share a text. Where at each place the next character
decides, there is one way; where a part can go on and stop at the same character, there are as many as the
text is long. One such part is taken when nothing that repeats comes behind it, and none inside another one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, cast

if sys.version_info >= (3, 11):
    from re import _parser as _syntax
else:
    import sre_parse as _syntax

LONGEST_NAME = 255
"""Characters of the longest file name: with so few, quadratic time is short enough."""
_LONGEST = 500
_FEW = 16
"""Repetitions of one character that count as a choice, not as a repetition."""
_MOST_CHOICES = 64
_SINGLE = frozenset({"LITERAL", "NOT_LITERAL", "ANY", "IN"})
_CATEGORIES = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}
_SAMPLES = (*map(chr, range(256)), "\u0100", "\u0660", "\u2003", "\u20ac")
"""Latin-1, and beyond it a letter, a digit, a space and something else: each stands for all of its kind."""
_LETTER, _DIGIT, _SPACE, _OTHER = range(256, 260)
_CASES_BEYOND = frozenset(map(ord, "iIkKsS\xb5\xc5\xdf\xe5\xff"))
"""Letters with another case beyond Latin-1, such as the signs for Kelvin and for a long s."""

Chars = frozenset[int]
"""Numbers of samples."""
Nodes = Sequence[tuple[Any, Any]]
_ALL = frozenset(range(len(_SAMPLES)))
_BEYOND = frozenset({_LETTER, _DIGIT, _SPACE, _OTHER})
_NONE: Chars = frozenset()


class Start(NamedTuple):
    """What a part of an expression can begin with."""

    chars: Chars
    can_be_empty: bool


class RefusedError(Exception):
    """An expression, or what it does, cannot be bounded."""


class _Costs:
    """What the walk over an expression has found so far."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.open = 0
        """Repetitions that can stop at many places."""
        self.is_followed = False
        """Whether something repeats behind the last one."""
        self.choices = 1

    @property
    def power(self) -> int:
        """Of the subject's length."""
        return max(self.open + self.is_followed, 1)


@lru_cache(maxsize=256)
def fault_of(pattern: str | bytes, power: int = 1, flags: int = 0) -> str | None:
    """Say why an expression is refused, None when a match takes no more time than `length ** power` says."""
    if len(pattern) > _LONGEST:
        return f"has {len(pattern)} characters, {_LONGEST} are the limit"
    try:
        tree: Any = _syntax.parse(cast("str", pattern), flags)
        costs = _Costs(tree.state.flags | (re.ASCII if isinstance(pattern, bytes) else 0))
        _walk(tree, _NONE, costs, is_inside=False)
    except (re.error, OverflowError, RecursionError) as exc:
        return f"does not parse: {exc}"
    except RefusedError as exc:
        return str(exc)
    if costs.power > power:
        return "can take quadratic time: parts that repeat can stop at many places, and others follow"
    return "can go many ways for one text" if costs.choices > _MOST_CHOICES else None


def _walk(nodes: Nodes, follow: Chars, costs: _Costs, *, is_inside: bool) -> None:
    """Look at every choice, from left to right; `follow` is what can come behind the nodes."""
    for index, (op, value) in enumerate(nodes):
        rest = _start(nodes[index + 1 :], costs.flags)
        behind = rest.chars | follow if rest.can_be_empty else rest.chars
        name = str(op)
        if name in {"MAX_REPEAT", "MIN_REPEAT"}:
            _walk_repeat(value, behind, costs, is_inside=is_inside)
        elif name == "BRANCH":
            _walk_branch(value[1], behind, costs, is_inside=is_inside)
        elif name == "SUBPATTERN":
            if value[1] or value[2]:
                raise RefusedError("changes flags half-way")
            _walk(value[3], behind, costs, is_inside=is_inside)
        elif name not in {*_SINGLE, "AT"}:
            raise RefusedError("looks ahead, looks back or keeps what it has matched")


def _walk_repeat(value: tuple[int, int, Nodes], behind: Chars, costs: _Costs, *, is_inside: bool) -> None:
    least, most, body = int(value[0]), int(value[1]), value[2]
    start = _start(body, costs.flags)
    if most > 1 and start.can_be_empty:
        raise RefusedError("repeats what can be empty")
    can_stop = least != most and (start.can_be_empty or not start.chars.isdisjoint(behind))
    _walk(body, behind | start.chars if most > 1 else behind, costs, is_inside=is_inside or most > 1)
    if can_stop and is_inside:
        raise RefusedError("repeats a part that can stop at many places")
    is_short = most == 1 or (most <= _FEW and len(body) == 1 and str(body[0][0]) in _SINGLE)
    if can_stop and is_short:
        costs.choices *= most - least + 1
    elif can_stop:
        costs.open += 1
        costs.is_followed = False
    elif not is_short:
        costs.is_followed = costs.open > 0


def _walk_branch(branches: Sequence[Nodes], behind: Chars, costs: _Costs, *, is_inside: bool) -> None:
    starts = [_start(each, costs.flags) for each in branches]
    whole = [each.chars | behind if each.can_be_empty else each.chars for each in starts]
    if any(not one.isdisjoint(other) for one, other in combinations(whole, 2)):
        if is_inside:
            raise RefusedError("repeats branches that begin alike")
        costs.choices *= len(branches)
    for each in branches:
        _walk(each, behind, costs, is_inside=is_inside)


def _start(nodes: Nodes, flags: int) -> Start:
    """Give what a sequence can begin with."""
    chars = _NONE
    for op, value in nodes:
        first = _start_of(op, value, flags)
        chars |= first.chars
        if not first.can_be_empty:
            return Start(chars, can_be_empty=False)
    return Start(chars, can_be_empty=True)


def _start_of(op: Any, value: Any, flags: int) -> Start:
    name = str(op)
    if name.endswith("_REPEAT"):
        body = _start(value[2], flags)
        return Start(body.chars, can_be_empty=body.can_be_empty or value[0] == 0)
    if name == "SUBPATTERN":
        return _start(value[3], flags)
    if name == "BRANCH":
        starts = [_start(each, flags) for each in value[1]]
        chars = _NONE.union(*(each.chars for each in starts))
        return Start(chars, can_be_empty=any(each.can_be_empty for each in starts))
    if name in _SINGLE:
        return Start(_chars(name, value, flags), can_be_empty=False)
    return Start(_NONE, can_be_empty=True)


def _chars(name: str, value: Any, flags: int) -> Chars:
    """Give the characters that a node can take."""
    if name == "ANY":
        return _ALL if flags & re.DOTALL else _ALL - {ord("\n")}
    items = [(str(op), each) for op, each in (value if name == "IN" else [(name, value)])]
    is_negated = items[0][0] in {"NEGATE", "NOT_LITERAL"}
    if is_negated and flags & re.IGNORECASE:
        return _ALL
    found = _NONE.union(*(_of_item(op, each, flags, is_negated=is_negated) for op, each in items))
    if is_negated:
        return _ALL - found
    return found.union(*map(_cases, found)) if flags & re.IGNORECASE else found


def _of_item(name: str, value: Any, flags: int, *, is_negated: bool) -> Chars:
    """Give what an item of a class takes; of a kind beyond Latin-1 a negated one must take all."""
    if name == "CATEGORY":
        taken = _of_category(str(value).rpartition("_")[2], flags & re.ASCII)
        return _ALL - taken if "_NOT_" in str(value) else taken
    if name not in {"LITERAL", "NOT_LITERAL", "RANGE"}:
        return _NONE
    first, last = value if name == "RANGE" else (value, value)
    beyond = _NONE if is_negated or last < _LETTER else _BEYOND if first != last else _kind(first)
    return frozenset(range(first, min(last + 1, _LETTER))) | beyond


def _kind(char: int) -> Chars:
    """Give the sample that stands for a character beyond Latin-1."""
    text = chr(char)
    kinds = {_DIGIT: text.isdecimal(), _SPACE: text.isspace(), _LETTER: text.isalnum()}
    return frozenset({next((kind for kind, is_so in kinds.items() if is_so), _OTHER)})


@lru_cache(maxsize=8)
def _of_category(name: str, flags: int) -> Chars:
    compiled = re.compile(_CATEGORIES[name], flags)
    return frozenset(number for number, char in enumerate(_SAMPLES) if compiled.match(char))


def _cases(char: int) -> Chars:
    """Give what a character is where case does not matter."""
    if char >= _LETTER:
        return _of_category("WORD", 0) - {_DIGIT} if char == _LETTER else frozenset({char})
    cases = frozenset(map(ord, (*chr(char).lower(), *chr(char).upper())))
    beyond = {_LETTER} if char in _CASES_BEYOND or max(cases) >= _LETTER else _NONE
    return frozenset(case for case in cases if case < _LETTER) | beyond
