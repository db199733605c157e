"""Segment that is both writable and executable.

## What it checks

PT_LOAD program headers with both the write and the execute flag.

## Why it matters

Any bug that writes into that segment can write code.
SELinux and other hardened systems refuse to map it, and the library does not load.

## How to fix

Find the section with these flags: `readelf -lW` shows which sections a segment contains.
Usual causes are a linker script, `-Wl,-N`, an assembler section declared `"awx"`, and binary patching.

## When to ignore

Self-extracting executables, when they must be shipped.

## References

- ld(1), `-z separate-code` and `-N`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import PF_W, PF_X, PT_LOAD, elf_details
from wheelcheck.binary.model import Binary
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, binary_rule
from wheelcheck.rules.listing import counted
from wheelcheck.subject import Subject


@binary_rule(family="hardening", severity=Severity.ERROR, concerns=NATIVE)
def writable_executable_segment(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report PT_LOAD with PF_W and PF_X, once per file."""
    del subject
    both = [
        segment
        for segment in elf_details(binary).segments
        if segment.type == PT_LOAD and segment.flags & PF_W and segment.flags & PF_X
    ]
    if both:
        places = ", ".join(f"{segment.address:#x}" for segment in both)
        yield Problem(
            subject="PT_LOAD",
            message=f"has {counted(len(both), 'segment')} both writable and executable, at {places}",
            hint="find the sections in them with readelf -lW and separate code from data",
        )
