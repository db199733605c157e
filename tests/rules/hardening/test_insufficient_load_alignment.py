"""insufficient-load-alignment."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.elf.details import PF_R, PF_X, PT_LOAD, Segment
from wheelcheck.binary.model import Binary
from wheelcheck.rules.hardening.insufficient_load_alignment import insufficient_load_alignment
from wheelcheck.wheel.model import Wheel


def aligned(arch: str, align: int) -> Binary:
    segments = tuple(Segment(PT_LOAD, PF_R | PF_X, 0, 0, 1, 1, each) for each in (0x10000, align))
    return make_binary(arch=arch, segments=segments)


def tagged(arch: str, align: int) -> Wheel:
    return make_wheel(tags=[f"cp311-cp311-manylinux_2_28_{arch}"], binaries=[aligned(arch, align)])


@pytest.mark.parametrize(("arch", "align"), [("aarch64", 0x1000), ("aarch64", 0x4000), ("ppc64le", 0x1000)])
def test_one_segment_below_the_largest_page_is_reported(arch: str, align: int) -> None:
    """The smallest alignment counts."""
    (found,) = problems(run(insufficient_load_alignment, tagged(arch, align)))

    assert f"{align:#x}" in found.message
    assert "0x10000" in found.message


@pytest.mark.parametrize(("arch", "align"), [("aarch64", 0x10000), ("x86_64", 0x1000), ("i686", 0x1000)])
def test_alignment_to_the_platforms_pages_is_fine(arch: str, align: int) -> None:
    """Pages of x86 are small."""
    assert [] == run(insufficient_load_alignment, tagged(arch, align))


@pytest.mark.parametrize(("align", "count"), [(0x1000, 1), (0x4000, 0)])
def test_android_wants_16_kib(align: int, count: int) -> None:
    """Whatever the 64-bit machine."""
    wheel = make_wheel(tags=["cp313-cp313-android_24_x86_64"], binaries=[aligned("x86_64", align)])

    assert count == len(run(insufficient_load_alignment, wheel))


@pytest.mark.parametrize("align", [0x200, 1, 0x1800])
def test_glibc_refuses_what_is_no_multiple_of_a_page(align: int) -> None:
    """Whatever the alignment of the other segments."""
    (found,) = problems(run(insufficient_load_alignment, aligned("x86_64", align)))

    assert "expected a multiple of 0x1000 on x86_64" in found.message


def test_musl_does_not_look_at_it() -> None:
    """Its loader maps whole pages."""
    wheel = make_wheel(tags=["cp311-cp311-musllinux_1_2_x86_64"], binaries=[aligned("x86_64", 0x200)])

    assert [] == run(insufficient_load_alignment, wheel)


def test_binary_for_another_machine_is_left_to_foreign_architecture() -> None:
    """One fault, one finding."""
    wheel = make_wheel(tags=["cp311-cp311-manylinux_2_28_x86_64"], binaries=[aligned("aarch64", 0x1000)])

    assert [] == run(insufficient_load_alignment, wheel)
