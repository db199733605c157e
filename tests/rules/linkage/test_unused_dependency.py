"""unused-dependency."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.model import Binary
from wheelcheck.rules.linkage.unused_dependency import unused_dependency


def user(*imports: str) -> Binary:
    return make_binary(
        "pair/_x.abi3.so", needed=["liba.so", "libm.so.6"], runpath=["$ORIGIN"], imports=imports
    )


def library(name: str = "liba.so", **facts: Any) -> Binary:
    return make_binary(f"pair/{name}", soname=name, runpath=["$ORIGIN"], **facts)


def subjects(*binaries: Binary) -> list[str]:
    return [each.subject for each in problems(run(unused_dependency, make_wheel(binaries=binaries)))]


def test_library_without_a_used_symbol() -> None:
    """Nothing that it defines is imported; libraries of the host are not judged."""
    assert ["liba.so"] == subjects(user("b"), library(exports=["a"]))


def test_used_library_is_fine() -> None:
    """One symbol is enough."""
    assert [] == subjects(user("a"), library(exports=["a"]))


def test_library_that_registers_is_needed_for_its_initialisers() -> None:
    """Its static table works without any symbol."""
    assert [] == subjects(user("b"), library(exports=["a"], registrations=["ns::op.out"]))


def test_umbrella_library_gives_what_is_behind_it() -> None:
    """A library that exports nothing stands for what it needs."""
    umbrella = library(needed=["libb.so"])

    assert [] == subjects(user("b"), umbrella, library("libb.so", exports=["b"]))


def test_object_that_imports_nothing_exists_to_load_others() -> None:
    """It cannot use a symbol of anything."""
    assert [] == subjects(user(), library(exports=["a"]))
