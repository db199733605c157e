"""wrong-definer."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.symbols.wrong_definer import wrong_definer
from wheelcheck.subject import Subject


def sdk(owner: list[str] | None, other: list[str], **spec: Any) -> Subject:
    binaries = [make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__x", *other])]
    if owner is not None:
        binaries.append(make_binary("pair/liba.so", exports=owner))
    contract = {"libraries": {"liba": {"presence": "optional", "owns": ["one", "two"], **spec}}}
    return make_subject(make_wheel(binaries=binaries), contract)


def test_symbols_in_the_extension_are_reported() -> None:
    """One copy, in the wrong place."""
    (found,) = problems(run(wrong_definer, sdk(["a"], ["one", "two"])))

    assert "pair/_x.cpython-311-x86_64-linux-gnu.so" == found.member
    assert "2 symbols" in found.message


def test_owner_is_silent() -> None:
    """As it should be."""
    assert [] == run(wrong_definer, sdk(["one", "two"], []))


def test_absent_owner_is_missing_component_alone() -> None:
    """A missing library silences the rest that is said about it."""
    assert [] == run(wrong_definer, sdk(None, ["one", "two"]))
