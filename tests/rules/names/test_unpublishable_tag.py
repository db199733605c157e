"""Tests of unpublishable-tag."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.names.unpublishable_tag import unpublishable_tag


@pytest.mark.parametrize(
    ("platform", "words"),
    [
        ("linux_x86_64", "promises no libc"),
        ("linux_aarch64", "promises no libc"),
        ("macosx_12_3_arm64", "'macosx_12_0'"),
        ("macosx_11_1_x86_64", "'macosx_11_0'"),
        ("macosx_16_0_arm64", "macOS 16"),
        ("macosx_11_0_mips", "'mips'"),
        ("manylinux_2_28_sparc64", "'sparc64'"),
        ("musllinux_1_2_ppc64", "'ppc64'"),
        ("android_24_mips", "'mips'"),
        ("win_arm32", "not a platform"),
        ("freebsd_14_0_release_amd64", "not a platform"),
    ],
)
def test_refused_platform(platform: str, words: str) -> None:
    """The tag is named, with what is wrong about it."""
    (found,) = problems(run(unpublishable_tag, make_wheel(tags=[f"cp311-cp311-{platform}"])))

    assert (platform, None) == (found.subject, found.severity)
    assert words in found.message


@pytest.mark.parametrize(
    "platform",
    [
        "any",
        "linux_armv6l",
        "linux_armv7l",
        "manylinux1_x86_64",
        "manylinux2014_aarch64",
        "manylinux_2_17_ppc64",
        "manylinux_2_39_riscv64",
        "musllinux_1_2_s390x",
        "macosx_10_9_universal2",
        "macosx_10_15_x86_64",
        "macosx_11_0_arm64",
        "macosx_26_0_arm64",
        "win32",
        "win_amd64",
        "win_arm64",
        "android_24_arm64_v8a",
        "ios_13_0_arm64_iphoneos",
        "pyemscripten_2025_0_wasm32",
    ],
)
def test_accepted_platform(platform: str) -> None:
    """What indexes accept is not reported."""
    assert [] == run(unpublishable_tag, make_wheel(tags=[f"cp311-cp311-{platform}"]))


def test_each_refused_platform_of_a_set_is_reported() -> None:
    """One bad tag is enough for the upload to fail."""
    tags = [f"cp311-cp311-{each}" for each in ("linux_x86_64", "manylinux_2_28_x86_64", "macosx_12_3_arm64")]

    assert ["linux_x86_64", "macosx_12_3_arm64"] == [
        each.subject for each in problems(run(unpublishable_tag, make_wheel(tags=tags)))
    ]


def test_local_version_is_a_note() -> None:
    """It is meant for another index."""
    (found,) = problems(run(unpublishable_tag, make_wheel(version="1.0+cu129")))

    assert ("1.0+cu129", Severity.NOTE) == (found.subject, found.severity)
