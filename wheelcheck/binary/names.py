"""Qualified names from mangled names (Itanium C++ ABI, 5.1)."""

from __future__ import annotations

import re
from functools import lru_cache

# Itanium C++ ABI, 5.1.4: special names, and call offsets of thunks, precede the encoded entity.
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


@lru_cache(maxsize=65536)
def qualified_name(symbol: str) -> str:
    """Extract the qualified name from an Itanium mangled name; any other name is returned unchanged."""
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
