"""Tests of wheel file names."""

from __future__ import annotations

import pytest

from wheelcheck.errors import UnreadableWheelError
from wheelcheck.wheel.filename import WheelName, parse_wheel_filename


def test_name_is_taken_apart() -> None:
    """Name and version stay as written; tags are expanded in the order written."""
    name = parse_wheel_filename(
        "Foo.Bar-1.0+cu126-1-py2.py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
    )
    tags = (
        "py2-none-manylinux_2_17_x86_64",
        "py2-none-manylinux2014_x86_64",
        "py3-none-manylinux_2_17_x86_64",
        "py3-none-manylinux2014_x86_64",
    )

    assert WheelName("Foo.Bar", "1.0+cu126", "1", tags) == name


@pytest.mark.parametrize(
    "name",
    [
        "foo.whl",
        "foo-1.0.whl",
        "foo-1.0-x-py3-none-any.whl",
        "foo-1.0-py3-none-.whl",
        "foo bar-1.0-py3-none-any.whl",
        "foo-1.0%2Bcpu-py3-none-any.whl",
        "-1.0-py3-none-any.whl",
    ],
)
def test_other_name_is_refused(name: str) -> None:
    """What no installer would take is refused with the convention."""
    with pytest.raises(UnreadableWheelError, match="is not the file name of a wheel") as caught:
        parse_wheel_filename(name)

    assert "name-version" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("foo-1.0-py3-none-any.zip", "does not end in '.whl'"),
        ("foo-1.0.tar.gz", "that of a source distribution"),
    ],
)
def test_other_file_is_named_for_what_it_is(name: str, reason: str) -> None:
    """`dist/*` has source distributions too."""
    with pytest.raises(UnreadableWheelError, match=reason) as caught:
        parse_wheel_filename(name)

    assert "pass wheels only: dist/*.whl" == caught.value.hint


def test_tags_that_expand_without_end_are_refused() -> None:
    """A few hundred letters must not become millions of tags."""
    part = ".".join("a" * 40)

    with pytest.raises(UnreadableWheelError, match="expand to more than"):
        parse_wheel_filename(f"pair-1.0-{part}-{part}-{part}.whl")
