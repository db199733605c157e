"""Tokens of a Python source, whatever version it is written for: nothing is refused, nothing is compiled."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.wheel.python.long_strings import string_end

_TOKEN = re.compile(
    rb"(?P<space>[ \t\f]+|\\\r?\n)|(?P<comment>#[^\n]*)|(?P<newline>\r?\n)"
    rb"|(?P<prefix>[rRbBuUfFtT]{0,2})(?P<quote>\"\"\"|'''|\"|')"
    rb"|(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]*)|(?P<number>[0-9][\w.]*)"
    rb"|(?P<op>:=|->|==|!=|<=|>=|\*\*=?|//=?|<<=?|>>=?|[-+*/%@&|^]=|[^\w\s])",
)
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\n|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
MOST_TOKENS = 300_000
"""Tokens of one source that are read; the largest generated bindings have fewer."""
_LONGEST = 1000


class Kind(enum.Enum):
    """Kind of a token."""

    NAME = "name"
    STRING = "string"
    FORMAT = "format"
    """A string with fields in braces."""
    OTHER = "other"


class Token(NamedTuple):
    """One token."""

    kind: Kind
    text: str
    """The name or operator; of a string, what is between the quotes, without escapes."""


class Statement(NamedTuple):
    """One logical line; what follows the colon of a block on its own line is a line of its own."""

    indent: int
    position: int
    """Byte offset of its first token."""
    tokens: tuple[Token, ...]


class TooMuchError(Exception):
    """The source takes more work than is done for one."""


def statements(data: bytes) -> Iterator[Statement]:
    """Split a source into statements.

    Raises:
        TooMuchError: it has more than `MOST_TOKENS`.
    """
    tokens: list[Token] = []
    depth = indent = start = 0
    is_fresh = True
    for kind, position, token in _tokens(data):
        is_end = depth == 0 and (kind == "newline" or (kind == "op" and token.text == ";"))
        if is_end and tokens:
            yield Statement(indent, start, tuple(tokens))
            tokens = []
        is_fresh = is_fresh or (is_end and kind == "newline")
        if is_end or kind == "newline":
            continue
        if not tokens:
            start = position
            indent, is_fresh = (_column(data, start), False) if is_fresh else (indent, is_fresh)
        if kind == "op":
            depth = max(depth + (token.text in _OPENING) - (token.text in _CLOSING), 0)
        tokens.append(token)
    if tokens:
        yield Statement(indent, start, tuple(tokens))


def _tokens(data: bytes) -> Iterator[tuple[str, int, Token]]:
    """Give the kind, position and token of each; blanks and comments are left out."""
    at = count = 0
    while at < len(data):
        match = _TOKEN.match(data, at)
        if match is None:
            at += 1
            continue
        position, at = at, match.end()
        kind = match.lastgroup or ""
        if kind in {"space", "comment"}:
            continue
        count += 1
        if count > MOST_TOKENS:
            raise TooMuchError
        if kind == "quote":
            at = string_end(data, match.start("quote"))
            yield kind, position, _string(data, match, at)
        else:
            text = match[kind].decode("utf-8", "replace")
            yield kind, position, Token(Kind.NAME if kind == "name" else Kind.OTHER, text)


def _column(data: bytes, position: int) -> int:
    first = max(position - _LONGEST, 0)
    line = data[max(data.rfind(b"\n", first, position) + 1, first) : position]
    return len(line.expandtabs(8)) if line.isspace() else 0


def _string(data: bytes, match: re.Match[bytes], end: int) -> Token:
    width = len(match["quote"])
    start = match.start("quote") + width
    body = data[start : min(max(end - width, start), start + _LONGEST)].decode("utf-8", "replace")
    prefix = match["prefix"].lower()
    if b"r" not in prefix and "\\" in body:
        body = _ESCAPE.sub(_unescape, body)
    return Token(Kind.FORMAT if b"f" in prefix or b"t" in prefix else Kind.STRING, body)


def _unescape(match: re.Match[str]) -> str:
    text = match[0][1:]
    return chr(int(text[1:], 16)) if text[0] in "xu" and len(text) > 1 else _ESCAPED.get(text, text)
