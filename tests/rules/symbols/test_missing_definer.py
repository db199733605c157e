"""missing-definer."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binding, Export, SymbolKind
from wheelcheck.rules.symbols.missing_definer import missing_definer
from wheelcheck.subject import Subject


def sdk(owner: list[str] | None, other: list[str], **spec: Any) -> Subject:
    binaries = [make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__x", *other])]
    if owner is not None:
        binaries.append(make_binary("pair/liba.so", exports=owner))
    contract = {"libraries": {"liba": {"presence": "optional", "owns": ["one", "two"], **spec}}}
    return make_subject(make_wheel(binaries=binaries), contract)


def test_half_stripped_owner_is_reported() -> None:
    """Some symbols are left."""
    (found,) = problems(run(missing_definer, sdk(["one"], [])))

    assert "two" == found.subject
    assert "1 of the 2" in found.message


def test_all_symbols_gone_is_reported() -> None:
    """They were renamed: a check of them would prove nothing."""
    (found,) = problems(run(missing_definer, sdk(["a"], [])))

    assert "none of the 2" in found.message


def test_symbol_defined_elsewhere_is_wrong_definer() -> None:
    """Not missing."""
    assert [] == run(missing_definer, sdk(["a"], ["one", "two"]))


def test_absent_owner_is_missing_component_alone() -> None:
    """A missing library silences the rest that is said about it."""
    assert [] == run(missing_definer, sdk(None, []))


def test_version_node_is_no_definition() -> None:
    """An absolute symbol has no code."""
    exports = {
        "one": Export(Binding.GLOBAL, SymbolKind.OBJECT, is_absolute=True),
        "two": Export(Binding.GLOBAL, SymbolKind.FUNCTION),
    }
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", exports=exports)])
    contract = {"libraries": {"liba": {"owns": ["one", "two"]}}}

    assert ["one"] == [each.subject for each in problems(run(missing_definer, make_subject(wheel, contract)))]
