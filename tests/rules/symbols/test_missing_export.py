"""missing-export."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.symbols.missing_export import missing_export
from wheelcheck.subject import Subject


def library(*exports: str) -> Subject:
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", exports=exports)])
    required = ["register_*_kernels", "ns::Class::open"]
    return make_subject(wheel, {"libraries": {"liba": {"exports": {"required": required}}}})


def test_hidden_function_is_reported() -> None:
    """One finding for all that an object lacks."""
    (found,) = problems(run(missing_export, library("other")))

    assert "register_*_kernels" == found.subject
    assert "ns::Class::open" in found.message


def test_c_and_cpp_globs_match() -> None:
    """C names as they are, C++ names by their qualified name."""
    assert [] == run(missing_export, library("register_my_kernels", "_ZN2ns5Class4openEPKc"))


def test_absent_library_is_missing_component_alone() -> None:
    """Nothing else is said about it."""
    contract = {"libraries": {"liba": {"exports": {"required": ["a"]}}}}

    assert [] == run(missing_export, make_subject(contract=contract))
