"""Sizes as people write them."""

from __future__ import annotations

import re

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?i?B)", re.IGNORECASE)
_FACTORS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


def parse_size(size: int | str) -> int | None:
    """Return a size (`120 MB`, `1.5 GiB`) in bytes; None if the text is not a size."""
    if isinstance(size, int):
        return size
    match = _SIZE.fullmatch(size.strip())
    if match is None:
        return None
    unit = match[2].lower().removesuffix("b")
    base = 1024 if unit.endswith("i") else 1000
    return int(float(match[1]) * base ** _FACTORS[unit.removesuffix("i")])


def shown_size(size: int) -> str:
    """Return a size as messages show it."""
    for factor, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return "1 byte" if size == 1 else f"{size} bytes"
