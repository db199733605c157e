"""Which required distribution may provide a library that was not given.

Requires-Dist does not list files: this is a guess from names, used only to lower a severity and to word
a hint, never to call a dependency resolved.
"""

from __future__ import annotations

import itertools
import posixpath
import re
from functools import lru_cache

from packaging.utils import canonicalize_name

from wheelcheck.contract.rows import version_matches
from wheelcheck.linking.elf.search_paths import expand_entry
from wheelcheck.policy.native_distributions import common_words, distributions_bringing
from wheelcheck.wheel.metadata import required_distributions, requires_dist
from wheelcheck.wheel.model import Wheel

_COMMON_BEGINNING = 5
_WORD = re.compile(r"[a-z]{3,}")


def may_provide(wheel: Wheel, soname: str, search_paths: tuple[str, ...], folder: str) -> str | None:
    """Name of a distribution in Requires-Dist that may ship `soname`, or None.

    Args:
        wheel: whose Requires-Dist is searched.
        soname: the library that is needed.
        search_paths: entries of the object that needs it.
        folder: installed folder of that object, relative to the prefix.
    """
    own, required = wheel.distribution, required_distributions(wheel)
    known = distributions_bringing(soname)
    hops = _foreign_folders(search_paths, folder)
    pairs = tuple(itertools.product(known, required))
    named = next((name for pattern, name in pairs if re.fullmatch(pattern, name)), None)
    akin = next((name for pattern, name in pairs if _share_a_word(pattern, name)), None)
    if named or akin:
        return named or akin
    for name in required:
        if name.startswith(f"{own}-") and _is_pinned(wheel, name):
            return name
        if _share_a_word(name, soname.lower()) or any(
            canonicalize_name(hop) in {name, name.split("-")[0]} for hop in hops
        ):
            return name
    return next((name for name in required if _is_folder_of(name, folder, own)), None)


def _is_pinned(wheel: Wheel, name: str) -> bool:
    """Whether a requirement pins the wheel's own version: the other half of a split distribution."""
    return any(
        canonicalize_name(each.name) == name
        and any(part.operator == "==" for part in each.specifier)
        and version_matches(str(each.specifier), wheel.version)
        for each in requires_dist(wheel)
    )


def _is_folder_of(name: str, folder: str, own: str) -> bool:
    """Whether the wheel installs into the folder of `name`, which several distributions may share."""
    first = canonicalize_name(_package_of(folder))
    return first != own and set(name.split("-")) <= set(first.split("-"))


def _foreign_folders(search_paths: tuple[str, ...], folder: str) -> tuple[str, ...]:
    """First folder below site-packages of each entry that leaves the object's own package."""
    paths = (path for text in search_paths for path in expand_entry(text, folder).folders)
    return tuple(first for first in map(_package_of, paths) if first not in {"", _package_of(folder)})


def _package_of(folder: str) -> str:
    """First folder below site-packages, '' outside of it."""
    return folder.partition("/site-packages/")[2].partition("/")[0]


def _share_a_word(first: str, second: str) -> bool:
    """Whether two names share a word, or have words with a common prefix (octomap, octomath)."""
    return any(
        one == other or len(posixpath.commonprefix([one, other])) >= _COMMON_BEGINNING
        for one in _words(first)
        for other in _words(second)
    )


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    stem = text.partition(".so")[0].removeprefix("lib")
    return frozenset(_WORD.findall(stem)) - common_words()
