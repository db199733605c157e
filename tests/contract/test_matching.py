"""File names of libraries taken apart."""

from __future__ import annotations

import pytest

from wheelcheck.binary.library_names import split_library_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("libx.so", ("libx", "")),
        ("libx.so.1.2", ("libx", "1.2")),
        ("libx.SO.1", ("libx", "1")),
        ("libx-1.5.so", ("libx-1.5", "")),
        ("libx.so.1.so.2", ("libx.so.1", "2")),
        ("libx.1.2.dylib", ("libx", "1.2")),
        ("libx.so.1.dylib", ("libx.so", "1")),
        ("libx.dylib", ("libx", "")),
        ("x.1.dll", ("x.1", "")),
        ("/opt/lib/libx.so.1", ("libx", "1")),
        ("libx.so.1.a", None),
        ("libx.so.1.", None),
        ("libx.sox", None),
        ("libx", None),
        (".so", None),
        (".1.so", (".1", "")),
        ("so.1", None),
        ("", None),
    ],
)
def test_split(name: str, expected: tuple[str, str] | None) -> None:
    """Stem and version, whatever the system's order of both."""
    assert expected == split_library_name(name)


def test_long_run_of_numbers() -> None:
    """A name from DT_NEEDED can have any length."""
    assert split_library_name("x" + ".0" * 200_000) is None
