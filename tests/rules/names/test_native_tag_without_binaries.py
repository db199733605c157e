"""Tests of native-tag-without-binaries."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.binary.model import Format
from wheelcheck.rules.names.native_tag_without_binaries import native_tag_without_binaries
from wheelcheck.wheel.model import FileKind


def test_platform_tag_without_code_is_reported() -> None:
    """The tag promises code."""
    (problem,) = problems(run(native_tag_without_binaries, make_wheel()))

    assert "manylinux_2_28_x86_64" == problem.subject


@pytest.mark.parametrize("kind", [*Format, FileKind.ARCHIVE])
def test_native_code_of_any_kind_is_enough(kind: Format | FileKind) -> None:
    """A static library depends on the platform too."""
    assert [] == run(native_tag_without_binaries, make_wheel(members=[make_member("pair/x", kind=kind)]))


def test_pure_wheel_is_not_reported() -> None:
    """No promise, no code."""
    assert [] == run(native_tag_without_binaries, make_wheel(tags=("py3-none-any",)))
