"""Which wheels one environment can have."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel
from wheelcheck.wheel.meeting import can_meet


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-manylinux1_x86_64", True),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp312-cp312-manylinux_2_28_x86_64", False),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp39-abi3-manylinux_2_28_x86_64", True),
        ("cp311-cp311-manylinux_2_28_x86_64", "py3-none-manylinux_2_28_x86_64", True),
        ("cp311-cp311-manylinux_2_28_x86_64", "py3-none-any", True),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-linux_x86_64", True),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-musllinux_1_2_x86_64", False),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-manylinux_2_28_aarch64", False),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-macosx_11_0_x86_64", False),
        ("cp311-cp311-macosx_11_0_arm64", "cp311-cp311-macosx_10_9_universal2", True),
        ("cp311-cp311-macosx_11_0_arm64", "cp311-cp311-macosx_10_9_x86_64", False),
        ("cp311-cp311-win_amd64", "cp311-cp311-win32", False),
    ],
)
def test_tags_of_one_interpreter(one: str, other: str, expected: bool) -> None:  # noqa: FBT001  # a parameter of pytest
    """One Python, one system with one libc, one machine."""
    first, second = make_wheel(name="one", tags=[one]), make_wheel(name="two", tags=[other])

    assert expected is can_meet(first, second)
    assert expected is can_meet(second, first)


@pytest.mark.parametrize("name", ["gpu-runtime", "gpu_runtime", "GPU.Runtime"])
def test_one_distribution_is_installed_once(name: str) -> None:
    """However its name is spelled, and whatever the version."""
    assert not can_meet(make_wheel(name="gpu.runtime"), make_wheel(name=name, version="2.0"))
