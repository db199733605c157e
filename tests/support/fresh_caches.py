"""Pytest plugin for mutation tests: forget what was computed before this run began.

A mutant runs in a fork of the process that ran all tests without it. What that left in the package's caches
would stand in for what the mutant computes.
"""

from __future__ import annotations

import sys


def pytest_sessionstart() -> None:
    """Empty every cache of the package's functions."""
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] == "wheelcheck":
            for value in tuple(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()
