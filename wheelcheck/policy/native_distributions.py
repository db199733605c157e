"""Which distributions are known to bring which libraries, as data."""

from __future__ import annotations

import fnmatch
from functools import cache, lru_cache
from importlib import resources

import msgspec

from wheelcheck.toml import loads


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sonames: tuple[str, ...]
    distributions: tuple[str, ...]


@cache
def _rows() -> tuple[_Row, ...]:
    text = resources.files("wheelcheck.policy").joinpath("data/native_distributions.toml").read_text("utf-8")
    return msgspec.convert(loads(text)["row"], tuple[_Row, ...])


@lru_cache(maxsize=4096)
def distributions_bringing(soname: str) -> tuple[str, ...]:
    """Regular expressions over normalised distribution names of which one is known to bring `soname`."""
    return tuple(
        name
        for row in _rows()
        if any(fnmatch.fnmatchcase(soname, glob) for glob in row.sonames)
        for name in row.distributions
    )
