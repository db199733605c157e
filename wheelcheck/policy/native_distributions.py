"""Which distributions are known to provide which libraries, as data."""

from __future__ import annotations

import fnmatch
from functools import cache, lru_cache

import msgspec

from wheelcheck.policy.data_files import Document, read_document


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sonames: tuple[str, ...]
    distributions: tuple[str, ...]


class _NativeDistributions(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    common_words: frozenset[str]
    row: tuple[_Row, ...]


@cache
def _document() -> _NativeDistributions:
    return read_document("native_distributions.toml", _NativeDistributions)


def common_words() -> frozenset[str]:
    """Words that occur in the names of unrelated libraries and distributions."""
    return _document().common_words


@lru_cache(maxsize=4096)
def distributions_bringing(soname: str) -> tuple[str, ...]:
    """Regular expressions for the normalised names of distributions that are known to provide `soname`."""
    return tuple(
        name
        for row in _document().row
        if any(fnmatch.fnmatchcase(soname, glob) for glob in row.sonames)
        for name in row.distributions
    )
