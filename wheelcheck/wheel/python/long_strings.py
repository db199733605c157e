"""Triple-quoted strings of a Python source: what looks like a statement inside one is text."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

BOM = b"\xef\xbb\xbf"
_OPENER = re.compile(rb"\"\"\"|'''")
_PIECE = re.compile(rb"\"\"\"|'''|\"|'|#[^\n]*")
_STOPS = {b'"': re.compile(rb"[\"\\\n]"), b"'": re.compile(rb"['\\\n]")}
_LOOK_BACK = 64
"""Backslashes before a closing quote that are counted."""
_MOST = 30_000
"""Openers of one source that are looked at; what follows counts as text. Real ones have a few thousand."""
_QUOTES = (b"#", b'"', b"'")


class LongStrings(NamedTuple):
    """Spans of the long strings, in order."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def cover(self, position: int) -> bool:
        """Whether a position is inside a long string."""
        index = bisect_right(self.starts, position) - 1
        return index >= 0 and position < self.ends[index]


def long_strings(data: bytes) -> LongStrings:
    """Find every triple-quoted string.

    Most lines with an opener have no other quote and no comment before it; only the rest are read piece by
    piece.
    """
    starts, ends, at, count = [], [], 0, 0
    while (found := _OPENER.search(data, at)) is not None:
        count += 1
        if count > _MOST:
            starts.append(found.start())
            ends.append(len(data))
            break
        line = max(data.rfind(b"\n", at, found.start()) + 1, at)
        before = data[line : found.start()]
        start: int | None = found.start()
        if any(quote in before for quote in _QUOTES):
            start, at = _first_opener(data, line, found.start())
        if start is None:
            continue
        at = string_end(data, start)
        starts.append(start)
        ends.append(at)
    return LongStrings(tuple(starts), tuple(ends))


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
