"""Python sources that are not part of what a wheel promises to import, as data."""

from __future__ import annotations

import re
from functools import cache

from wheelcheck.policy.data_files import Document, read_document

_WORD = re.compile(r"[a-z]+\d*")
_TEST = re.compile(r"(?:test_.*|.*_tests?|conftest|setup)\.py")


class _PythonSources(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    aside: frozenset[str]
    systems: frozenset[str]


@cache
def _document() -> _PythonSources:
    return read_document("python_sources.toml", _PythonSources)


def is_aside(member: str) -> bool:
    """Whether a source is a test, an example or part of a copy of another project."""
    *folders, file = member.lower().split("/")
    return not _document().aside.isdisjoint(folders) or _TEST.fullmatch(file) is not None


def names_a_system(module: str) -> bool:
    """Whether the name of a module says that it is for one system or device: `_psutil_windows`."""
    words = _WORD.findall(module.lower())
    return not _document().systems.isdisjoint(words)
