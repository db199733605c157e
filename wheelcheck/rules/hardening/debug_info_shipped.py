"""Debug information in shipped binaries.

## What it checks

The size of the debug sections (`.debug_*`, `.zdebug_*`, `.stab*`), which is what `strip --strip-debug` saves:
one finding per wheel, listing every binary with such sections.
A warning if they take 5 MB or more, and a quarter or more of the wheel's installed size.

## Why it matters

Every user downloads them, few have the matching sources, and they contain paths of the build machine.

## How to fix

Build without `-g`, link with `-Wl,--strip-debug`, or strip the finished files.
CMake has `install/strip`, scikit-build-core `install.strip`, auditwheel `repair --strip`.
If crash reports need the symbols, keep them in a separate file with `objcopy --only-keep-debug`.

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
from wheelcheck.rules.listing import counted
from wheelcheck.subject import Subject

_HEAVY = 5_000_000
"""Bytes of debug information that users notice in a download."""


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
    installed = sum(member.size for member in subject.wheel.members)
    is_heavy = saved >= _HEAVY and 4 * saved >= installed
    files = counted(len(found), "binary", "binaries")
    burden = f", and {100 * saved // installed}% of the installed wheel" if is_heavy else ""
    yield Problem(
        subject="debug sections",
        message=f"{counted(saved, 'byte')} of debug information, {share}% of {files}{burden}",
        hint="strip the binaries before packing: strip --strip-debug",
        # Not the largest: a finding keeps its identity when a release changes the order of sizes.
        member=min(binary.member for _, binary in found),
        severity=Severity.WARNING if is_heavy else None,
        evidence=tuple(Evidence(label=counted(size, "byte"), value=binary.member) for size, binary in found),
    )
