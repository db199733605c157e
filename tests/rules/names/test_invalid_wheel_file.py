"""Tests of invalid-wheel-file."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.names.invalid_wheel_file import invalid_wheel_file


def wheel_file(*lines: str) -> dict[str, str]:
    return {"pair-1.0.dist-info/WHEEL": "".join(f"{line}\n" for line in lines)}


GOOD_TAG = "Tag: cp311-cp311-manylinux_2_28_x86_64"


@pytest.mark.parametrize(
    "tag",
    [
        "",
        "py3-none",
        "py3-none-macosx",
        "py3-none-linux",
        "py3--any",
        "py-none-any",
        "cp313-cp313-macosx_110_0_arm64",
        "cp313-cp313-manylinux_3_1_x86_64",
        "cp311-cp312-manylinux_2_28_x86_64",
    ],
)
def test_tag_that_cannot_be_is_reported(tag: str) -> None:
    """Empty, partial and impossible tags are named."""
    (problem,) = problems(
        run(invalid_wheel_file, make_wheel(files=wheel_file("Wheel-Version: 1.0", f"Tag: {tag}")))
    )

    assert repr(tag) in problem.message


@pytest.mark.parametrize(
    "tag",
    [
        "py2.py3-none-any",
        "cp36-abi3-manylinux_2_12_x86_64.manylinux2010_x86_64",
        "cp313-cp313t-musllinux_1_2_aarch64",
        "cp39-cp39-macosx_10_16_universal2",
        "cp314-cp314-macosx_26_0_arm64",
        "pp310-pypy310_pp73-win_amd64",
        "cp38-cp38-win32",
        "cp313-cp313-ios_13_0_arm64_iphoneos",
        "cp313-cp313-android_21_arm64_v8a",
        "cp312-cp312-pyodide_2024_0_wasm32",
        "cp311-cp311-freebsd_14_0_release_amd64",
    ],
)
def test_real_tag_is_not_reported(tag: str) -> None:
    """Every tag that some interpreter has passes."""
    assert [] == run(invalid_wheel_file, make_wheel(files=wheel_file("Wheel-Version: 1.0", f"Tag: {tag}")))


def test_wheel_file_without_tag_is_reported() -> None:
    """At least one tag is there."""
    (problem,) = problems(run(invalid_wheel_file, make_wheel(files=wheel_file("Wheel-Version: 1.0"))))

    assert "Tag" == problem.subject


@pytest.mark.parametrize(
    ("lines", "severity"),
    [
        ([], None),
        (["Wheel-Version: 2.0"], None),
        (["Wheel-Version: x"], None),
        (["Wheel-Version: 1.9"], Severity.WARNING),
    ],
)
def test_other_format_version_is_reported(lines: list[str], severity: Severity | None) -> None:
    """Installers refuse another major version and warn about another minor one."""
    (problem,) = problems(run(invalid_wheel_file, make_wheel(files=wheel_file(*lines, GOOD_TAG))))

    assert ("Wheel-Version", severity) == (problem.subject, problem.severity)


def test_crlf_line_ends_are_not_reported() -> None:
    """Wheels built on Windows have them."""
    assert [] == run(
        invalid_wheel_file, make_wheel(files=wheel_file("Wheel-Version: 1.0\r", f"{GOOD_TAG}\r"))
    )
