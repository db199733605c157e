"""Tests of tag-disagreement."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.names.tag_disagreement import tag_disagreement
from wheelcheck.wheel.filename import parse_wheel_filename


def said(named: str, *stated: str) -> list[Problem]:
    lines = "".join(f"Tag: {tag}\n" for tag in stated)
    tags = parse_wheel_filename(f"pair-1.0-{named}.whl").tags
    files = {"pair-1.0.dist-info/WHEEL": f"Wheel-Version: 1.0\n{lines}"}
    return problems(run(tag_disagreement, make_wheel(tags=tags, files=files)))


@pytest.mark.parametrize(
    ("named", "stated"),
    [
        ("cp311-cp311-win_amd64", "cp311-cp311-macosx_11_0_arm64"),
        ("cp311-cp311-win_amd64", "cp311-cp311-win_arm64"),
        ("cp311-cp311-macosx_11_0_arm64", "cp311-cp311-macosx_12_0_arm64"),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-linux_aarch64"),
        ("cp311-none-any", "cp312-none-any"),
    ],
)
def test_other_platform_or_python_is_an_error(named: str, stated: str) -> None:
    """Another system, architecture, system version or Python is an error."""
    (problem,) = said(named, stated)

    assert Severity.ERROR is problem.severity


@pytest.mark.parametrize(
    ("named", "stated"),
    [
        ("cp312-none-macosx_11_0_arm64", "cp312-cp312-macosx_11_0_arm64"),
        ("py2.py3-none-any", "py3-none-any"),
        ("cp311-cp311-manylinux_2_17_x86_64.manylinux_2_28_x86_64", "cp311-cp311-manylinux_2_28_x86_64"),
        ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-linux_x86_64"),
    ],
)
def test_harmless_difference_is_a_warning(named: str, stated: str) -> None:
    """The ABI alone, a subset, and the platform from before the repair are warnings."""
    (problem,) = said(named, stated)

    assert Severity.WARNING is problem.severity


@pytest.mark.parametrize(
    ("named", "stated"),
    [
        ("py2.py3-none-any", ["py2.py3-none-any"]),
        ("py2.py3-none-any", ["py3-none-any", "py2-none-any"]),
        (
            "cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64",
            ["cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64"],
        ),
        ("cp312-cp312-manylinux2014_x86_64", ["cp312-cp312-manylinux_2_17_x86_64"]),
        ("cp311-cp311-win_amd64", []),
    ],
)
def test_equal_meaning_is_not_reported(named: str, stated: list[str]) -> None:
    """Order, an unexpanded set and old names make no difference; no tag at all is another rule's."""
    assert [] == said(named, *stated)


def test_parts_are_compared_on_their_own() -> None:
    """An ABI that differs on purpose does not hide a platform that cannot be."""
    parts = [
        problem.subject for problem in said("cp313-none-macosx_11_0_arm64", "cp313-cp313-macosx_110_0_arm64")
    ]

    assert ["abi", "platform"] == parts
