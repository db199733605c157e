"""Symbol patterns of contracts.

A pattern with `::` is a glob over the qualified C++ name, without parameters and template arguments
(`executorch::runtime::*`, `ns::Class::Class` for its constructors). Any other pattern is compared with
the name in the symbol table, mangled or C, and may be a glob.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from functools import lru_cache
from typing import NamedTuple

from wheelcheck.binary.names import qualified_name

_GLOB = re.compile(r"[*?\[]")


class Patterns(NamedTuple):
    """Compiled patterns: names compared as they are, globs over raw and over qualified names."""

    exact: frozenset[str]
    raw: re.Pattern[str] | None
    qualified: re.Pattern[str] | None
    mangled_beginnings: tuple[str, ...] | None
    """What a mangled name contains if a pattern over qualified names can match it; None: anything."""

    def matches(self, symbol: str) -> bool:
        """Whether any pattern matches the symbol."""
        return (
            symbol in self.exact
            or (self.raw is not None and self.raw.match(symbol) is not None)
            or (
                self.qualified is not None
                and self._may_be_qualified(symbol)
                and self.qualified.match(qualified_name(symbol)) is not None
            )
        )

    def _may_be_qualified(self, symbol: str) -> bool:
        """Rule out most names that no pattern can match, without demangling them."""
        beginnings = self.mangled_beginnings
        return beginnings is None or any(beginning in symbol for beginning in beginnings)

    def any_of(self, symbols: Iterable[str]) -> bool:
        """Whether any pattern matches any of the symbols."""
        return any(map(self.matches, symbols))


@lru_cache(maxsize=1024)
def compile_patterns(patterns: tuple[str, ...]) -> Patterns:
    """Compile the patterns of one list."""
    qualified = [pattern for pattern in patterns if "::" in pattern]
    raw = [pattern for pattern in patterns if "::" not in pattern and _GLOB.search(pattern)]
    return Patterns(
        exact=frozenset(patterns).difference(qualified, raw),
        raw=_alternation(raw),
        qualified=_alternation(qualified),
        mangled_beginnings=_mangled_beginnings(qualified),
    )


def _mangled_beginnings(patterns: list[str]) -> tuple[str, ...] | None:
    """Mangle the first part of each qualified pattern; None if one of them is a glob or has a shorthand."""
    firsts = dict.fromkeys(pattern.partition("::")[0] for pattern in patterns)
    if any(_GLOB.search(first) or not first.isidentifier() or first == "std" for first in firsts):
        return None
    return tuple(f"{len(first)}{first}" for first in firsts)


def _alternation(globs: list[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(translate(glob) for glob in globs)) if globs else None


def is_plain(pattern: str) -> bool:
    """Whether a pattern is one symbol's name."""
    return "::" not in pattern and _GLOB.search(pattern) is None
