"""Which strings an expression can give, without regard to the order in which it is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from wheelcheck.policy.loading_calls import SEARCHES, TABLES
from wheelcheck.wheel.python.strings import (
    LOADER,
    NOTHING,
    UNKNOWN,
    Value,
    bounded,
    formatted,
    joined,
    literal,
    merged,
    path,
)
from wheelcheck.wheel.python.tokens import Kind, Token, statements

_DEEPEST = 40
_END = Token(Kind.OTHER, "")
_CLOSES = frozenset({"", ",", ")", "]", "}", ":", "=", "else"})
_COMPARISONS = ("in", "not", "is", "==", "!=", "<", ">", "<=", ">=")
_OPERATORS: Mapping[str, Callable[[Value, Value], Value]] = {
    "+": joined,
    "/": lambda first, second: path((first, second)),
    "%": formatted,
    **dict.fromkeys(("or", "and", "|"), merged),
    **dict.fromkeys(_COMPARISONS, lambda _first, _second: NOTHING),
}
_INFIX = frozenset({*_OPERATORS, "if", "for", ":="})
_NO_LIBRARY = frozenset({"mode", "winmode", "handle", "use_errno", "use_last_error", "priority", "options"})
"""Keyword arguments of loading calls that are not the library."""
_PREFIXES = frozenset({"-", "+", "~", "*", "**", "not", "await", "yield", "from", "async", "return"})
_CONSTANTS = frozenset({"None", "True", "False"})
_NO_NAMES = _PREFIXES | _CONSTANTS | {"lambda"}
_JOINERS = frozenset({"join", "joinpath", "with_name"})
_QUESTIONS = frozenset({"exists", "is_file", "is_dir", "isfile", "isdir", "startswith", "endswith"})


class Argument(NamedTuple):
    """One argument of a call."""

    keyword: str
    value: Value


class World(Protocol):
    """What the names of a source stand for."""

    loaders: frozenset[str]
    """Functions that open the library which they are given."""

    def spend(self, work: int) -> None:
        """Count work; it is an error when there is too much of it."""

    def lookup(self, name: str) -> Value:
        """Give the values of a variable."""

    def attribute(self, base: Value, name: str) -> Value | None:
        """Give what any object's attribute of this name may be; None if the source sets none."""

    def bind(self, name: str, value: Value) -> None:
        """Add values to a variable."""

    def loads(self, value: Value) -> None:
        """Record what a call opens."""

    def call(self, name: str, callee: Value, arguments: Sequence[Argument]) -> Value | None:
        """Call a function of the wheel and give its result; None for a function that is not known."""


def value_of(tokens: Sequence[Token], world: World, depth: int = 0) -> Value:
    """Evaluate a comma-separated list of expressions."""
    if len(tokens) <= 1 and not depth:
        return _of_one(tokens, world)
    reader = _Reader(tokens, world, depth)
    found = NOTHING
    while not reader.is_done:
        found = merged(found, reader.expression())
        reader.skip()
    return found


def _of_one(tokens: Sequence[Token], world: World) -> Value:
    """Evaluate what most expressions are: nothing, a number, a name."""
    if not tokens or (tokens[0].kind is Kind.OTHER):
        return NOTHING
    (token,) = tokens
    if token.kind is Kind.NAME and token.text not in _NO_NAMES:
        value = world.lookup(token.text)
        return frozenset({*value, LOADER}) if token.text in world.loaders else value
    return _Reader(tokens, world, 0).expression()


class _Reader:
    """Reads expressions from tokens; what it does not understand, it passes over."""

    def __init__(self, tokens: Sequence[Token], world: World, depth: int) -> None:
        self._tokens = tokens
        self._size = len(tokens)
        self._world = world
        self._depth = depth
        self._at = 0

    @property
    def is_done(self) -> bool:
        return self._at >= self._size

    def skip(self) -> None:
        self._at += 1

    def _peek(self, ahead: int = 0) -> Token:
        at = self._at + ahead
        return self._tokens[at] if 0 <= at < self._size else _END

    def _is(self, text: str, ahead: int = 0) -> bool:
        token = self._peek(ahead)
        return token.text == text and not _is_text(token)

    def expression(self) -> Value:
        """Read up to a comma, colon, closing bracket or the end."""
        self._depth += 1
        found = self._operand() if self._depth < _DEEPEST else self._pass_over()
        while (token := self._peek()) is not _END and token.text not in _CLOSES:
            if token.text in _INFIX:
                self.skip()
                found = self._operation(token.text, found)
            else:
                found = merged(found, self._operand(skips=True))
            self._world.spend(1 + len(found))
        self._depth -= 1
        return found

    def _operation(self, operator: str, found: Value) -> Value:
        if operator in _OPERATORS:
            return _OPERATORS[operator](found, self._operand())
        if operator == "if":
            self.expression()
            if self._is("else"):
                self.skip()
            return merged(found, self.expression())
        if operator == "for":
            self._loop()
        elif operator == ":=":
            name = self._peek(-2)
            found = self._operand()
            if name.kind is Kind.NAME:
                self._world.bind(name.text, found)
        return found

    def _loop(self) -> None:
        """Read `for x in y` of a comprehension."""
        names = []
        while not self.is_done and not self._is("in"):
            names.append(self._peek())
            self.skip()
        self.skip()
        value = self._operand()
        for name in names:
            if name.kind is Kind.NAME:
                self._world.bind(name.text, value)

    def _pass_over(self) -> Value:
        self._at = len(self._tokens)
        return frozenset({UNKNOWN})

    def _operand(self, *, skips: bool = False) -> Value:
        """Read an operand; `skips` passes over a token that cannot begin one."""
        while (token := self._peek()).text in _PREFIXES and not _is_text(token):
            self.skip()
        if _is_text(token):
            return self._trailers("", self._strings())
        if token.kind is Kind.OTHER:
            if token.text in {"(", "[", "{"}:
                return self._trailers("", self._group())
            if skips or token.text not in _CLOSES:
                self.skip()
            return NOTHING
        self.skip()
        if token.text == "lambda":
            while not self.is_done and not self._is(":"):
                self.skip()
            self.skip()
            return self.expression()
        if token.text in _CONSTANTS:
            return NOTHING
        value = self._world.lookup(token.text)
        return self._trailers(token.text, self._or_loader(token.text, value))

    def _strings(self) -> Value:
        found = frozenset({""})
        while _is_text(self._peek()):
            token = self._peek()
            part = frozenset({literal(token.text)}) if token.kind is Kind.STRING else self._fields(token.text)
            found = joined(found, part)
            self.skip()
        return found

    def _fields(self, text: str) -> Value:
        """Evaluate the text of an f-string."""
        found, at = frozenset({""}), 0
        while at < len(text):
            start = text.find("{", at)
            start = len(text) if start < 0 else start
            found = joined(found, frozenset({literal(text[at:start])}))
            if text.startswith("{{", start):
                found, at = joined(found, frozenset({"{"})), start + 2
                continue
            end = text.find("}", start)
            end = len(text) if end < 0 else end
            if start < len(text):
                field = text[start + 1 : end].partition("!")[0].partition(":")[0]
                found = joined(found, self._field(field))
            at = end + 1
        return found

    def _field(self, text: str) -> Value:
        if self._depth >= _DEEPEST // 2:
            return NOTHING
        tokens = [token for statement in statements(text.encode()) for token in statement.tokens]
        return value_of(tokens, self._world, self._depth + _DEEPEST // 4)

    def _group(self) -> Value:
        """Read what is in brackets, and its closing bracket."""
        return _union(argument.value for argument in self._arguments())

    def _arguments(self) -> list[Argument]:
        found = []
        self.skip()
        while not self.is_done and self._peek().text not in {")", "]", "}"}:
            keyword = ""
            if self._peek().kind is Kind.NAME and self._is("=", 1):
                keyword = self._peek().text
                self._at += 2
            before = self._at
            found.append(Argument(keyword, self.expression()))
            if self._at == before or self._peek().text not in {")", "]", "}"}:
                self.skip()
        self.skip()
        return found

    def _trailers(self, name: str, value: Value) -> Value:
        base = NOTHING
        while True:
            token = self._peek()
            mark = token.text if token.kind is Kind.OTHER else ""
            if mark == ".":
                self.skip()
                base, name = value, self._peek().text
                self.skip()
                known = self._world.attribute(base, name)
                value = self._or_loader(name, base if known is None else known)
            elif mark == "(":
                value = self._call(name, base, value)
                base, name = NOTHING, ""
            elif mark == "[":
                inside = self._group()
                if name in TABLES:
                    self._world.loads(inside)
            else:
                return value

    def _or_loader(self, name: str, value: Value) -> Value:
        return frozenset({*value, LOADER}) if name in self._world.loaders else value

    def _call(self, name: str, base: Value, callee: Value) -> Value:
        arguments = self._arguments()
        every = _union(argument.value for argument in arguments if argument.keyword not in _NO_LIBRARY)
        if name in SEARCHES:
            found = bounded(name for stem in sorted(every) for name in (f"lib{stem}.so*", f"{stem}.dll"))
            self._world.loads(found)
            return found
        known = self._world.call(name, callee, arguments)
        if LOADER in callee or LOADER in every:
            self._world.loads(every - {LOADER})
            return known or (NOTHING if LOADER in callee else frozenset({LOADER}))
        if known is not None:
            return known
        if name in _QUESTIONS:
            return NOTHING
        if name in _JOINERS:
            return path((base, *(argument.value for argument in arguments)))
        return formatted(base, every) if name == "format" else merged(base, every)


def _is_text(token: Token) -> bool:
    return token.kind is Kind.STRING or token.kind is Kind.FORMAT


def _union(values: Iterable[Value]) -> Value:
    found = NOTHING
    for value in values:
        found = merged(found, value)
    return found
