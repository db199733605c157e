"""Python functions that open a native library, as data."""

from __future__ import annotations

import re
from functools import cache

from wheelcheck.policy.data_files import Document, Listed, read_document


class _LoadingCalls(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    calls: frozenset[str]
    searches: frozenset[str]
    tables: frozenset[str]
    stems: frozenset[str]


@cache
def _document() -> _LoadingCalls:
    return read_document("loading_calls.toml", _LoadingCalls)


CALLS = Listed(lambda: _document().calls)
"""Functions that take the library as an argument."""
SEARCHES = Listed(lambda: _document().searches)
"""Functions that take what `-l` of a linker takes."""
TABLES = Listed(lambda: _document().tables)
"""Objects that open a library by subscript."""


STEMS = Listed(lambda: _document().stems)
"""Texts of which every name contains one; there are fewer of them."""


@cache
def _names() -> tuple[bytes, ...]:
    return tuple(sorted(name.encode() for name in {*CALLS, *SEARCHES, *TABLES}))


@cache
def _by_stem() -> tuple[tuple[bytes, tuple[bytes, ...]], ...]:
    stems = sorted(stem.encode() for stem in STEMS)
    return tuple((stem, tuple(name for name in _names() if stem in name)) for stem in stems)


@cache
def mention() -> re.Pattern[bytes]:
    """Expression for a text that may contain such a call."""
    return re.compile(rb"\b(?:%b)\b" % b"|".join(_names()))


def mentions(data: bytes) -> bool:
    """Whether a text may contain such a call; looking for parts of it first is faster than the expression."""
    return any(stem in data and any(name in data for name in names) for stem, names in _by_stem()) and bool(
        mention().search(data)
    )
