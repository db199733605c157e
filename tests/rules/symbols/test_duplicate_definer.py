"""duplicate-definer."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binding, Export, SymbolKind
from wheelcheck.rules.symbols.duplicate_definer import duplicate_definer
from wheelcheck.subject import Subject


def sdk(owner: list[str] | None, other: list[str], **spec: Any) -> Subject:
    binaries = [make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__x", *other])]
    if owner is not None:
        binaries.append(make_binary("pair/liba.so", exports=owner))
    contract = {"libraries": {"liba": {"presence": "optional", "owns": ["one", "two"], **spec}}}
    return make_subject(make_wheel(binaries=binaries), contract)


def test_second_definer_is_reported_once_for_all_symbols() -> None:
    """One set of definers, one finding."""
    (found,) = problems(run(duplicate_definer, sdk(["one", "two"], ["one", "two"])))

    assert "2 symbols" in found.message


def test_single_owner_is_silent() -> None:
    """As it should be."""
    assert [] == run(duplicate_definer, sdk(["one", "two"], []))


def test_monolithic_layout_is_reported_without_the_owner() -> None:
    """The copies are a fault of their own, whether the owner ships or not."""
    copies = [make_binary(f"pair/_{name}.cpython-311-x86_64-linux-gnu.so", exports=["one"]) for name in "xy"]
    contract = {"libraries": {"liba": {"owns": ["one"]}}}

    assert 1 == len(problems(run(duplicate_definer, make_subject(make_wheel(binaries=copies), contract))))


def test_other_mangling_is_another_symbol() -> None:
    """A copy for other types is exported under another name."""
    assert [] == run(duplicate_definer, sdk(["_Z3addi"], ["_Z3addl"], owns=["_Z3addi"]))


def test_listed_alternative_may_define_it_too() -> None:
    """No process loads the two together."""
    assert [] == run(duplicate_definer, sdk(["one", "two"], ["one"], **{"may-duplicate": ["pair/_x.*"]}))


TYPE = "_ZTIN2ns4TypeE"
FUNCTION = "_ZN2ns4openEv"
VAGUE = {
    TYPE: Export(Binding.WEAK, SymbolKind.OBJECT),
    "_ZN2ns5countE": Export(Binding.UNIQUE, SymbolKind.OBJECT),
}


def vague(*owns: str) -> Subject:
    strong = {FUNCTION: Export(Binding.GLOBAL, SymbolKind.FUNCTION)}
    binaries = [
        make_binary("pair/liba.so", exports={**VAGUE, **strong}),
        make_binary("pair/b.so", exports=VAGUE),
    ]
    return make_subject(make_wheel(binaries=binaries), {"libraries": {"liba": {"owns": list(owns)}}})


def test_glob_leaves_copies_of_inline_definitions_out() -> None:
    """Every object that uses a class has its type information."""
    assert [] == run(duplicate_definer, vague("ns::*"))
    assert [] == run(duplicate_definer, vague("_ZTIN2ns*", "_ZN2ns*"))


def test_listed_symbol_counts_in_any_binding() -> None:
    """Who names it means it."""
    (found,) = problems(run(duplicate_definer, vague("ns::*", TYPE)))

    assert TYPE == found.subject
