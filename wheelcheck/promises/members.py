"""Members that a contract's globs match."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache

from wheelcheck.wheel.model import Wheel

_MAGIC = re.compile(r"[*?\[]")


def matching(wheel: Wheel, glob: str) -> tuple[str, ...]:
    """Names of the files of a wheel that a glob matches, in archive order; `*` crosses folders."""
    if not _MAGIC.search(glob):
        return (glob,) if glob in wheel.by_name else ()
    match = _compiled(glob).match
    return tuple(member.name for member in wheel.members if not member.is_folder and match(member.name))


@lru_cache(maxsize=1024)
def _compiled(glob: str) -> re.Pattern[str]:
    return re.compile(translate(glob))


def matches(name: str, globs: tuple[str, ...]) -> bool:
    """Whether any glob matches a name."""
    return any(_compiled(glob).match(name) for glob in globs)
