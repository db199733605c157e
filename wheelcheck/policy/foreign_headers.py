"""Headers that projects include in quotes although they belong to others, as data."""

from __future__ import annotations

from functools import cache

from wheelcheck.policy.data_files import Document, read_document


class _ForeignHeaders(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    projects: frozenset[str]
    c_library: frozenset[str]
    python: frozenset[str]
    starts: tuple[str, ...]


@cache
def _document() -> _ForeignHeaders:
    return read_document("foreign_headers.toml", _ForeignHeaders)


def is_foreign_header(first: str) -> bool:
    """Whether the first component of an include belongs to a toolchain, a system or another SDK."""
    names, first = _document(), first.lower()
    return first in names.projects or first in names.c_library or first.startswith(names.starts)


def is_python_header(first: str) -> bool:
    """Whether CPython has a header or folder of headers with this name, besides `Python.h`."""
    return first.lower() in _document().python
