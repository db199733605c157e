"""Pythons in use, and the libraries that each of them loads."""

from __future__ import annotations

import pytest

from wheelcheck.policy.interpreters import reliance
from wheelcheck.policy.libc import LibcSymbols

GLIBC = LibcSymbols.of("glibc", "x86_64")


@pytest.mark.parametrize(
    ("library", "name", "floor", "failing"),
    [
        ("libm.so.6", "pow", (2, 5), []),
        ("libm.so.6", "pow", (2, 34), []),
        ("libdl.so.2", "dlopen", (2, 17), []),
        ("libutil.so.1", "openpty", (2, 28), []),
        ("librt.so.1", "shm_open", (2, 28), ["Debian 11", "conda", "manylinux_2_28"]),
        ("librt.so.1", "shm_open", (2, 31), ["Debian 11", "conda"]),
    ],
)
def test_pythons_that_do_not_load_a_library(
    library: str, name: str, floor: tuple[int, ...], failing: list[str]
) -> None:
    """Only where the C library lacks the name, and on hosts that the tag admits."""
    found = reliance(library, floor, lambda glibc: "libc.so.6" in GLIBC.provider(name, glibc))

    assert failing == list(found.failing)


def test_nobody_is_asked_where_libc_has_the_name() -> None:
    """From glibc 2.34 on there is one library."""
    assert ((), ()) == reliance("libdl.so.2", (2, 34), lambda _: True)
