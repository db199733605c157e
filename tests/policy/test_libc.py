"""Symbol lists of glibc and musl."""

from __future__ import annotations

import pytest

from wheelcheck.policy.libc import LibcSymbols

GLIBC = LibcSymbols.of("glibc", "x86_64")


@pytest.mark.parametrize(
    ("name", "release", "libraries"),
    [
        ("acos", (2, 5), {"libm.so.6"}),
        ("acos", (2, 43), {"libm.so.6"}),
        ("shm_open", (2, 28), {"librt.so.1"}),
        ("dlopen", (2, 33), {"libdl.so.2"}),
        ("clock_gettime", (2, 12), {"librt.so.1"}),
        ("openat2", (2, 41), set()),
        ("no_such_name", (2, 28), set()),
    ],
)
def test_library_of_a_name(name: str, release: tuple[int, ...], libraries: set[str]) -> None:
    """A name lives where the release had it."""
    assert libraries == GLIBC.provider(name, release)


@pytest.mark.parametrize("name", ["shm_open", "dlopen", "pthread_create", "openpty"])
def test_names_moved_into_libc(name: str) -> None:
    """The libraries that glibc 2.34 folded into libc."""
    assert "libc.so.6" not in GLIBC.provider(name, (2, 33))
    assert "libc.so.6" in GLIBC.provider(name, (2, 34))


def test_version_that_today_no_libc_has() -> None:
    """`scalbln` was once in libc, and a reference bound to it there finds nothing."""
    assert not GLIBC.has_version("libc.so.6", "scalbln", "GLIBC_2.2.5", (2, 12))
    assert GLIBC.has_version("libm.so.6", "scalbln", "GLIBC_2.2.5", (2, 12))
    assert GLIBC.has_version("libc.so.6", "memcpy", "GLIBC_2.14", (2, 17))


def test_versions_differ_between_architectures() -> None:
    """The base version is the architecture's own; one that has no list is not judged by versions."""
    arm, other = LibcSymbols.of("glibc", "aarch64"), LibcSymbols.of("glibc", "s390x")

    assert arm.has_version("libc.so.6", "memcpy", "GLIBC_2.17", (2, 17))
    assert not arm.has_version("libc.so.6", "memcpy", "GLIBC_2.14", (2, 17))
    assert other.has_version("libc.so.6", "memcpy", "GLIBC_2.2", (2, 17))


def test_musl_has_one_library_and_no_glibc_hooks() -> None:
    """Names of later releases of a series count for the series."""
    musl = LibcSymbols.of("musl", "x86_64")

    assert {"libc.musl-x86_64.so.1"} == musl.provider("pthread_create", (1, 1))
    assert set() == musl.provider("__cxa_thread_atexit_impl", (1, 2))
    assert set() == musl.provider("qsort_r", (1, 1))
    assert {"libc.musl-x86_64.so.1"} == musl.provider("qsort_r", (1, 2))
