"""Which required distribution may provide a library that was not given.

Requires-Dist does not list files: this is a guess from names, used only to lower a severity and to word
a hint, never to call a dependency resolved. It names a distribution only for a reason that is hardly ever
wrong, and says otherwise that it is not known which.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from packaging.utils import canonicalize_name

from wheelcheck.contract.rows import version_matches
from wheelcheck.linking.elf.search_paths import expand_entry
from wheelcheck.policy.native_distributions import common_words, distributions_bringing
from wheelcheck.policy.stdlib import stdlib_modules
from wheelcheck.wheel.metadata import required_distributions, requires_dist, top_level_modules
from wheelcheck.wheel.model import Wheel

_COMMON_BEGINNING = 5
_WORD = re.compile(r"[a-z]{3,}")
_PLAIN_FOLDERS = frozenset({"", "bin", "lib", "lib64", "libs"})


class Origin(NamedTuple):
    """A required distribution that may provide a library."""

    distribution: str | None
    """Normalised; None when one may, and nothing tells which."""


def may_provide(
    wheel: Wheel,
    soname: str,
    search_paths: tuple[str, ...],
    folder: str,
    siblings: tuple[Wheel, ...] = (),
) -> Origin | None:
    """Guess which distribution in Requires-Dist may ship `soname`; None if none may.

    Args:
        wheel: whose Requires-Dist is searched.
        soname: the library that is needed.
        search_paths: entries of the object that needs it.
        folder: installed folder of that object, relative to the prefix.
        siblings: wheels that were given: what they contain is known, and what they require counts.
    """
    required = _not_given(wheel, siblings)
    named = next(_named(wheel, soname, search_paths, folder, required), None)
    if named is not None:
        return Origin(named)
    known = distributions_bringing(soname)
    first = canonicalize_name(_package_of(folder))
    package, is_elsewhere = set(first.split("-")), first != wheel.distribution
    is_possible = any(
        _have_like_words(name, soname.lower())
        or any(_share_a_word(pattern, name) for pattern in known)
        or (is_elsewhere and set(name.split("-")) <= package)
        for name in required
    )
    return Origin(None) if is_possible else None


def _not_given(wheel: Wheel, siblings: tuple[Wheel, ...]) -> tuple[str, ...]:
    """Distributions that the wheel requires, also through its siblings, and that were not given."""
    given = {sibling.distribution: sibling for sibling in siblings}
    found = dict.fromkeys(required_distributions(wheel))
    queue = list(found)
    for name in queue:
        for further in required_distributions(given[name]) if name in given else ():
            if further not in found and further != wheel.distribution:
                found[further] = None
                queue.append(further)
    return tuple(name for name in found if name not in given)


def _named(
    wheel: Wheel, soname: str, search_paths: tuple[str, ...], folder: str, required: tuple[str, ...]
) -> Iterator[str]:
    """Give the distributions that are known for the library, or that paths and names point at."""
    for pattern in distributions_bringing(soname):
        yield from (name for name in required if re.fullmatch(pattern, name))
    searched = {name for name in required if _is_searched(name, search_paths, folder)}
    same = [name for name in required if _share_a_word(name, soname.lower())]
    yield from (name for name in same if name in searched)
    if len(searched) == 1:
        yield from searched
    yield from same
    own = wheel.distribution
    yield from (name for name in required if name.startswith(f"{own}-") and _is_pinned(wheel, name))
    package = canonicalize_name(_package_of(folder))
    yield from (name for name in required if name == package != own)


def framework_of(soname: str, packages: Iterable[str], wheels: Sequence[Wheel]) -> str | None:
    """Package imported by the time that `soname` is needed, which has loaded it; None if none is known to.

    Args:
        soname: the library that is needed, and that none of the wheels has.
        packages: those that the process has imported.
        wheels: the wheel and its siblings; a given one is known to lack the library.
    """
    wheel = wheels[0]
    given = {each.distribution for each in wheels}
    required = set(required_distributions(wheel))
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
        and version_matches(str(each.specifier), wheel.version)
        for each in requires_dist(wheel)
    )


def _is_searched(name: str, search_paths: Iterable[str], folder: str) -> bool:
    """Whether an entry leaves the object's own package for a folder of the distribution.

    Distributions may share the first folder (`nvidia/cudnn/lib`): then the second one counts too.
    """
    words = set(name.split("-"))
    for text in search_paths:
        for path in expand_entry(text, folder).folders:
            package = _package_of(path)
            if package in {"", _package_of(folder)}:
                continue
            below = path.partition("/site-packages/")[2].split("/")[1:2]
            inner = [each for each in below if each not in _PLAIN_FOLDERS]
            first = canonicalize_name(package)
            found = set(canonicalize_name("-".join([package, *inner])).split("-"))
            if name == first or (name.startswith(f"{first}-") and found <= words):
                return True
    return False


def _package_of(folder: str) -> str:
    """First folder below site-packages, '' outside of it."""
    return folder.partition("/site-packages/")[2].partition("/")[0]


def _share_a_word(first: str, second: str) -> bool:
    return not _words(first).isdisjoint(_words(second))


def _have_like_words(first: str, second: str) -> bool:
    """Whether two names have words with a common beginning (octomap, octomath)."""
    return any(
        len(posixpath.commonprefix([one, other])) >= _COMMON_BEGINNING
        for one in _words(first)
        for other in _words(second)
    )


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    stem = text.partition(".so")[0].removeprefix("lib")
    return frozenset(_WORD.findall(stem)) - common_words()
