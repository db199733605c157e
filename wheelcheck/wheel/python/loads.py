"""Native libraries that a Python source opens by name or path.

The source is read as a set of assignments, not as a sequence of steps: a variable may have any value that is
ever assigned to it, a parameter any that it is called with. That is enough to tell the text that reaches
`ctypes.CDLL` from a text that is only mentioned, and it takes a few passes over the tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from wheelcheck.wheel.python.imports import Import
from wheelcheck.wheel.python.long_strings import BOM
from wheelcheck.wheel.python.names import Budget, Names, Scope, Source
from wheelcheck.wheel.python.outline import Outline
from wheelcheck.wheel.python.strings import Value
from wheelcheck.wheel.python.tokens import Kind, Statement, Token, TooMuchError, statements

_PASSES = 3
_BLOCKS = frozenset({"if", "elif", "while", "with", "for", "match", "case", "except"})
_BARE = frozenset({"else", "try", "finally"})
_NO_VALUES = frozenset({"import", "global", "nonlocal", "del"})
_FILLERS = frozenset({"append", "extend", "add", "insert", "update", "setdefault"})
_AUGMENTED = frozenset({"+=", "/=", "|="})


class Outlined(NamedTuple):
    """A source that was split into statements."""

    lines: Sequence[Statement]
    outline: Outline
    is_whole: bool


def outlined(data: bytes, imports: tuple[Import, ...], budget: Budget) -> Outlined:
    """Split a source, and note what each statement asks about and binds."""
    lines: list[Statement] = []
    outline = Outline(budget)
    _take(outline, imports)
    try:
        lines.extend(statements(data.removeprefix(BOM)))
        is_whole = True
    except TooMuchError:
        is_whole = False
    try:
        _Reader(outline, lines).note(outline)
    except TooMuchError:
        return Outlined(lines[: len(outline.entries)], outline, is_whole=False)
    return Outlined(lines, outline, is_whole)


def scan_loads(
    source: Outlined, relevant: AbstractSet[int], imports: tuple[Import, ...], budget: Budget
) -> Source:
    """Find what a source opens.

    Args:
        source: the source.
        relevant: its statements that are read.
        imports: what it imports from modules of its own wheel; other names stay unknown.
        budget: work that may be done.
    """
    names = Names(budget)
    names.note_calls(source.outline.called())
    _take(names, imports)
    reader = _Reader(names, source.lines)
    is_whole = source.is_whole
    try:
        for _ in range(_PASSES):
            before = names.size
            reader.read(relevant)
            if names.size == before:
                break
    except TooMuchError:
        is_whole = False
    return names.source(is_whole=is_whole)


def _take(names: Names, imports: tuple[Import, ...]) -> None:
    for each in imports:
        for name in each.names or ():
            names.take(each, name)


class _Done(NamedTuple):
    """A statement that was read; it is read again only if what it asked about has changed."""

    time: int
    asked: frozenset[str]
    scopes: tuple[Scope, ...]
    """Those that it opened."""


class _Reader:
    """Reads the statements of one source, again and again."""

    def __init__(self, names: Names, lines: Sequence[Statement]) -> None:
        self._names = names
        self._lines = lines
        self._done: list[_Done | None] = [None] * len(lines)
        self._indent = 0
        self._index = 0

    def note(self, outline: Outline) -> None:
        """Read every statement for an outline, which stands for the names."""
        for index, line in enumerate(self._lines):
            self._leave(line.indent)
            self._enter(index, line)
            self._read(line.tokens)
            outline.end()

    def read(self, relevant: AbstractSet[int]) -> None:
        """Read those statements that may tell more than before."""
        names = self._names
        names.scopes = []
        for index, line in enumerate(self._lines):
            self._leave(line.indent)
            if index not in relevant:
                continue
            self._enter(index, line)
            done = self._done[index]
            if done is not None and not names.changed(done.asked, done.time):
                names.scopes.extend(done.scopes)
                continue
            depth, time = len(names.scopes), names.begin()
            self._read(line.tokens)
            self._done[index] = _Done(time, frozenset(names.asked), tuple(names.scopes[depth:]))

    def _leave(self, indent: int) -> None:
        """Leave the scopes that end before a statement."""
        scopes = self._names.scopes
        while scopes and indent <= scopes[-1].indent:
            scopes.pop()

    def _enter(self, index: int, line: Statement) -> None:
        self._names.spend(1)
        self._names.position = line.position
        self._index, self._indent = index, line.indent

    def _read(self, tokens: Sequence[Token]) -> None:
        first = tokens[0].text if tokens and tokens[0].kind is Kind.NAME else ""
        second = tokens[1].text if len(tokens) > 1 else ""
        if first == "async" and second in {"def", "for", "with"}:
            tokens, first = tokens[1:], second
        if first in {"def", "class"} and len(tokens) > 1:
            self._define(tokens)
        elif first in _BARE and second == ":":
            self._read(tokens[2:])
        elif first in _BLOCKS:
            self._block(tokens)
        elif first in {"return", "yield"}:
            self._names.returns(self._names.value(tokens[1:]))
        elif first == "from":
            self._rename(tokens)
        elif tokens and first not in _NO_VALUES:
            self._assign(tokens)

    def _block(self, tokens: Sequence[Token]) -> None:
        """Read `for x in y:`, `with y as x:`, `if y:` and what follows on the line."""
        colon = _colon(tokens)
        head, word = tokens[1:colon], tokens[0].text
        if word == "for":
            at = _index_of(head, "in")
            self._bind(head[:at], self._names.value(head[at + 1 :]))
        else:
            at = _index_of(head, "as")
            value = self._names.value(head[:at])
            if word == "with":
                self._bind(head[at + 1 :], value)
        self._read(tokens[colon + 1 :])

    def _define(self, tokens: Sequence[Token]) -> None:
        names, name, is_class = self._names, tokens[1].text, tokens[0].text == "class"
        colon = _colon(tokens)
        if is_class:
            names.declare_class(name)
            scope = Scope(names.number, self._indent, names.function, is_class=True)
        else:
            scope = Scope(self._index + 1, self._indent, name)
            names.declare(name, scope.number, self._parameters(tokens[2:colon]))
        names.scopes.append(scope)
        self._read(tokens[colon + 1 :])

    def _parameters(self, tokens: Sequence[Token]) -> dict[str, Value]:
        """Give the parameters of a function with their defaults."""
        found = {}
        end = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].text == ")"), 0)
        for part in _split(tokens[1:end]):
            words = [token for token in part if token.text not in {"*", "**"}]
            if words and words[0].kind is Kind.NAME:
                found[words[0].text] = self._names.value(words[_index_of(words, "=") + 1 :])
        return found

    def _rename(self, tokens: Sequence[Token]) -> None:
        """Read `from ctypes import CDLL as x`."""
        for at in range(len(tokens) - 2):
            name, word, new = tokens[at : at + 3]
            if word.text == "as":
                self._names.bind(new.text, self._names.named(name.text))

    def _assign(self, tokens: Sequence[Token]) -> None:
        """Read `a = b = value`, `a: T = value`, `a += value`, `a.append(value)` and bare expressions."""
        parts = _split(tokens, "=")
        if len(parts) == 1:
            at = next((at for at, token in enumerate(tokens) if token.text in _AUGMENTED), None)
            parts = parts if at is None else [tokens[:at], tokens[at + 1 :]]
        value = self._names.value(parts[-1])
        for target in parts[:-1]:
            self._bind(target, value)
        texts = [token.text for token in tokens[:4]]
        if len(texts) == 4 and texts[1] == "." and texts[2] in _FILLERS and texts[3] == "(":
            self._names.bind(texts[0], self._names.value(tokens[4:-1]))

    def _bind(self, target: Sequence[Token], value: Value) -> None:
        for part in _split(target):
            words = [token for token in part[: _colon(part)] if token.text not in {"(", ")", "*"}]
            if len(words) >= 3 and words[-2].text == "." and words[-1].kind is Kind.NAME:
                self._names.set_attribute(words[-1].text, value)
            elif words and words[0].kind is Kind.NAME:
                self._names.bind(words[0].text, value)


def _index_of(tokens: Sequence[Token], text: str) -> int:
    """Index of the first token with this text; their number if there is none."""
    return next((at for at, token in enumerate(tokens) if token.text == text), len(tokens))


def _colon(tokens: Sequence[Token]) -> int:
    """Index of the first colon outside brackets and lambdas."""
    depth = lambdas = 0
    for at, token in enumerate(tokens):
        if token.kind is Kind.NAME:
            lambdas += token.text == "lambda"
        elif token.kind is Kind.OTHER:
            if token.text == ":" and depth == 0:
                if not lambdas:
                    return at
                lambdas -= 1
            depth += (token.text in "([{") - (token.text in ")]}")
    return len(tokens)


def _split(tokens: Sequence[Token], separator: str = ",") -> list[Sequence[Token]]:
    """Split at a separator outside brackets."""
    parts: list[Sequence[Token]] = []
    depth = start = 0
    for at, token in enumerate(tokens):
        if token.kind is Kind.OTHER:
            if token.text == separator and depth == 0:
                parts.append(tokens[start:at])
                start = at + 1
            depth += (token.text in "([{") - (token.text in ")]}")
    return [*parts, tokens[start:]]
