"""Python functions that open a native library, as data."""

from __future__ import annotations

import re
from functools import cache

from wheelcheck.policy.data_files import Document, Listed, read_document

_LONGEST = 60
"""Bytes on either side of a stem that are looked at."""
_MOST = 100
"""Places of one stem that are looked at one by one."""


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
def _stems() -> tuple[bytes, ...]:
    return tuple(sorted(stem.encode() for stem in STEMS))


@cache
def mention() -> re.Pattern[bytes]:
    """Expression for a text that may contain such a call."""
    return re.compile(rb"\b(?:%b)\b" % b"|".join(_names()))


def mentions(data: bytes) -> bool:
    """Whether a text may contain such a call; looking for parts of it first is faster than the expression."""
    return any(_mentions(data, stem) for stem in _stems())


def _mentions(data: bytes, stem: bytes) -> bool:
    """Whether a name is around a stem somewhere."""
    at, count = data.find(stem), 0
    while at >= 0:
        count += 1
        if count > _MOST:
            return mention().search(data) is not None
        around = data[max(at - _LONGEST, 0) : at + _LONGEST]
        if mention().search(around) is not None and mention().search(data, max(at - _LONGEST, 0)) is not None:
            return True
        at = data.find(stem, at + len(stem))
    return False
