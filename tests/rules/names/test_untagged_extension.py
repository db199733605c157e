"""Tests of untagged-extension."""

from __future__ import annotations

from tests.support.facts import make_binary, make_member, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Format
from wheelcheck.model import Severity
from wheelcheck.rules.names.untagged_extension import untagged_extension

EXTENSION = make_binary("pair/_x.so", exports=["PyInit__x"])
TAGGED = make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__x"])


def test_untagged_modules_are_one_finding() -> None:
    """One build step names them all."""
    other = make_binary("pair/_y.so", exports=["PyInit__y"])

    (problem,) = problems(run(untagged_extension, make_wheel(binaries=[EXTENSION, other])))

    assert problem.severity is None
    assert "2 extension modules" in problem.message


def test_tagged_and_stable_names_are_not_reported() -> None:
    """The suffix says which interpreters may load the file."""
    stable = make_binary("pair/_y.abi3.so", exports=["PyInit__y"])

    assert [] == run(untagged_extension, make_wheel(binaries=[TAGGED, stable]))


def test_library_that_import_does_not_find_is_not_reported() -> None:
    """A file loaded by path has the name that its loader knows."""
    binary = make_binary("pair/libops.so", exports=["PyInit_ops"])

    assert [] == run(untagged_extension, make_wheel(binaries=[binary]))


def test_wheel_for_any_python_is_not_reported() -> None:
    """Without a cp tag nothing is promised."""
    wheel = make_wheel(tags=("py3-none-manylinux_2_28_x86_64",), binaries=[EXTENSION])

    assert [] == run(untagged_extension, wheel)


def test_declared_extension_without_tag_is_an_error() -> None:
    """The contract declares the module."""
    subject = make_subject(make_wheel(binaries=[EXTENSION]), contract={"extensions": {"pair._x": {}}})

    (problem,) = problems(run(untagged_extension, subject))

    assert Severity.ERROR is problem.severity


def test_declared_extension_that_is_absent_is_left_to_missing_component() -> None:
    """One fault, one finding."""
    subject = make_subject(
        make_wheel(binaries=[TAGGED]), contract={"extensions": {"pair._x": {}, "pair._y": {}}}
    )

    assert [] == run(untagged_extension, subject)


def test_declared_extension_in_more_files_than_declared_is_an_error() -> None:
    """Two interpreters' builds of one module are mixed."""
    other = make_binary("pair/_x.cpython-310-x86_64-linux-gnu.so")
    subject = make_subject(make_wheel(binaries=[TAGGED, other]), contract={"extensions": {"pair._x": {}}})

    (problem,) = problems(run(untagged_extension, subject))

    assert ("pair._x", Severity.ERROR) == (problem.subject, problem.severity)


def test_undeclared_extension_in_a_closed_set_is_an_error() -> None:
    """A closed set allows no other."""
    contract = {"extensions": {"pair._y": {"presence": "optional"}}, "closed": {"extensions": True}}

    (problem,) = problems(
        run(untagged_extension, make_subject(make_wheel(binaries=[TAGGED]), contract=contract))
    )

    assert ("pair._x", Severity.ERROR) == (problem.subject, problem.severity)


def test_undeclared_module_that_no_reader_took_is_reported() -> None:
    """Its name says what it is; a library that ends in .so is none."""
    contract = {"closed": {"extensions": True}}
    names = ("pair/_x.cpython-311-darwin.so", "pair/_y.pyd", "pair/liba.so")
    wheel = make_wheel(members=[make_member(each, kind=Format.MACHO) for each in names])

    assert ["pair._x", "pair._y"] == [
        each.subject for each in problems(run(untagged_extension, make_subject(wheel, contract)))
    ]
