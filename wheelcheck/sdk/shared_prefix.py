"""Which files a wheel may install into the environment's own folders, which all distributions share."""

from __future__ import annotations

import re
from collections.abc import Collection

from wheelcheck.policy.install_layout import install_layout

_FEWEST = 3
_VERSION = "0123456789."


def stray_folder(path: str, own_names: Collection[str]) -> str | None:
    """Give the folder that does not belong to the project; None for a file in a proper place.

    `path` is relative to the prefix; a file directly in the prefix is its own folder.
    """
    first, *rest = path.split("/")
    if not rest:
        return path
    common = install_layout().prefix
    if first in common.common or _is_own(first, own_names):
        return None
    if first in {"lib", "lib64"}:
        return _below_lib(first, rest, own_names)
    if first == "share":
        if rest[0] in common.common_share:
            return None
        return _below(f"{first}/cmake" if rest[0] == "cmake" else first, rest, own_names)
    return _below(first, rest, own_names) if first == "libexec" else first


def _below_lib(first: str, rest: list[str], own_names: Collection[str]) -> str | None:
    if len(rest) == 1 or rest[0] == "pkgconfig":
        return None
    return _below(f"{first}/cmake" if rest[0] == "cmake" else first, rest, own_names)


def _below(folder: str, rest: list[str], own_names: Collection[str]) -> str | None:
    name = rest[1] if folder.endswith("/cmake") and len(rest) > 1 else rest[0]
    return None if _is_own(name, own_names) else f"{folder}/{name}"


def _is_own(name: str, own_names: Collection[str]) -> bool:
    """Whether a name and an own name start alike, without case, punctuation and a trailing version."""
    folder = _plain(name)
    return any(
        folder == own
        or (min(len(folder), len(own)) >= _FEWEST and (folder.startswith(own) or own.startswith(folder)))
        for own in (_plain(each) for each in own_names)
    )


def _plain(name: str) -> str:
    lower = name.lower()
    return re.sub(r"[-_.]+", "", _without_version(lower) or lower)


def _without_version(name: str) -> str:
    """Cut `-v1.2` and the like off the end."""
    version = name[len(name.rstrip(_VERSION)) :].lstrip(".")
    if not version:
        return name
    bare = name.removesuffix(version).removesuffix("v")
    return bare[:-1] if bare.endswith(("-", "_", ".")) else bare
