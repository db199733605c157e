"""Packages for which CMake itself has a find module, as dated data."""

from __future__ import annotations

from functools import cache

from wheelcheck.policy.data_files import read_lines


@cache
def find_modules() -> frozenset[str]:
    """Names of CMake's `Find<name>` modules, lower case."""
    return frozenset(line.lower() for line in read_lines("cmake_find_modules.txt"))
