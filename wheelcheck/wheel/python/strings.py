"""What is known of the strings that an expression can give: literal text, and holes for the rest.

A value is a set of texts. In a text, `UNKNOWN` stands for anything, and a character from `FIRST_HOLE` on for
the hole with that number: a parameter, or a name that another module of the wheel defines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice, product

Value = frozenset[str]

NOTHING: Value = frozenset()
UNKNOWN = "\0"
LOADER = "\ue000"
"""Text that stands for a function that opens libraries."""
FIRST_HOLE = 0xE001
LAST_HOLE = 0xF8FF
_RESERVED = re.compile("[\0\ue000-\uf8ff]")
_HOLE = re.compile("([\ue001-\uf8ff])")
_FIELD = re.compile(r"\{[^{}]*\}|%(?:\(\w*\))?[sdr]")
MOST = 64
"""Texts of one value."""
_EMPTY: Value = frozenset({""})
_ANYTHING: Value = frozenset({UNKNOWN})
_MOST_PAIRS = 512
_LONGEST = 400


def literal(text: str) -> str:
    """Take a text of the source, which may contain none of the characters with a meaning here."""
    return _RESERVED.sub("?", text)


def hole(number: int) -> str:
    """Character of a hole; beyond the last one, whatever it is stays unknown."""
    return chr(FIRST_HOLE + number) if FIRST_HOLE + number <= LAST_HOLE else UNKNOWN


def holes_of(text: str) -> list[int]:
    """Numbers of the holes in a text."""
    return [ord(each) - FIRST_HOLE for each in text if FIRST_HOLE <= ord(each) <= LAST_HOLE]


def bounded(texts: Iterable[str]) -> Value:
    """Bound the number of texts, and cut each to its end, where the file name is."""
    return frozenset([text[-_LONGEST:] if len(text) > _LONGEST else text for text in islice(texts, MOST)])


def merged(first: Value, second: Value) -> Value:
    """Give the texts of both."""
    if not first or second <= first:
        return first or second
    both = first | second
    return both if len(both) <= MOST else bounded((*sorted(first), *sorted(second - first)))


def joined(first: Value, second: Value, between: str = "") -> Value:
    """Give every concatenation; what is not known of one of them stays unknown."""
    if LOADER in first or LOADER in second:
        return NOTHING
    if first == _EMPTY and not between:
        return second or _ANYTHING
    if len(first) * len(second) > _MOST_PAIRS:
        first = frozenset({UNKNOWN})
    first, second = first or _ANYTHING, second or _ANYTHING
    if len(first) * len(second) <= MOST:  # none is left out, so that their order makes no difference
        return bounded([f"{one}{between}{other}" for one in first for other in second])
    return bounded(f"{one}{between}{other}" for one, other in product(sorted(first), sorted(second)))


def path(parts: Iterable[Value]) -> Value:
    """Join the parts of a path."""
    found: Value | None = None
    for part in parts:
        found = part if found is None else joined(found, part, "/")
    return found or NOTHING


def formatted(templates: Value, arguments: Value) -> Value:
    """Fill the fields of `"lib{}.so".format(x)` and `"lib%s.so" % x`."""
    fills = sorted(arguments - {LOADER}) or [UNKNOWN]
    return bounded(
        _FIELD.sub(lambda _, fill=fill: fill, template)  # type: ignore[misc]  # mypy infers no type for the default
        for template, fill in product(sorted(templates), fills)
    )


def filled(text: str, values_of: Callable[[int], Value]) -> Value:
    """Replace each hole of a text by its values, or by UNKNOWN."""
    found: Value = frozenset({""})
    for part in _HOLE.split(text):
        numbers = holes_of(part[:1])
        found = joined(found, values_of(numbers[0]) if numbers else frozenset({part}))
    return found
