"""Segments aligned to pages smaller than the platform's.

## What it checks

The alignment of every PT_LOAD segment: 64 KiB on aarch64 and ppc64le, 16 KiB on 64-bit Android.
On x86_64, i686 and s390x, which have 4 KiB pages, only libraries under a glibc tag: musl ignores it.
Binaries for a machine other than the tag's are left to `foreign-architecture`.

## Why it matters

aarch64 kernels run with pages of 4, 16 or 64 KiB, ppc64le kernels with 64 KiB.
A library that is aligned to 4 KiB fails on larger pages with "ELF load command alignment not page-aligned",
on machines that the build service does not have.
Android devices with 16 KiB pages refuse it in the same way.

## How to fix

Link with `-Wl,-z,max-page-size=65536` (Android: 16384).
Old versions of patchelf wrote 4 KiB on every machine; pass `--page-size 65536` or use a newer one.

## When to ignore

Wheels for a single board whose kernel is known.

## References

- ld(1), `-z max-page-size`
- <https://developer.android.com/guide/practices/page-sizes>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import PT_LOAD, elf_details
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.elf.repair import IN_THE_WHEEL
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.policy.machines import runs_on
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject

_PAGES = {"aarch64": 0x10000, "ppc64le": 0x10000}
_SMALL_PAGES = frozenset({"x86_64", "i686", "s390x"})
_SMALLEST_PAGE = 0x1000
_ANDROID_PAGE = 0x4000


@binary_rule(family="hardening", severity=Severity.ERROR, concerns=frozenset({Format.ELF}))
def insufficient_load_alignment(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report PT_LOAD segments that cannot be mapped with the platform's largest page."""
    wanted = _page(binary, subject)
    aligns = [segment.align for segment in elf_details(binary).segments if segment.type == PT_LOAD]
    unfit = [each for each in aligns if wanted and each % wanted]
    if binary.kind in {Kind.OBJECT, Kind.DEBUG} or not unfit:
        return
    yield Problem(
        subject="PT_LOAD",
        message=f"PT_LOAD alignment is {min(unfit):#x}, expected a multiple of {wanted:#x} on {binary.arch}",
        hint=f"link with -Wl,-z,max-page-size={wanted}, or run patchelf --page-size {wanted}, {IN_THE_WHEEL}",
    )


def _page(binary: Binary, subject: Subject) -> int:
    if any(platform.startswith("android_") for platform in subject.wheel.platforms):
        return _ANDROID_PAGE if binary.bits == 64 else 0
    if subject.platform.archs and not runs_on(binary.arch, subject.platform.archs):
        return 0
    is_checked_at_load = binary.kind is Kind.SHARED and subject.platform.libc == "glibc"
    return _PAGES.get(
        binary.arch, _SMALLEST_PAGE if is_checked_at_load and binary.arch in _SMALL_PAGES else 0
    )
