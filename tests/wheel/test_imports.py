"""Imports that happen whenever a module is imported."""

from __future__ import annotations

import pytest

from wheelcheck.wheel.imports import scan_imports


@pytest.mark.parametrize(
    ("source", "packages"),
    [
        ("import a\nimport b.c as d, e\n", ("a", "b", "e")),
        ("from a.b import c\nfrom d import (\n    e,\n)\n", ("a", "d")),
        ("from . import a\nfrom .b import c\n", ()),
        ("from __future__ import annotations\n", ()),
        ("try:\n    import a\nexcept ImportError:\n    pass\n", ()),
        ("def f():\n    import a\n", ()),
        ('"""\nimport a\nfrom here import there\n"""\nimport b\n', ("b",)),
        ("'''text'''\nimport a  # why\n", ("a",)),
        ("important = 1\nfrom_here = 2\n", ()),
        ("import a\r\nimport b\r\n", ("a", "b")),
        ("import abc; import b\n", ("abc",)),
        ("import abc\\\n", ("abc",)),
        ("import abc!\nimport abc = 1\nfrom abc\n", ()),
        ("from a.b.c import (d)\nfrom ab import *\nfrom a1 import(b)\n", ("a", "a1", "ab")),
    ],
)
def test_scan(source: str, packages: tuple[str, ...]) -> None:
    """Only statements in the first column, outside long strings."""
    assert packages == scan_imports(source.encode())


def test_many_imports_cost_no_square() -> None:
    """Quotes are counted once, however many statements follow."""
    assert ("a",) == scan_imports(b'"""text"""\n' + b"import a\n" * 400_000)
