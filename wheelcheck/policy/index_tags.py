"""Platform tags that package indexes accept, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from wheelcheck.policy.data_files import Document, read_document
from wheelcheck.policy.tags import parse_platform_tag

_PYEMSCRIPTEN = re.compile(r"pyemscripten_\d+_\d+_(\w+)")


class _IndexTags(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    exact: frozenset[str]
    macos_majors: tuple[int, ...]
    architectures: Mapping[str, frozenset[str]]


@cache
def _document() -> _IndexTags:
    return read_document("index_tags.toml", _IndexTags)


def refusal(tag: str) -> str | None:
    """Say why an index refuses a wheel with this platform tag; None if it does not."""
    known = _document()
    if tag in known.exact:
        return None
    match = _PYEMSCRIPTEN.fullmatch(tag)
    family, architecture = ("pyemscripten", match[1]) if match else (None, "")
    if family is None:
        platform = parse_platform_tag(tag)
        if platform.family == "linux":
            return "promises no libc"
        if platform.version is None:
            return "is not a platform that they know"
        family, architecture = platform.family, platform.architecture
        if family == "macosx" and (fault := _fault_of_macos(platform.version)) is not None:
            return fault
    if architecture not in known.architectures.get(family, frozenset()):
        return f"names the architecture {architecture!r}, which they do not know for {family}"
    return None


def _fault_of_macos(version: tuple[int, ...]) -> str | None:
    major, minor = version
    majors = _document().macos_majors
    if major >= majors[0] and minor:
        return f"has a minor release; from macOS {majors[0]} on, tags have the form 'macosx_{major}_0'"
    return None if major in {10, *majors} else f"names macOS {major}, which they do not know"
