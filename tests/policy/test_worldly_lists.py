"""Small lists of the world: processors, sonames, runtimes, headers, words."""

from __future__ import annotations

import pytest

from wheelcheck.policy.data_files import Listed, read_sections
from wheelcheck.policy.foreign_headers import is_foreign_header
from wheelcheck.policy.libc import named_release
from wheelcheck.policy.machines import HOST_MACHINES, is_lp64, runs_on
from wheelcheck.policy.native_distributions import common_words, distributions_bringing
from wheelcheck.policy.runtimes import RUNTIMES, may_define, single_runtime
from wheelcheck.policy.sonames import LOADERS, is_musl_itself, libc_of, musl_libc_soname


def test_listed_set_is_read_once_and_behaves_like_one() -> None:
    """It is read at its first use."""
    reads = []

    def read() -> frozenset[str]:
        reads.append(1)
        return frozenset({"a", "b"})

    listed = Listed(read)
    assert [] == reads
    assert "a" in listed
    assert "c" not in listed
    assert 2 == len(listed)
    assert frozenset({"a", "b", "c"}) == listed | {"c"} == frozenset({"c"}) | listed
    assert frozenset({"b"}) == frozenset({"b", "c"}) & listed
    assert ["a", "b"] == sorted(listed)
    assert [1] == reads


@pytest.mark.parametrize(
    ("arch", "tagged", "expected"),
    [
        ("x86_64", ("x86_64",), True),
        ("armv7l", ("armv6l",), True),
        ("i686", ("i386",), True),
        ("aarch64", ("x86_64",), False),
        ("x86_64", (), False),
    ],
)
def test_architectures_that_share_a_machine(arch: str, tagged: tuple[str, ...], *, expected: bool) -> None:
    """Tags have several words for one processor."""
    assert expected == runs_on(arch, tagged)


def test_machines() -> None:
    """Processors run Python, devices do not; some have 32 bits."""
    assert {0, 3, 62, 183, 243} <= HOST_MACHINES
    assert 190 not in HOST_MACHINES  # CUDA
    assert is_lp64("riscv64")
    assert not is_lp64("i686")
    assert not is_lp64(None)


@pytest.mark.parametrize(
    ("names", "libc"),
    [
        (("libfoo.so", "libc.so.6"), "glibc"),
        (("ld64.so.2",), "glibc"),
        (("libc.so",), "musl"),
        (("libc.musl-x86_64.so.1",), "musl"),
        (("ld-musl-aarch64.so.1",), "musl"),
        (("libfoo.so",), None),
    ],
)
def test_libc_of_needed_names(names: tuple[str, ...], libc: str | None) -> None:
    """By the library or by the loader."""
    assert libc == libc_of(names)


def test_sonames() -> None:
    """A host has one of them: musl answers to the names of its parts, glibc has a loader per architecture."""
    assert "ld-linux-x86-64.so.2" in LOADERS
    assert "libc.musl-x86.so.1" == musl_libc_soname("i686")
    assert "libc.musl-s390x.so.1" == musl_libc_soname("s390x")
    assert [True, True, False] == [
        is_musl_itself(name) for name in ("libpthread.so.0", "ld-musl-armhf.so.1", "libz.so.1")
    ]


def test_libraries_of_a_host() -> None:
    """Some versions have names."""
    assert (2, 36) == named_release("ABI_DT_RELR")
    assert () == named_release("PRIVATE")
    assert ["libgcc_s.so.1", "libstdc++.so.6"] == sorted(RUNTIMES)


def test_listed_runtime_names_have_the_shape_that_is_stated() -> None:
    """Where the list does not apply, the shape alone tells what a runtime may define."""
    for heading, names in read_sections("runtime-lp64.txt"):
        library = heading.split()[0]
        assert [] == [name for name in names if not may_define(library, name)]
    assert not may_define("libstdc++.so.6", "inflate")


@pytest.mark.parametrize(
    ("name", "runtime"),
    [
        ("libgomp.so.1", "OpenMP"),
        ("libgomp-a34b3233.so.1.0.0", "OpenMP"),
        ("libiomp5.so", "OpenMP"),
        ("libtbb.so.12", "TBB"),
        ("libstdc++-0a1b2c3d-4e5f6a7b.so.6", "C++ library"),
        ("libgfortran.so.5", "Fortran library"),
        ("libcudart.so.12", "CUDA runtime"),
        ("libtbbmalloc.so.2", None),
        ("libgomp-plugin-nvptx.so.1", None),
        ("libompi.so", None),
    ],
)
def test_runtime_of_which_one_is_enough(name: str, runtime: str | None) -> None:
    """Grafted copies count, libraries with longer names do not."""
    assert runtime == single_runtime(name)


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("cuda_runtime.h", True),
        ("Python.h", True),
        ("math.h", True),
        ("Eigen", True),
        ("stdint.h", True),
        ("mylib", False),
        ("cudart.h", False),
    ],
)
def test_foreign_headers(first: str, *, expected: bool) -> None:
    """Toolchains, systems and SDKs, in whatever case."""
    assert expected == is_foreign_header(first)


def test_distributions_and_words() -> None:
    """Likeliest first; words that everybody uses say nothing."""
    assert "nvidia-cuda-runtime.*" == distributions_bringing("libcudart.so.12")[0]
    assert () == distributions_bringing("libmine.so.1")
    assert {"python", "sdk"} <= common_words()
