"""second-runtime."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binary
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.linkage.second_runtime import second_runtime


def extension(name: str, *needed: str) -> Binary:
    return make_binary(
        f"pair/{name}.cpython-311-x86_64-linux-gnu.so",
        needed=[*needed, "libc.so.6"],
        runpath=["$ORIGIN"],
        exports=[f"PyInit_{name}"],
    )


def library(name: str, **facts: Any) -> Binary:
    return make_binary(f"pair/{name}", soname=name, **facts)


def found(*binaries: Binary, contract: dict[str, Any] | None = None) -> list[Problem]:
    return problems(run(second_runtime, make_subject(make_wheel(binaries=binaries), contract)))


def test_two_majors_in_two_extension_modules() -> None:
    """One interpreter imports both."""
    (problem,) = found(
        extension("x", "libtbb.so.2"),
        extension("y", "libtbb.so.12"),
        library("libtbb.so.2"),
        library("libtbb.so.12"),
    )

    assert ("TBB", None) == (problem.subject, problem.severity)


def test_different_openmp_libraries_are_one_runtime() -> None:
    """Both libgomp and libiomp5 start a pool of threads each."""
    (problem,) = found(
        extension("x", "libgomp-1234abcd.so.1.0.0", "libiomp5.so"),
        library("libgomp-1234abcd.so.1.0.0"),
        library("libiomp5.so"),
    )

    assert "'libgomp-1234abcd.so.1.0.0', 'libiomp5.so'" in problem.message


def test_copy_beside_the_hosts_own() -> None:
    """A grafted C++ library does not replace the one that others need by its plain name."""
    (problem,) = found(
        extension("x", "libstdc++-1234abcd.so.6"),
        extension("y", "libstdc++.so.6"),
        library("libstdc++-1234abcd.so.6"),
    )

    assert problem.subject == "C++ library"


def test_one_copy_is_fine() -> None:
    """Related libraries of one project are no copies."""
    assert [] == found(
        extension("x", "libtbb.so.12"), extension("y", "libtbb.so.12", "libtbbmalloc.so.2"),
        library("libtbb.so.12"), library("libtbbmalloc.so.2"),
    )  # fmt: skip


def test_contract_makes_it_an_error() -> None:
    """Where the contract wants single runtimes."""
    binaries = (extension("x", "libomp.so", "libgomp.so.1"), library("libomp.so"))
    (problem,) = found(*binaries, contract={"runtimes-are-single": True})

    assert problem.severity is Severity.ERROR
