"""Symbol patterns of contracts.

A pattern with `::` is a glob over the qualified C++ name, without parameters and template arguments
(`executorch::runtime::*`, `ns::Class::Class` for its constructors). Any other pattern is compared with
the name as the symbol table has it, mangled or C, and may be a glob.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from functools import lru_cache
from typing import NamedTuple

# Itanium C++ ABI, 5.1.4: special names and call offsets of thunks before the encoded entity.
_SPECIAL = re.compile(r"_Z(?:T[VTISC]|G[VR]|GT[tn]|T[hv](?:n?\d+_)+|Tc(?:[hv]?(?:n?\d+_)+)+)?")
_QUALIFIERS = re.compile(r"N[rVKRO]*")
_LENGTH = re.compile(r"\d+")
_STANDARD = {
    "St": ("std",),
    "Sa": ("std", "allocator"),
    "Sb": ("std", "basic_string"),
    "Ss": ("std", "string"),
    "Si": ("std", "istream"),
    "So": ("std", "ostream"),
    "Sd": ("std", "iostream"),
}
_GLOB = re.compile(r"[*?\[]")


@lru_cache(maxsize=65536)
def qualified_name(symbol: str) -> str:
    """Read the qualified name out of an Itanium mangled name; any other name stays as it is."""
    start = _SPECIAL.match(symbol)
    if start is None:
        return symbol
    at = start.end()
    nested = _QUALIFIERS.match(symbol, at)
    if nested is not None:
        at = nested.end()
    parts = list(_STANDARD.get(symbol[at : at + 2], ()))
    at += 2 if parts else 0
    while at < len(symbol):
        length = _LENGTH.match(symbol, at)
        if length is not None:
            at = length.end() + int(length[0])
            part = symbol[length.end() : at]
            parts.append("(anonymous namespace)" if part.startswith("_GLOBAL__N") else part)
            if nested is None:
                break
        elif symbol[at] in "CD" and parts:
            parts.append(parts[-1] if symbol[at] == "C" else f"~{parts[-1]}")
            break
        elif symbol[at] == "L":
            at += 1
        else:
            break
    return "::".join(parts) or symbol


class Patterns(NamedTuple):
    """Compiled patterns: names compared as they are, globs over raw and over qualified names."""

    exact: frozenset[str]
    raw: re.Pattern[str] | None
    qualified: re.Pattern[str] | None
    mangled_beginnings: tuple[str, ...] | None
    """What a mangled name holds when a pattern over qualified names can match it; None: anything."""

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
        """Tell most names that no pattern is about without reading them apart."""
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
    """Mangle the first part of each qualified pattern; None when one of them is a glob or a shorthand."""
    firsts = dict.fromkeys(pattern.partition("::")[0] for pattern in patterns)
    if any(_GLOB.search(first) or not first.isidentifier() or first == "std" for first in firsts):
        return None
    return tuple(f"{len(first)}{first}" for first in firsts)


def _alternation(globs: list[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(translate(glob) for glob in globs)) if globs else None


def is_plain(pattern: str) -> bool:
    """Whether a pattern is one symbol's name."""
    return "::" not in pattern and _GLOB.search(pattern) is None
