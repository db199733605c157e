"""Python functions that open a native library, as data."""

from __future__ import annotations

import re
from functools import cache

from wheelcheck.policy.data_files import Document, Listed, read_document


class _LoadingCalls(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    calls: frozenset[str]
    searches: frozenset[str]
    tables: frozenset[str]


@cache
def _document() -> _LoadingCalls:
    return read_document("loading_calls.toml", _LoadingCalls)


CALLS = Listed(lambda: _document().calls)
"""Functions that take the library as an argument."""
SEARCHES = Listed(lambda: _document().searches)
"""Functions that take what `-l` of a linker takes."""
TABLES = Listed(lambda: _document().tables)
"""Objects that open a library by subscript."""


@cache
def _names() -> tuple[bytes, ...]:
    return tuple(sorted(name.encode() for name in {*CALLS, *SEARCHES, *TABLES}))


@cache
def mention() -> re.Pattern[bytes]:
    """Expression for a text that may contain such a call."""
    return re.compile(rb"\b(?:%b)\b" % b"|".join(_names()))


def mentions(data: bytes) -> bool:
    """Whether a text may contain such a call; looking for each name first is faster than the expression."""
    return any(name in data for name in _names()) and mention().search(data) is not None
