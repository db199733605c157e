"""Top-level imports of a Python source, without compiling it."""

from __future__ import annotations

import re

_IMPORT = re.compile(
    rb"^(?:import[ \t]+(?P<names>[\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*)"
    rb"|from[ \t]+(?P<package>[A-Za-z_]\w*)[\w.]*[ \t]+import\b)[ \t]*(?=[#(*\\\r\n\w]|\Z)",
    re.MULTILINE,
)
_QUOTES = (b'"""', b"'''")


def scan_imports(data: bytes) -> tuple[str, ...]:
    """Give the packages that a module imports whenever it is imported, sorted.

    Statements that begin in the first column are neither in a function nor under `try` or `if`. A line
    inside a long string is told apart by the quotes before it; a source in which these do not pair up
    yields fewer imports, never wrong ones.
    """
    found: set[str] = set()
    for match in _IMPORT.finditer(data):
        if any(data.count(quote, 0, match.start()) % 2 for quote in _QUOTES):
            continue
        if match["package"]:
            found.add(match["package"].decode("ascii", "replace"))
        else:
            for name in match["names"].split(b","):
                found.add(name.split()[0].partition(b".")[0].decode("ascii", "replace"))
    found.discard("")
    found.discard("__future__")
    return tuple(sorted(found))
