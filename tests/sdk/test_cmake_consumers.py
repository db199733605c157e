"""Evaluating a config for those who set nothing, ask for a component, or call one of its functions."""

from __future__ import annotations

import pytest

from tests.sdk.configs import CONFIG, configs_of, evaluate, faults
from wheelcheck.sdk.cmake_results import Evaluation
from wheelcheck.sdk.faults import FaultKind, Reach

HERE = "${CMAKE_CURRENT_LIST_DIR}"
MISSING = f'include("{HERE}/gone.cmake")\n'
GONE = (FaultKind.MISSING, "pair/lib/cmake/pair/gone.cmake")


def needs(found: Evaluation) -> list[str]:
    return [each.package for each in found.dependencies]


@pytest.mark.parametrize(
    "condition",
    ["NOT PAIR_SKIP", "NOT CMAKE_CROSSCOMPILING", "NOT DEFINED ENV{PAIR_HOME}", "NOT PAIR_X STREQUAL y",
     "PAIR_X STREQUAL PAIR_X", "pair_FIND_REQUIRED", 'CMAKE_FIND_PACKAGE_NAME STREQUAL "pair"',
     "NOT pair_FIND_COMPONENTS", "NOT a IN_LIST PAIR_LIST", "POLICY CMP0074", "NOT COMMAND pair_add",
     "CMAKE_CXX_COMPILER_ID STREQUAL GNU", 'pair_DIR STREQUAL "${CMAKE_CURRENT_LIST_DIR}"'],
)  # fmt: skip
def test_variable_that_nobody_sets_is_unset(condition: str) -> None:
    """What follows from that is a fault for a consumer who sets nothing."""
    found = evaluate(f"if({condition})\n{MISSING}endif()\n")

    assert [GONE] == faults(found)
    assert () == found.undecided


@pytest.mark.parametrize(
    "condition",
    ["CMAKE_BUILD_TYPE", "CMAKE_SOMETHING", "Python_VERSION VERSION_LESS 3", "PYTHON_X", "MSVC_VERSION",
     "DEFINED ENV{PATH}", "TARGET Python::Module", "COMMAND python_add"],
)  # fmt: skip
def test_what_a_machine_or_another_package_sets_is_open(condition: str) -> None:
    """Nothing behind it is a fault, but it is told."""
    found = evaluate(f"find_dependency(Python)\nif({condition})\n{MISSING}endif()\n")

    assert [] == faults(found)
    (doubt,) = found.doubts
    assert (2, "if", condition) == (doubt.where.line, doubt.where.cause, doubt.where.text)
    assert (3, "include() names 'pair/lib/cmake/pair/gone.cmake', which nothing installs") == doubt[1:3]


def test_open_condition_with_nothing_to_check_is_no_doubt() -> None:
    """It is counted as open, and that is all."""
    found = evaluate("if(CMAKE_BUILD_TYPE)\nmessage(STATUS x)\nendif()\n")

    assert 1 == len(found.undecided)
    assert () == found.doubts


def test_component_is_looked_into() -> None:
    """Its name follows from the file that the config would include; no other name is tried."""
    text = f'foreach(c ${{pair_FIND_COMPONENTS}})\n  include("{HERE}/pair-${{c}}.cmake")\nendforeach()\n'
    found = evaluate(text, **{"pair-extra": MISSING, "pair-extra-release": MISSING, "other": MISSING})
    (fault,) = found.faults

    assert (Reach.COMPONENT, "extra") == (fault.reach, fault.of)
    assert fault.path.endswith("/pair-extra.cmake")


@pytest.mark.parametrize(
    "text",
    [
        "if(c IN_LIST known)\n{}endif()\n",
        "if(c STREQUAL extra)\n{}endif()\n",
        'if(EXISTS "${{CMAKE_CURRENT_LIST_DIR}}/pair-${{c}}.cmake")\n{}endif()\n',
    ],
)
def test_component_is_named_by_what_it_is_compared_with(text: str) -> None:
    """A list, a text, a file."""
    loop = f"set(known extra)\nforeach(c IN LISTS pair_FIND_COMPONENTS)\n{text.format(MISSING)}endforeach()\n"
    (fault,) = evaluate(loop, **{"pair-extra": ""}).faults

    assert "extra" == fault.of


def test_component_that_the_config_refuses_is_none() -> None:
    """It says so by `pair_FOUND`."""
    text = (
        "foreach(c ${pair_FIND_COMPONENTS})\nif(c STREQUAL extra)\nset(pair_FOUND FALSE)\n"
        f"{MISSING}endif()\nendforeach()\n"
    )

    assert () == evaluate(text).faults


def test_function_that_the_config_does_not_call_is_looked_into() -> None:
    """Whatever its arguments are; each once, and those that it calls with it."""
    text = (
        f"function(helper)\n{MISSING.replace('CMAKE_CURRENT_LIST_DIR', 'ROOT')}endfunction()\n"
        "macro(pair_add name)\nif(${name} STREQUAL x)\nfind_dependency(Maybe)\nendif()\n"
        "find_package(Sure REQUIRED)\nhelper()\nendmacro()\n"
        'set(ROOT "${CMAKE_CURRENT_LIST_DIR}")\n'
    )
    found = evaluate(text)
    (fault,) = found.faults
    (need,) = found.dependencies

    assert Reach.ROUTINE is fault.reach
    assert ("Sure", "pair_add") == (need.package, need.of)
    assert ["Maybe"] == [each.package for each in found.doubts]


def test_folder_of_the_caller_is_unknown_in_a_function() -> None:
    """That of the function is known."""
    text = (
        f"function(pair_add)\n{MISSING}"
        'include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lost.cmake")\nendfunction()\n'
    )

    assert [(FaultKind.MISSING, "pair/lib/cmake/pair/lost.cmake")] == faults(evaluate(text))


MANY_SEARCHES = f"find_path(P {'a ' * 3000}HINTS {'b ' * 3000})\n"
SEARCH = 'find_path(P a.h {} NO_DEFAULT_PATH HINTS "${{CMAKE_CURRENT_LIST_DIR}}/{}")\n'


def test_required_search_of_folders_without_the_file_is_a_fault() -> None:
    """CMake stops there."""
    found = evaluate(f"{SEARCH.format('REQUIRED', 'none')}{MISSING}")

    assert [(FaultKind.NOT_FOUND, "a.h")] == faults(found)


@pytest.mark.parametrize(
    "search",
    [
        SEARCH.format("REQUIRED", "include"),
        SEARCH.format("", "none"),
        SEARCH.format("REQUIRED", "none").replace("NO_DEFAULT_PATH ", ""),
        SEARCH.format("REQUIRED", "none").replace('")', '" "/usr/include")'),
        SEARCH.format("REQUIRED", "none").replace("a.h", "a.h ${CMAKE_X}"),
        SEARCH.format("REQUIRED", "none").replace("find_path(", "set(P x)\nfind_path("),
    ],
)
def test_other_searches_are_no_faults(search: str) -> None:
    """Found, not required, or somewhere else too."""
    found = configs_of({CONFIG: search, CONFIG.replace("pairConfig.cmake", "include/a.h"): ""}).cmake

    assert () == found[0].evaluation.faults


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ('find_path(P sub/a.h PATHS "${D}" PATH_SUFFIXES include NO_DEFAULT_PATH)', "/include"),
        ('find_file(P NAMES b.h a.h PATHS "${D}/include/sub" NO_DEFAULT_PATH)', "/include/sub/a.h"),
        ('find_program(P a.h "${D}/include/sub" NO_DEFAULT_PATH)', "/include/sub/a.h"),
        ('find_path(P a.h HINTS "${D}/include/sub")', "/include/sub"),
        ('find_path(P none.h HINTS "${D}" NO_DEFAULT_PATH)', "P-NOTFOUND"),
    ],
)
def test_search_finds_what_the_wheel_ships(search: str, expected: str) -> None:
    """The folder, or the file."""
    folder = CONFIG.rpartition("/")[0]
    text = f'set(D "${{CMAKE_CURRENT_LIST_DIR}}")\n{search}\n'
    (config,) = configs_of({CONFIG: text, f"{folder}/include/sub/a.h": ""}).cmake

    assert config.evaluation.variables["P"].rpartition("cmake/pair")[2] == expected


def test_config_of_the_same_wheel_is_run() -> None:
    """Its targets and variables are there; its faults are its own."""
    other = "pair/lib/cmake/base/baseConfig.cmake"
    text = f"find_package(base REQUIRED)\nif(NOT TARGET base::base OR NOT BASE_X)\n{MISSING}endif()\n"
    files = {CONFIG: text, other: f"add_library(base::base INTERFACE IMPORTED)\nset(BASE_X 1)\n{MISSING}"}
    base, pair = configs_of(files).cmake

    assert 1 == len(base.evaluation.faults)
    assert () == pair.evaluation.faults
    assert () == pair.evaluation.undecided


def test_find_module_of_the_wheel_is_run() -> None:
    """With what `find_package_handle_standard_args` says."""
    text = (
        f'list(APPEND CMAKE_MODULE_PATH "{HERE}")\nfind_package(Dep)\nif(NOT Dep_FOUND)\n{MISSING}endif()\n'
    )
    module = (
        "find_path(X a.h HINTS ${CMAKE_CURRENT_LIST_DIR} NO_DEFAULT_PATH)\n"
        "find_package_handle_standard_args(Dep REQUIRED_VARS X)\n"
    )

    assert [GONE] == faults(evaluate(text, FindDep=module))


def test_required_package_was_found() -> None:
    """Else CMake would have stopped."""
    text = f"find_package(Other REQUIRED)\nif(NOT Other_FOUND)\n{MISSING}endif()\n"

    assert () == evaluate(text).undecided
    assert ["Other"] == needs(evaluate(text))
    assert [] == needs(evaluate("find_package(Other QUIET)\n"))


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            'if(NOT PAIR_X)\nmessage(FATAL_ERROR "no")\nendif()\n',
            "CMake stops there, and what follows was not looked at",
        ),
        ("set(pair_FOUND FALSE)\n", "the config reports that the package is not found"),
        ("include(${CMAKE_X})\n", "the file that it includes was not looked at"),
        ("find_dependency(${CMAKE_X})\n", "which package it searches for was not looked at"),
    ],
)
def test_what_was_not_looked_at_is_told(text: str, effect: str) -> None:
    """With the line."""
    assert [effect] == [each.effect for each in evaluate(text).doubts]


def test_a_file_that_is_missing_explains_why_cmake_stops() -> None:
    """The generated check of imported files."""
    text = (
        "add_library(pair::x SHARED IMPORTED)\nlist(APPEND _f ${CMAKE_CURRENT_LIST_DIR}/x.so)\n"
        "set_property(TARGET pair::x PROPERTY IMPORTED_LOCATION ${_f})\n"
        'if(NOT EXISTS "${_f}")\nmessage(FATAL_ERROR "no")\nendif()\n'
    )
    found = evaluate(text)

    assert [(FaultKind.MISSING, "pair/lib/cmake/pair/x.so")] == faults(found)
    assert () == found.doubts


@pytest.mark.parametrize(
    "text",
    [
        "foreach(c ${pair_FIND_COMPONENTS})\nif(c STREQUAL x)\nwhile(1)\nendwhile()\nendif()\nendforeach()\n",
        "function(f)\nf()\nf()\nendfunction()\n",
        "macro(f)\ncmake_language(CALL f)\nendmacro()\n",
        "find_package(pair)\n",
        "function(f)\n" + MANY_SEARCHES * 20 + "endfunction()\n",
    ],
)
def test_hostile_text_ends_for_every_consumer(text: str) -> None:
    """The steps are those of one evaluation, or less."""
    assert () == evaluate(text).faults


def test_many_components_are_told() -> None:
    """Only the first ones are looked into."""
    known = " ".join(f"c{each}" for each in range(60))
    text = f"set(k {known})\nforeach(c ${{pair_FIND_COMPONENTS}})\nif(c IN_LIST k)\nendif()\nendforeach()\n"

    assert "more than 24 components" in evaluate(text).stopped


def test_a_full_folder_costs_what_it_holds() -> None:
    """Each include of an unknown name looks through it."""
    loop = 'foreach(i RANGE 900)\ninclude("${CMAKE_CURRENT_LIST_DIR}/a${CMAKE_X}${i}.cmake")\nendforeach()\n'
    folder = CONFIG.rpartition("/")[0]
    files = {CONFIG: loop * 20, **{f"{folder}/a{each}.txt": "" for each in range(3000)}}

    assert "more steps" in configs_of(files).cmake[0].evaluation.stopped


@pytest.mark.parametrize(
    "text",
    [
        'set(L "{a};{a}")\n' + 'list(FILTER L INCLUDE REGEX "a?a?a?a?a?a?a?a?a*a*a*")\n' * 50,
        'string(REPEAT a 100 X)\nset(D "${{CMAKE_CURRENT_LIST_DIR}}/{a}{a}")\n'
        + "find_path(P${{i}} x HINTS ${{D}} ${{D}} NO_DEFAULT_PATH)\n" * 2000,
        "function(${{A}})\nendfunction()\n" * 3000,
        "if({a}{a} STREQUAL {a})\nendif()\n" * 60,
        "find_package({a}{a} REQUIRED)\n" * 60,
        "foreach(i RANGE 999)\nforeach(j RANGE 999)\nfind_package(x${{i}})\nendforeach()\nendforeach()\n",
    ],
)
def test_hostile_values_end_for_every_consumer(text: str) -> None:
    """Long ones, many ones, and their products."""
    assert () == evaluate(text.format(a="a;" * 15_000)).faults
