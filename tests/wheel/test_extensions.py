"""Tests of extension module names."""

from __future__ import annotations

import pytest

from wheelcheck.wheel.extensions import parse_extension_name


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


@pytest.mark.parametrize(
    ("name", "platform"),
    [
        ("_x.cpython-311-x86_64-linux-gnu.so", "x86_64-linux-gnu"),
        ("_x.pypy310-pp73-x86_64-linux-gnu.so", "x86_64-linux-gnu"),
        ("_x.cp313t-win_amd64.pyd", "win_amd64"),
        ("_x.cpython-311-darwin.so", "darwin"),
        ("_x.cpython-311.so", ""),
        ("_x.abi3.so", ""),
    ],
)
def test_platform_is_told(name: str, platform: str) -> None:
    """What follows the interpreter, and the ABI version of PyPy."""
    parsed = parse_extension_name(name)

    assert parsed is not None
    assert platform == parsed.platform
