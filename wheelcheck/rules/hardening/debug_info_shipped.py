"""Debug information in a shipped binary.

## What it checks

The size of the debug sections (`.debug_*`, `.zdebug_*`, `.stab*`), which is what `strip --strip-debug` saves.
A warning when they are more than half of the file.

## Why it matters

Every user downloads them, few have the matching sources, and they hold paths of the build machine.

## How to fix

Build without `-g`, link with `-Wl,--strip-debug`, or strip the finished file.
cmake has `install/strip`, scikit-build-core `install.strip`, auditwheel `repair --strip`.
Keep them aside with `objcopy --only-keep-debug` where crash reports need them.

## When to ignore

Debug builds that are published as such.

## References

- strip(1)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.rules.scene import Scene


@binary_rule(family="hardening", severity=Severity.NOTE, formats=frozenset({Format.ELF}))
def debug_info_shipped(binary: Binary, scene: Scene) -> Iterator[Problem | NotChecked]:
    """Report debug sections and their size."""
    del scene
    if binary.debug_size == 0:
        return
    share = 100 * binary.debug_size // max(binary.size, 1)
    yield Problem(
        subject="debug sections",
        message=f"has {binary.debug_size:,} bytes of debug information, {share} % of the file",
        hint="strip it: strip --strip-debug",
        severity=Severity.WARNING if 2 * binary.debug_size > binary.size else None,
    )
