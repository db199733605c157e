"""Whether a Python source uses a function that opens libraries, or only speaks of it."""

from __future__ import annotations

import re
from itertools import zip_longest

from wheelcheck.policy.loading_calls import TABLES, mention
from wheelcheck.wheel.python.long_strings import BOM, LongStrings
from wheelcheck.wheel.python.tokens import Kind, Token, statements

_MOST = 100
"""Mentions that are looked at: a source with more is taken to use one of them."""
_LONGEST = 2000
_LONG_QUOTES = (b'"""', b"'''")
_FORMATS = frozenset(b"fFtT")


def uses_loading_call(data: bytes) -> bool:
    """Whether the name of a loading call is in the code; yes where it takes more than a look at its line."""
    data = data.removeprefix(BOM)
    strings = LongStrings(data)
    for count, match in enumerate(mention().finditer(data)):
        start = strings.around(match.start())
        if start is None:
            is_used = count >= _MOST or _is_used(data, match)
        else:
            is_used = not _FORMATS.isdisjoint(data[max(start - 2, 0) : start])
        if is_used:
            return True
    return False


def _is_used(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether a mention is neither in a comment nor in a string; `windll.kernel32` opens nothing."""
    position, name = match.start(), match[0].decode()
    start, end = data.rfind(b"\n", 0, position) + 1, data.find(b"\n", position)
    line = data[start : end if end >= 0 else len(data)]
    if len(line) > _LONGEST or any(quote in line for quote in _LONG_QUOTES):
        return True
    tokens = [token for statement in statements(line) for token in statement.tokens]
    return any(_uses(token, after, name) for token, after in zip_longest(tokens, tokens[1:]))


def _uses(token: Token, after: Token | None, name: str) -> bool:
    if token.kind is Kind.NAME and token.text == name:
        return name not in TABLES or after is None or after.text != "."
    return token.kind is Kind.FORMAT and name in token.text
