"""Debug information in shipped binaries.

## What it checks

The size of the debug sections (`.debug_*`, `.zdebug_*`, `.stab*`), which is what `strip --strip-debug` saves:
one finding for the wheel, with every binary that has any.
A warning when they are more than half of at least one file.

## Why it matters

Every user downloads them, few have the matching sources, and they hold paths of the build machine.

## How to fix

Build without `-g`, link with `-Wl,--strip-debug`, or strip the finished files.
cmake has `install/strip`, scikit-build-core `install.strip`, auditwheel `repair --strip`.
Keep them aside with `objcopy --only-keep-debug` where crash reports need them.

## When to ignore

Debug builds that are published as such.

## References

- strip(1)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Format
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="hardening",
    severity=Severity.NOTE,
    also=[Severity.WARNING],
    concerns=NATIVE,
)
def debug_info_shipped(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report debug sections and what stripping them saves."""
    elf = (binary for binary in subject.wheel.binaries if binary.format is Format.ELF)
    sizes = ((elf_details(binary).debug_size, binary) for binary in elf)
    found = sorted((each for each in sizes if each[0]), key=lambda each: (-each[0], each[1].member))
    if not found:
        return
    saved = sum(size for size, _ in found)
    share = 100 * saved // max(sum(binary.size for _, binary in found), 1)
    mostly = [binary.member for size, binary in found if 2 * size > binary.size]
    files = counted(len(found), "binary", "binaries")
    heavy = f", and most of {listed(mostly)}" if mostly else ""
    yield Problem(
        subject="debug sections",
        message=f"{saved:,} bytes of debug information, {share} % of {files}{heavy}",
        hint="strip what ships: strip --strip-debug",
        # Not the heaviest: the finding's identity must outlast a release in which sizes change places.
        member=min(binary.member for _, binary in found),
        severity=Severity.WARNING if mostly else None,
        evidence=tuple(Evidence(label=f"{size:,} bytes", value=binary.member) for size, binary in found),
    )
