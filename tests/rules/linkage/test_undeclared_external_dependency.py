"""undeclared-external-dependency."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked, Problem
from wheelcheck.rules.linkage.undeclared_external_dependency import undeclared_external_dependency

EXTENSION = make_binary("pair/_x.abi3.so", needed=["libother.so.2"], runpath=["$ORIGIN/../other"])
SIBLING = make_wheel(name="The_Other", binaries=[make_binary("other/libother.so.2", soname="libother.so.2")])


def found(*requires: str, contract: dict[str, Any] | None = None, with_sibling: bool = True) -> list[Problem]:
    wheel = make_wheel(binaries=[EXTENSION], requires=requires)
    siblings = [SIBLING] if with_sibling else []
    return problems(run(undeclared_external_dependency, make_subject(wheel, contract, siblings)))


def test_sibling_that_is_not_required() -> None:
    """An installer would leave it out."""
    (problem,) = found()

    assert ("the-other", "pair/_x.abi3.so") == (problem.subject, problem.member)


def test_external_of_the_contract_that_is_not_required() -> None:
    """The contract says who brings it, the metadata does not."""
    externals = {"externals": {"libother.so.*": {"distribution": "the-other"}}}

    assert ["the-other"] == [each.subject for each in found(contract=externals, with_sibling=False)]


def test_required_distribution_is_fine() -> None:
    """Names are compared normalised; an extra is enough."""
    assert [] == found("the.other>=1")
    assert [] == found("The-Other; extra == 'native'")


def test_host_class_is_no_distribution() -> None:
    """Drivers come with the machine."""
    externals = {"externals": {"libother.so.*": {"host": "gpu-driver"}}}

    assert [] == found(contract=externals, with_sibling=False)


def test_distribution_that_a_required_sibling_requires_is_fine() -> None:
    """The other distribution comes with the required one."""
    between = make_wheel(name="between", requires=["the-other"])
    subject = make_subject(make_wheel(binaries=[EXTENSION], requires=["between"]), None, [SIBLING, between])

    assert [] == run(undeclared_external_dependency, subject)


def test_collection_that_is_not_at_hand_may_require_it() -> None:
    """A requirement with extras stands for others."""
    subject = make_subject(make_wheel(binaries=[EXTENSION], requires=["toolkit[other]"]), None, [SIBLING])
    (said,) = run(undeclared_external_dependency, subject)

    assert isinstance(said, NotChecked)


def of_framework(code: str, *requires: str) -> list[str]:
    files = {"pair/__init__.py": f"{code}\nfrom . import _x\n"}
    binaries = [make_binary("pair/_x.abi3.so", needed=["libtorch.so", "libframe.so.1"])]
    wheel = make_wheel(binaries=binaries, files=files, requires=requires)
    return [each.subject for each in problems(run(undeclared_external_dependency, wheel))]


def test_framework_that_is_imported_first_must_be_required() -> None:
    """It is known for the library, or has its name."""
    assert ["frame", "torch"] == of_framework("import torch, frame")
    assert ["frame"] == of_framework("import torch, frame", "torch>=2")
    assert [] == of_framework("import numpy")
