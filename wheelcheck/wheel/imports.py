"""Top-level imports of a Python source, without compiling it."""

from __future__ import annotations

import re
from collections.abc import Iterator

_IMPORT = re.compile(
    rb"import[ \t]+(?P<names>[\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*)"
    rb"[ \t]*(?=[#;\\\r\n]|\Z)"
    rb"|from[ \t]+(?P<package>[A-Za-z_]\w*)(?:\.[\w.]*)?[ \t]+import\b[ \t]*(?=[#(*\\\r\n\w]|\Z)"
)
_LINE_STARTS = (b"\nimport", b"\nfrom")
_QUOTES = (b'"""', b"'''")


def scan_imports(data: bytes) -> tuple[str, ...]:
    """Give the packages that a module imports whenever it is imported, sorted.

    Statements that begin in the first column are not in a function and not under `try` or `if`. The quotes
    before a line tell whether it is inside a long string; a source whose quotes do not pair up yields
    fewer imports, never wrong ones.
    """
    found: set[str] = set()
    for match in _statements(data):
        if match["package"]:
            found.add(match["package"].decode("ascii", "replace"))
        else:
            for name in match["names"].split(b","):
                found.add(name.split()[0].partition(b".")[0].decode("ascii", "replace"))
    found.discard("")
    found.discard("__future__")
    return tuple(sorted(found))


def _statements(data: bytes) -> Iterator[re.Match[bytes]]:
    """Give each import statement that begins a line; a plain search is many times faster than `^`."""
    for line_start in _LINE_STARTS:
        at = counted = 0
        quotes = [0, 0]
        while at >= 0:
            match = _IMPORT.match(data, at)
            if match is not None:
                for which, quote in enumerate(_QUOTES):
                    quotes[which] += data.count(quote, counted, at)
                counted = at
                if not (quotes[0] | quotes[1]) & 1:
                    yield match
            at = data.find(line_start, at)
            at += at >= 0
