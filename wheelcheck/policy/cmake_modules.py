"""Packages that CMake itself knows how to find, as dated data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data" / "cmake_find_modules.txt"


@cache
def find_modules() -> frozenset[str]:
    """Names of CMake's `Find<name>` modules, lower case."""
    lines = _DATA.read_text(encoding="utf-8").splitlines()
    return frozenset(line.lower() for line in lines if line and not line.startswith("#"))
