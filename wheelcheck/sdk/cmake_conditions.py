"""Conditions of `if()` and `while()`: true, false, or unknown until a real run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from wheelcheck.policy.cmake_language import cmake_language
from wheelcheck.sdk.cmake_consumer import is_nobodys
from wheelcheck.sdk.cmake_syntax import Argument
from wheelcheck.sdk.cmake_values import (
    UNKNOWN,
    as_number,
    constant,
    expand,
    is_known,
    is_off,
    safe_pattern,
    split,
    version_key,
)


class Facts(Protocol):
    """Facts that a condition depends on."""

    def lookup(self, name: str) -> str:
        """Value of a `${}` reference."""

    def variable(self, name: str) -> str | None:
        """Value of a variable; None when nothing that was evaluated has set it."""

    def is_unset(self, name: str) -> bool:
        """Whether nobody has set a variable: a condition then compares its name."""

    def guess(self, unknown: str, names: Sequence[str]) -> None:
        """Note what an unknown value is compared with."""

    def exists(self, path: str, *, folder: bool) -> bool | None:
        """Whether a file or folder (`folder`: only a folder) exists."""

    def has_target(self, name: str) -> bool | None:
        """Whether a target is defined."""

    def has_command(self, name: str) -> bool | None:
        """Whether a function or macro is defined."""

    def spend(self, steps: int) -> None:
        """Count the steps of expensive work."""

    def matched(self, groups: Sequence[str]) -> None:
        """Set CMAKE_MATCH_0, CMAKE_MATCH_1, … to the groups of a match."""


class _Token(NamedTuple):
    value: str
    is_bare: bool


Truth = bool | None
_UNARY = frozenset({"EXISTS", "IS_DIRECTORY", "IS_ABSOLUTE", "IS_SYMLINK", "TARGET", "COMMAND", "DEFINED",
                    "POLICY", "TEST", "IS_READABLE", "IS_WRITABLE", "IS_EXECUTABLE"})  # fmt: skip
_COMPARE: dict[str, Callable[[int], bool]] = {
    "EQUAL": lambda order: order == 0,
    "LESS": lambda order: order < 0,
    "GREATER": lambda order: order > 0,
    "LESS_EQUAL": lambda order: order <= 0,
    "GREATER_EQUAL": lambda order: order >= 0,
}
_BINARY = frozenset(
    {f"{kind}{name}" for kind in ("", "STR", "VERSION_") for name in _COMPARE}
    | {"MATCHES", "IN_LIST", "IS_NEWER_THAN", "PATH_EQUAL"}
)
_DEEPEST = 32


def evaluate(arguments: Sequence[Argument], facts: Facts) -> Truth:
    """Give the truth of a condition; an empty one is false."""
    tokens: list[_Token] = []
    for text, kind in arguments:
        if kind == "bare":
            tokens.extend(_Token(each, is_bare=True) for each in split(expand(text, facts.lookup)))
        elif kind in "()":
            tokens.append(_Token(text, is_bare=True))
        else:
            tokens.append(_Token(expand(text, facts.lookup) if kind == "quoted" else text, is_bare=False))
    if not tokens:
        return False
    parser = _Parser(tokens, facts)
    truth = parser.disjunction(0)
    return truth if parser.position == len(tokens) else None


class _Parser:
    def __init__(self, tokens: Sequence[_Token], facts: Facts) -> None:
        self.tokens = tokens
        self.facts = facts
        self.position = 0

    def _next_is(self, word: str) -> bool:
        if self.position < len(self.tokens) and self.tokens[self.position] == (word, True):
            self.position += 1
            return True
        return False

    def disjunction(self, depth: int) -> Truth:
        truth = self._conjunction(depth)
        while self._next_is("OR"):
            other = self._conjunction(depth)
            truth = True if truth or other else None if truth is None or other is None else False
        return truth

    def _conjunction(self, depth: int) -> Truth:
        truth = self._negation(depth)
        while self._next_is("AND"):
            other = self._negation(depth)
            known_false = truth is False or other is False
            truth = False if known_false else None if truth is None or other is None else True
        return truth

    def _negation(self, depth: int) -> Truth:
        is_negated = False
        while self._next_is("NOT"):
            is_negated = not is_negated
        truth = self._test(depth)
        return truth if truth is None or not is_negated else not truth

    def _test(self, depth: int) -> Truth:
        if depth > _DEEPEST or self.position >= len(self.tokens):
            self.position = len(self.tokens)
            return None
        if self._next_is("("):
            truth = self.disjunction(depth + 1)
            self._next_is(")")
            return truth
        left = self.tokens[self.position]
        following = self.tokens[self.position + 1 : self.position + 3]
        if len(following) == 2 and following[0].is_bare and following[0].value in _BINARY:
            self.position += 3
            return self._binary(left, following[0].value, following[1])
        if left.is_bare and left.value in _UNARY and following:
            self.position += 2
            return self._unary(left.value, following[0].value)
        self.position += 1
        return self._truth_of(left)

    def _truth_of(self, token: _Token) -> Truth:
        if not is_known(token.value):
            return None
        if not token.is_bare:
            # Quoted names are constants, and false unless they are a true constant (CMP0054).
            return constant(token.value) or False
        truth = constant(token.value)
        if truth is not None:
            return truth
        value = self.facts.variable(token.value)
        if value is None or not is_known(value):
            return None
        return not is_off(value)

    def _unary(self, test: str, value: str) -> Truth:
        if not is_known(value):
            if test == "EXISTS":
                self.facts.exists(value, folder=False)
            return None
        answers: dict[str, Callable[[str], Truth]] = {
            "EXISTS": lambda path: self.facts.exists(path, folder=False),
            "IS_DIRECTORY": lambda path: self.facts.exists(path, folder=True),
            "IS_ABSOLUTE": lambda path: path.startswith("/"),
            "TARGET": self.facts.has_target,
            "COMMAND": self.facts.has_command,
            "DEFINED": self._is_defined,
            "POLICY": _is_policy,
            "IS_SYMLINK": lambda path: False if self.facts.exists(path, folder=False) else None,
        }
        return answers[test](value) if test in answers else None

    def _is_defined(self, name: str) -> Truth:
        if name.startswith("CACHE{"):
            return None
        if name.startswith("ENV{") and is_nobodys(name):
            return False
        found = self.facts.variable(name)
        return True if found and is_known(found) else False if found == "" else None

    def _operand(self, token: _Token, *, is_left: bool) -> str:
        """Resolve a bare name as a variable if one is set; on the left a name is always a variable."""
        if not token.is_bare:
            return token.value
        value = self.facts.variable(token.value)
        if value == "" and self.facts.is_unset(token.value):
            return token.value
        if value is not None:
            return value
        is_name = re.fullmatch(r"[A-Za-z_][\w.+-]*", token.value) is not None
        return UNKNOWN if is_left and is_name else token.value

    def _binary(self, left: _Token, test: str, right: _Token) -> Truth:
        first = self._operand(left, is_left=True)
        if test == "IN_LIST":
            return self._is_in(first, self.facts.variable(right.value))
        if test == "MATCHES":
            return self._matches(first, right.value)
        second = self._operand(right, is_left=False)
        if test == "STREQUAL" and not is_known(first) and is_known(second):
            self.facts.guess(first, [second])
        return _compared(test, first, second) if is_known(first + second) else None

    def _is_in(self, element: str, values: str | None) -> Truth:
        if values is None or not is_known(element + values):
            known = [each for each in (element, *split(values or "")) if is_known(each)]
            self.facts.guess(f"{element}{values}", known)
            return None
        return element in split(values)

    def _matches(self, subject: str, pattern: str) -> Truth:
        safe = safe_pattern(pattern) if is_known(subject + pattern) else None
        cost = safe.cost(subject) if safe is not None else None
        if safe is None or cost is None:
            return None
        self.facts.spend(cost)
        found = safe.compiled.search(subject)
        if found:
            self.facts.matched([found[0], *(each or "" for each in found.groups())])
        return found is not None


def _is_policy(name: str) -> Truth:
    found = re.fullmatch(r"CMP(\d{4})", name)
    return True if found and int(found[1]) <= cmake_language().newest_policy else None


def _compared(test: str, first: str, second: str) -> Truth:
    if test.startswith("VERSION_"):
        return _ordered(test[8:], version_key(first), version_key(second))
    if test.startswith("STR"):
        return _ordered(test[3:], first, second)
    if test in _COMPARE:
        numbers = as_number(first), as_number(second)
        return False if None in numbers else _ordered(test, *numbers)
    return None


def _ordered(test: str, first: object, second: object) -> bool:
    order = (first > second) - (first < second)  # type: ignore[operator]  # both are of the same ordered type
    return _COMPARE[test](order)
