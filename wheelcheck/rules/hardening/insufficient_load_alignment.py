"""Segments aligned to smaller pages than the platform has.

## What it checks

The alignment of every PT_LOAD: 64 KiB on aarch64 and ppc64le, 16 KiB for 64-bit Android.

## Why it matters

aarch64 kernels run with pages of 4, 16 or 64 KiB, ppc64le ones with 64.
A library that is aligned to 4 KiB fails on the larger ones with "ELF load command alignment not
page-aligned", on machines that the build service does not have.
Android devices with 16 KiB pages refuse it in the same way.

## How to fix

Link with `-Wl,-z,max-page-size=65536` (Android: 16384).
Old versions of patchelf wrote 4 KiB whatever the machine; give it `--page-size 65536` or take a newer one.

## When to ignore

Wheels for one board whose kernel is known.

## References

- ld(1), `-z max-page-size`
- <https://developer.android.com/guide/practices/page-sizes>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import PT_LOAD, Binary, Format, Kind
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.rules.scene import Scene

_PAGES = {"aarch64": 0x10000, "ppc64le": 0x10000}
_ANDROID_PAGE = 0x4000


@binary_rule(family="hardening", severity=Severity.ERROR, formats=frozenset({Format.ELF}))
def insufficient_load_alignment(binary: Binary, scene: Scene) -> Iterator[Problem | NotChecked]:
    """Report PT_LOAD that the platform's largest page cannot map."""
    wanted = _page(binary, scene)
    aligns = [segment.align for segment in binary.segments if segment.type == PT_LOAD]
    if binary.kind in {Kind.OBJECT, Kind.DEBUG} or not aligns or min(aligns) >= wanted:
        return
    yield Problem(
        subject="PT_LOAD",
        message=f"segments are aligned to {min(aligns):#x}, expected at least {wanted:#x} on {binary.arch}",
        hint=f"link with -Wl,-z,max-page-size={wanted}, or patchelf --page-size {wanted}",
    )


def _page(binary: Binary, scene: Scene) -> int:
    if any(platform.startswith("android_") for platform in scene.wheel.platforms):
        return _ANDROID_PAGE if binary.bits == 64 else 0
    return _PAGES.get(binary.arch, 0)
