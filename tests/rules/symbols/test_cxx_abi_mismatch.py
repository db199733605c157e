"""cxx-abi-mismatch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.symbols.cxx_abi_mismatch import cxx_abi_mismatch
from wheelcheck.subject import Subject

NEW = "_ZN4pair4openERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
OLD = "_ZN4pair4readERKSs"


def sdk(exports: list[str], cxx_abi: Mapping[str, Any] | None = None, **facts: Any) -> Subject:
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", exports=exports)], **facts)
    return make_subject(wheel, {"libraries": {"liba": {}}, "cxx-abi": cxx_abi or {}})


def test_both_abis_are_reported() -> None:
    """One SDK, two strings."""
    (found,) = problems(run(cxx_abi_mismatch, sdk([NEW, OLD])))

    assert found.severity is None


def test_old_abi_under_a_new_tag_is_reported() -> None:
    """The toolchain of manylinux_2_28 makes the new one."""
    old_tag = ["cp311-cp311-manylinux_2_17_x86_64"]

    assert 1 == len(problems(run(cxx_abi_mismatch, sdk([OLD]))))
    assert [] == run(cxx_abi_mismatch, sdk([OLD], tags=old_tag))


def test_no_strings_is_silent() -> None:
    """A C library has no such ABI; an identifier may end in Ss."""
    assert [] == run(cxx_abi_mismatch, sdk(["open", "_ZN4pair9processSsEv"]))


def test_standard_library_names_do_not_count() -> None:
    """Every user of a string exports some of them."""
    assert [] == run(cxx_abi_mismatch, sdk([NEW, "_ZNSs4_Rep10_M_disposeERKSaIcE", "_ZNKSs4sizeEv"]))


def test_config_with_the_other_define_is_reported() -> None:
    """Under a false constant it is not in force."""
    define = "target_compile_definitions(a INTERFACE _GLIBCXX_USE_CXX11_ABI=0)"
    live = {"pair/pair-config.cmake": f'if(ON AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")\n{define}\nendif()\n'}
    dead = {"pair/pair-config.cmake": f"if(OFF)\n{define}\nendif()\n"}

    assert ["_GLIBCXX_USE_CXX11_ABI=0"] == [
        each.subject for each in problems(run(cxx_abi_mismatch, sdk([NEW], files=live)))
    ]
    assert [] == run(cxx_abi_mismatch, sdk([NEW], files=dead))


def test_namespaces_choose_the_names() -> None:
    """A bundled library may have the other string, and the standard library's names may be asked for."""
    foreign = "_ZN5other4readERKSs"
    standard = "_ZNSs4_Rep10_M_disposeERKSaIcE"

    assert 1 == len(problems(run(cxx_abi_mismatch, sdk([NEW, foreign]))))
    assert [] == run(cxx_abi_mismatch, sdk([NEW, foreign], {"abi": "new", "namespaces": ["pair::*"]}))
    assert 1 == len(problems(run(cxx_abi_mismatch, sdk([NEW, standard], {"namespaces": ["*"]}))))


def test_contract_makes_it_an_error() -> None:
    """And asks for a least number of names."""
    (found,) = problems(run(cxx_abi_mismatch, sdk(["open"], {"abi": "new", "at-least": 1})))

    assert Severity.ERROR is found.severity
