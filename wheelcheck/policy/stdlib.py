"""Top-level modules of the standard library, by Python release: a dated list, read on first use.

The list comes from the package stdlib-list (tools/make_stdlib_policy.py). The running interpreter is not
consulted, so a wheel has the same findings everywhere.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from wheelcheck.policy.data_files import read_sections

Release = tuple[int, ...]

_PYTHON = re.compile(r"(?P<kind>cp|pp|py)(?P<major>\d)_?(?P<minor>\d+)", re.ASCII)


class _Span(NamedTuple):
    """Modules that were added and removed together."""

    since: Release
    until: Release | None
    """First release without them."""
    names: tuple[str, ...]

    def is_in(self, release: Release) -> bool:
        return self.since <= release and (self.until is None or release < self.until)


class _Stdlib(NamedTuple):
    releases: tuple[Release, ...]
    """Releases in the list, in order."""
    spans: tuple[_Span, ...]


@lru_cache(maxsize=1024)
def stdlib_modules(tags: tuple[str, ...]) -> frozenset[str]:
    """Modules of every Python release that a wheel's tags (`cp311-cp311-win_amd64`) promise to support.

    A tag without a release of Python 3, or with one that is not in the list, counts for all in the list.
    """
    promised = {release for tag in tags for release in releases_of(tag)}
    return frozenset(
        name for span in _stdlib().spans if any(map(span.is_in, promised)) for name in span.names
    )


def releases_of(tag: str) -> tuple[Release, ...]:
    """Python releases that one tag promises to support."""
    known = _stdlib().releases
    python, _, rest = tag.partition("-")
    match = _PYTHON.fullmatch(python)
    if match is None:
        return known
    oldest = (int(match["major"]), int(match["minor"]))
    # The stable ABI supports later releases too, and so does a `py39` without an interpreter's name.
    if rest.startswith("abi3") or match["kind"] == "py":
        return tuple(release for release in known if release >= oldest) or known
    return (oldest,) if oldest in known else known


@cache
def _stdlib() -> _Stdlib:
    sections = dict(read_sections("stdlib_modules.txt"))
    releases = tuple(sorted(map(_release, sections.pop("releases"))))
    return _Stdlib(releases, tuple(_span(heading, names) for heading, names in sections.items()))


def _span(heading: str, names: list[str]) -> _Span:
    options = dict(word.split("=") for word in heading.split())
    until = options.get("until")
    return _Span(_release(options["since"]), _release(until) if until else None, tuple(names))


def _release(text: str) -> Release:
    return tuple(map(int, text.split(".")))
