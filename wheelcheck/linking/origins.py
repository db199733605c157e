"""Which required distribution may provide a library that was not given.

Requires-Dist does not list files: this is a guess from names, used only to lower a severity and to word
a hint, never to call a dependency resolved.
"""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from packaging.utils import canonicalize_name

from wheelcheck.linking.elf.search_paths import expand_entry
from wheelcheck.policy.native_distributions import common_words, distributions_bringing
from wheelcheck.policy.stdlib import stdlib_modules
from wheelcheck.wheel.metadata import requires_dist, top_level_modules
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
    required = tuple(dict.fromkeys(canonicalize_name(each.name) for each in requires_dist(wheel)))
    known = distributions_bringing(soname)
    hops = _foreign_folders(search_paths, folder)
    own = canonicalize_name(wheel.name)
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


def framework_of(soname: str, packages: Iterable[str], wheels: Sequence[Wheel]) -> str | None:
    """Package imported by the time that `soname` is needed, which has loaded it; None if none is known to.

    Args:
        soname: the library that is needed, and that none of the wheels has.
        packages: those that the process has imported.
        wheels: the wheel and its siblings; a given one is known to lack the library.
    """
    wheel = wheels[0]
    given = {canonicalize_name(each.name) for each in wheels}
    required = {canonicalize_name(each.name) for each in requires_dist(wheel)}
    passed_over = stdlib_modules(wheel.tags) | top_level_modules(wheel)
    known = distributions_bringing(soname)
    stem = soname.partition(".so")[0].removeprefix("lib").lower().replace("-", "_")
    for package in packages:
        name = canonicalize_name(package)
        if package in passed_over or name in given:
            continue
        if any(re.fullmatch(pattern, name) for pattern in known):
            return package
        # Whether a required one has a library of its name is a guess, which `may_provide` words as such.
        is_its_own = len(package) >= _COMMON_BEGINNING - 1 and f"{stem}_".startswith(f"{package.lower()}_")
        if is_its_own and name not in required:
            return package
    return None


def _is_pinned(wheel: Wheel, name: str) -> bool:
    """Whether a requirement pins the wheel's own version: the other half of a split distribution."""
    return any(
        canonicalize_name(each.name) == name
        and any(part.operator == "==" for part in each.specifier)
        and each.specifier.contains(wheel.version.partition("+")[0], prereleases=True)
        for each in requires_dist(wheel)
    )


def _is_folder_of(name: str, folder: str, own: str) -> bool:
    """Whether the wheel installs into the folder of `name`, which several distributions may share."""
    first = canonicalize_name(folder.partition("/site-packages/")[2].partition("/")[0])
    return first != own and set(name.split("-")) <= set(first.split("-"))


def _foreign_folders(search_paths: tuple[str, ...], folder: str) -> tuple[str, ...]:
    """First folder below site-packages of each entry that leaves the object's own package."""
    site, marker, inside = folder.partition("/site-packages")
    own = inside.strip("/").partition("/")[0]
    hops = []
    for text in search_paths:
        for path in expand_entry(text, folder).folders:
            _, found, below = path.partition(f"{site}{marker}/")
            first = below.partition("/")[0]
            if found and first and first != own:
                hops.append(first)
    return tuple(hops)


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
