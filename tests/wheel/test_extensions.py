"""Tests of extension module names."""

from __future__ import annotations

import pytest

from wheelcheck.wheel.extensions import parse_extension_name, tagged_interpreters


@pytest.mark.parametrize(
    ("name", "interpreter"),
    [
        ("_x.cpython-311-x86_64-linux-gnu.so", "cp311"),
        ("_x.cpython-36m-x86_64-linux-gnu.so", "cp36"),
        ("_x.cpython-313td-x86_64-linux-gnu.so", "cp313dt"),
        ("_x.cp313t-win_amd64.pyd", "cp313t"),
        ("_x_d.cp311-win_amd64.pyd", "cp311d"),
        ("_x.pypy310-pp73-darwin.so", "pp310"),
        ("_x.abi3.so", ""),
        ("_x.so", ""),
    ],
)
def test_interpreter_is_told(name: str, interpreter: str) -> None:
    """The suffix names the interpreter, stable and plain names name none."""
    parsed = parse_extension_name(name)

    assert parsed is not None
    assert interpreter == parsed.interpreter


@pytest.mark.parametrize("name", ["libx.so.1", "x.dll", "x.py", "x.dylib"])
def test_other_file_is_none(name: str) -> None:
    """No import system looks at it."""
    assert parse_extension_name(name) is None


def test_tags_promise_interpreters() -> None:
    """ABI flags count, 'm' does not."""
    tags = ("cp313-cp313t-win_amd64", "cp36-cp36m-win32", "cp312-none-any", "pp310-pypy310_pp73-win_amd64")

    assert {"cp313t", "cp36", "cp312", "pp310"} == tagged_interpreters(tags)
