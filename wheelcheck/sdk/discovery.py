"""Where `find_package` looks for a config in a prefix (find_package(7), Config Mode Search Procedure)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

_CMAKE = ("cmake", "CMake")
_LIBS = ("lib", "share")


def is_found_below(folder: str, prefix: str, package: str, *, with_lib64: bool) -> bool:
    """Whether a search of `prefix` finds a config in `folder`."""
    if folder != prefix and prefix and not folder.startswith(f"{prefix}/"):
        return False
    rest = folder[len(prefix) :].strip("/")
    parts = tuple(rest.split("/")) if rest else ()
    libs = (*_LIBS, "lib64") if with_lib64 else _LIBS
    if _is_named(parts[:1], package) and _matches(parts[1:], package, libs):
        return True
    return _matches(parts, package, libs)


def _matches(parts: tuple[str, ...], package: str, libs: tuple[str, ...]) -> bool:
    if parts in {(), *((each,) for each in _CMAKE)}:
        return True
    if _is_named(parts[:1], package):
        rest = parts[1:]
        return rest == () or (rest[0] in _CMAKE and (len(rest) == 1 or _is_named(rest[1:], package)))
    if parts[0] not in libs and not re.fullmatch(r"lib/[\w-]+-linux-\w+", "/".join(parts[:2])):
        return False
    rest = parts[1:] if parts[0] in libs and "-linux-" not in "".join(parts[1:2]) else parts[2:]
    if rest[:1] == ("cmake",):
        return len(rest) == 2 and _is_named(rest[1:], package)
    return _is_named(rest[:1], package) and (len(rest) == 1 or (len(rest) == 2 and rest[1] in _CMAKE))


def _is_named(parts: tuple[str, ...], package: str) -> bool:
    """Whether the first folder starts with the package name; case is ignored."""
    return len(parts) > 0 and parts[0].lower().startswith(package.lower())


def lies_below_lib64(folder: str, package: str) -> bool:
    """Whether only a search of `lib64` finds the config: Debian and its derivatives do not search it."""
    before, found, _ = f"/{folder}/".partition("/lib64/")
    prefix = before.strip("/")
    return bool(found) and is_found_below(folder, prefix, package, with_lib64=True)


_CONVENTIONAL = frozenset({"cmake", "lib", "lib64", "share"})


def lies_astray(folder: str, site: str, package: str, prefixes: Iterable[str]) -> bool:
    """Whether no search finds a config: not from the environment, not from the prefixes that are documented.

    A folder with a conventional name on the way is taken for one that somebody points `find_package` to.
    """
    inside = folder.removeprefix(f"{site}/").lower().split("/")
    if not folder.startswith(f"{site}/") or _CONVENTIONAL & set(inside):
        return False
    return not any(is_found_below(folder, prefix, package, with_lib64=True) for prefix in ("", *prefixes))


def parent(path: str) -> str:
    """Folder of an installed path."""
    return posixpath.dirname(path)
