"""Tokens of a Python source, whatever version it is written for: nothing is refused, nothing is compiled."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.wheel.python.long_strings import string_end

# Blanks and a comment before a token belong to its match, and every other byte begins a token: nothing is
# passed over twice.
_TOKEN = re.compile(
    rb"[ \t\f\r\v]*(?:(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]*(?![\w\x80-\xff\"']))"
    rb"|(?:#[^\n]*)?(?:(?P<newline>\n)|(?P<end>\Z))"
    rb"|(?P<plain>\"[^\"\\\n]*\"(?!\")|'[^'\\\n]*'(?!'))"
    rb"|(?P<prefix>[rRbBuUfFtT]{0,2})(?P<quote>\"\"\"|'''|\"|')"
    rb"|(?P<word>[A-Za-z_\x80-\xff][\w\x80-\xff]*)|(?P<number>[0-9][\w.]*)|(?P<joint>\\\r?\n)"
    rb"|(?P<op>:=|->|==|!=|<=|>=|\*\*=?|//=?|<<=?|>>=?|[-+*/%@&|^]=|[^\w\s]))",
)
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\n|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}
_END, _PLAIN, _PREFIX, _QUOTE, _JOINT = map(
    _TOKEN.groupindex.__getitem__, ("end", "plain", "prefix", "quote", "joint")
)
_NAMES = frozenset({_TOKEN.groupindex["name"], _TOKEN.groupindex["word"]})
_MARKS = {"\n": 0, ";": 0, **dict.fromkeys("([{", 1), **dict.fromkeys(")]}", -1)}
"""What ends a statement, and what opens and closes brackets."""
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
    for position, token in _tokens(data):
        text = token.text
        if text in _MARKS and token.kind is Kind.OTHER:
            if text == "\n" or (text == ";" and not depth):
                if not depth:
                    is_fresh = is_fresh or text == "\n"
                    if tokens:
                        yield Statement(indent, start, tuple(tokens))
                        tokens = []
                continue
            depth = max(depth + _MARKS[text], 0)
        if not tokens:
            start = position
            indent, is_fresh = (_column(data, start), False) if is_fresh else (indent, is_fresh)
        tokens.append(token)
    if tokens:
        yield Statement(indent, start, tuple(tokens))


def _tokens(data: bytes) -> Iterator[tuple[int, Token]]:
    """Give the position and token of each; blanks and comments are left out."""
    known: dict[bytes, Token] = {}
    at = count = 0
    while at < len(data):
        for match in _TOKEN.finditer(data, at):
            group = match.lastindex or 0
            text = match[group]
            token = known.get(text)
            if token is None:
                if group == _END:
                    return
                if group == _JOINT:
                    continue
                if group == _QUOTE:
                    at = string_end(data, match.start(group))
                    token = _string(data, match, at)
                else:
                    token = known[text] = _token(group, text)
            count += 1
            if count > MOST_TOKENS:
                raise TooMuchError
            yield match.start(_PREFIX if group == _QUOTE else group), token
            if group == _QUOTE:
                break


def _token(group: int, text: bytes) -> Token:
    if group == _PLAIN:
        return Token(Kind.STRING, text[1:-1][:_LONGEST].decode("utf-8", "replace"))
    return Token(Kind.NAME if group in _NAMES else Kind.OTHER, text.decode("utf-8", "replace"))


def _column(data: bytes, position: int) -> int:
    if data[position - 1 : position] == b"\n" or not position:
        return 0
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
