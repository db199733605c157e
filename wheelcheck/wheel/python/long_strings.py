"""Triple-quoted strings of a Python source: what looks like a statement inside one is text."""

from __future__ import annotations

import re
from bisect import bisect_right

BOM = b"\xef\xbb\xbf"
_PIECE = re.compile(rb"\"\"\"|'''|\"|'|#[^\n]*")
_STOPS = {b'"': re.compile(rb"[\"\\\n]"), b"'": re.compile(rb"['\\\n]")}
_AHEAD = 4096
"""Bytes behind a position in which openers are looked for at once."""
_LOOK_BACK = 64
"""Backslashes before a closing quote that are counted."""
_MOST = 30_000
"""Openers of one source that are looked at; what follows counts as text. Real ones have a few thousand."""
_QUOTES = (b"#", b'"', b"'")
_OPENERS = (b'"""', b"'''")


class LongStrings:
    """Spans of the triple-quoted strings of one source, which is read as far as is asked for.

    Most lines with an opener have no other quote and no comment before it; only the rest are read piece by
    piece.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._at = 0
        self._count = 0
        self._next = [0, 0]
        """Where each opener comes next, or how far there is none."""
        self._clear = 0
        """How far every opener was read."""

    def cover(self, position: int) -> bool:
        """Whether a position is inside a long string."""
        return self.around(position) is not None

    def around(self, position: int) -> int | None:
        """Give the start of the long string around a position."""
        while self._clear <= position:
            self._clear = self._opener(position)
            if self._clear <= position:
                self._read(self._clear)
        index = bisect_right(self._starts, position) - 1
        return self._starts[index] if index >= 0 and position < self._ends[index] else None

    def _opener(self, position: int) -> int:
        """Give the first opener that was not read, if it comes no later than a position."""
        for which, quote in enumerate(_OPENERS):
            at = max(self._next[which], self._at)
            if at <= position and not self._data.startswith(quote, at):
                end = position + _AHEAD
                found = self._data.find(quote, at, end)
                at = found if found >= 0 else end - len(quote) + 1
            self._next[which] = at
        return min(self._next)

    def _read(self, opener: int) -> None:
        """Read what an opener begins, or what it is inside of."""
        data = self._data
        self._count += 1
        if self._count > _MOST:
            self._add(opener, len(data))
            return
        line = max(data.rfind(b"\n", self._at, opener) + 1, self._at)
        before = data[line:opener]
        start: int | None = opener
        if any(quote in before for quote in _QUOTES):
            start, self._at = _first_opener(data, line, opener)
        if start is not None:
            self._add(start, string_end(data, start))

    def _add(self, start: int, end: int) -> None:
        self._starts.append(start)
        self._ends.append(end)
        self._at = end


def string_end(data: bytes, start: int) -> int:
    """Position after the string that begins at `start`; a long one that is not closed takes the rest."""
    quote = data[start : start + 3]
    if quote not in {b'"""', b"'''"}:
        return _short_end(data, start + 1, _STOPS[data[start : start + 1]])
    at = start + 3
    while (at := data.find(quote, at)) >= 0:
        before = data[max(start + 3, at - _LOOK_BACK) : at]
        if (len(before) - len(before.rstrip(b"\\"))) % 2 == 0:
            return at + 3
        at += 1
    return len(data)


def _short_end(data: bytes, at: int, stops: re.Pattern[bytes]) -> int:
    while (stop := stops.search(data, at)) is not None:
        if stop[0] != b"\\":
            return stop.end()
        at = stop.end() + 1
    return len(data)


def _first_opener(data: bytes, at: int, mark: int) -> tuple[int | None, int]:
    """Read strings and comments from `at` on; give the first opener, or where what contains `mark` ends."""
    while (piece := _PIECE.search(data, at)) is not None:
        if len(piece[0]) == 3 and not piece[0].startswith(b"#"):
            return piece.start(), piece.end()
        at = piece.end() if piece[0].startswith(b"#") else string_end(data, piece.start())
        if at > mark:
            return None, at
    return None, len(data)
