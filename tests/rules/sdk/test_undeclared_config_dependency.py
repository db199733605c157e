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


def test_package_that_a_function_needs_is_reported() -> None:
    """Nobody sets the variable that would make another one do."""
    text = (
        "function(add name)\nif(PAIR_OWN)\nadd_library(Foo::foo INTERFACE IMPORTED)\nendif()\n"
        "if(NOT TARGET Foo::foo)\nfind_dependency(Foo)\nendif()\nendfunction()\n"
    )
    (problem,) = problems(run(undeclared_config_dependency, make_wheel(files={CONFIG: text})))

    assert "function 'add': needs CMake package 'Foo', which no requirement provides" == problem.message


def test_package_behind_an_open_condition_is_not_checked() -> None:
    """Unless it is provided, or needed anyway."""
    text = "if(CMAKE_BUILD_TYPE)\nfind_dependency(Foo)\nfind_dependency(Threads)\nendif()\n"
    (left,) = run(undeclared_config_dependency, make_wheel(files={CONFIG: text}))

    assert isinstance(left, NotChecked)
    assert "the config needs package 'Foo'" in left.reason
    assert 1 == len(run(undeclared_config_dependency, make_wheel(files={CONFIG: text + TEXT})))


def test_component_that_is_a_package_is_the_consumers() -> None:
    """Whoever asks for what does not ship gets an error that says so."""
    text = (
        "foreach(c ${pair_FIND_COMPONENTS})\nif(c STREQUAL extra)\nfind_package(Extra REQUIRED)\nendif()\n"
        "endforeach()\n"
    )

    assert [] == run(undeclared_config_dependency, make_wheel(files={CONFIG: text}))
