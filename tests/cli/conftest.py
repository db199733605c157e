"""Wheels on disk for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.wheelmaker import Description, build_wheel

LIBRARY = "pair/lib/libx.so"

HEALTHY: Description = {
    "member": [
        {"path": "pair/__init__.py", "text": ""},
        {"path": LIBRARY, "elf": {"soname": "libx.so", "needed": ["libc.so.6"]}},
    ]
}

BROKEN: Description = {
    "distribution": "broken",
    "member": [
        {"path": "broken/__init__.py", "text": ""},
        {
            "path": "broken/libx.so",
            "elf": {"soname": "libx.so", "needed": ["libc.so.6"], "runpath": ["/home/ci/build/lib"]},
        },
    ],
}


@pytest.fixture
def healthy(tmp_path: Path) -> Path:
    """Return a wheel without an error."""
    return build_wheel(HEALTHY, tmp_path / "dist")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Return a wheel with one error, absolute-search-path."""
    return build_wheel(BROKEN, tmp_path / "dist")


@pytest.fixture
def unreadable(tmp_path: Path) -> Path:
    """Return a file that is named like a wheel and cut in half."""
    path = build_wheel({**HEALTHY, "distribution": "cut"}, tmp_path / "dist")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    return path
