"""undeclared-config-dependency."""

from __future__ import annotations

from tests.support.facts import make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked
from wheelcheck.rules.sdk.undeclared_config_dependency import undeclared_config_dependency

CONFIG = "pair/lib/cmake/pair/pairConfig.cmake"
TEXT = "include(CMakeFindDependencyMacro)\nfind_dependency(Foo)\n"


def test_package_that_nobody_brings_is_reported() -> None:
    """There is no requirement at all."""
    wheel = make_wheel(files={CONFIG: TEXT})

    assert ["Foo"] == [each.subject for each in problems(run(undeclared_config_dependency, wheel))]


def test_own_cmake_and_sibling_packages_are_brought() -> None:
    """Also by a search module of the wheel."""
    text = TEXT + "find_dependency(Threads)\nfind_dependency(Bar)\nfind_dependency(Own)\n"
    files = {CONFIG: text, "pair/cmake/FindBar.cmake": "", "pair/lib/cmake/own/own-config.cmake": ""}
    sibling = make_wheel(name="foo", files={"foo/lib/cmake/Foo/FooConfig.cmake": ""})
    subject = make_subject(make_wheel(files=files, requires=["foo"]), siblings=[sibling])

    assert [] == run(undeclared_config_dependency, subject)


def test_requirement_of_that_name_brings_it() -> None:
    """`cmeel-foo`, even in an extra."""
    wheel = make_wheel(files={CONFIG: TEXT}, requires=["cmeel-foo; extra == 'build'"])

    assert [] == run(undeclared_config_dependency, wheel)


def test_other_requirements_leave_it_open() -> None:
    """Nobody knows what they ship."""
    wheel = make_wheel(files={CONFIG: TEXT}, requires=["bar"])

    assert [NotChecked] == [type(each) for each in run(undeclared_config_dependency, wheel)]
