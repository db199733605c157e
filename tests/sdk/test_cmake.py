"""Evaluating package configs: what is decided, what is left open, what hostile text may do."""

from __future__ import annotations

import pytest

from tests.sdk.configs import configs_of, evaluate, faults
from wheelcheck.sdk.cmake_syntax import parse
from wheelcheck.sdk.faults import FaultKind, Reach

PREFIX = 'get_filename_component(P "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)\n'
TARGET = "add_library(pair::pair SHARED IMPORTED)\n"
LOCATION = 'set_target_properties(pair::pair PROPERTIES IMPORTED_LOCATION "${P}/lib/libx.so")\n'


def test_imported_library_is_offered() -> None:
    """The path is computed from the place of the config."""
    found = evaluate(PREFIX + TARGET + LOCATION, "pair/lib/libx.so")

    assert ("lib/python3.11/site-packages/pair/lib/libx.so",) == found.offered
    assert () == found.faults


def test_missing_library_is_a_fault() -> None:
    """Named with the property that names it."""
    (fault,) = evaluate(PREFIX + TARGET + LOCATION).faults

    assert FaultKind.MISSING is fault.kind
    assert fault.subject.endswith("site-packages/pair/lib/libx.so")
    assert "IMPORTED_LOCATION of pair::pair" == fault.context
    assert 3 == fault.line


@pytest.mark.parametrize("condition", ["WIN32", "APPLE", "NOT UNIX", "FOO_STATIC", "MSVC AND FOO", "OFF"])
def test_branch_that_may_not_run_has_no_faults(condition: str) -> None:
    """False on this platform, or decided by the consumer."""
    text = f"{PREFIX}{TARGET}if({condition})\n{LOCATION}endif()\n"

    assert () == evaluate(text).faults


@pytest.mark.parametrize(
    "condition",
    ["UNIX", "NOT WIN32", 'CMAKE_SYSTEM_NAME STREQUAL "Linux"', "NOT (WIN32 OR APPLE)",
     "NOT CMAKE_VERSION VERSION_LESS 3.28", 'NOT EXISTS "${P}/nothing"', "NOT TARGET pair::other",
     '"1.2.3" MATCHES "^([0-9]+)\\\\.([0-9]+)" AND CMAKE_MATCH_1 EQUAL 1', "ON AND 1"],
)  # fmt: skip
def test_branch_that_runs_is_checked(condition: str) -> None:
    """True on every machine of the platform."""
    text = f"{PREFIX}{TARGET}if({condition})\n{LOCATION}endif()\n"

    assert [(FaultKind.MISSING, "pair/lib/libx.so")] == faults(evaluate(text))


def test_variable_of_an_open_branch_is_unknown_behind_it() -> None:
    """Nothing that depends on it is decided; what nobody sets is unset."""
    text = f"{PREFIX}{TARGET}if(FOO)\nset(P ${{FOO}})\nendif()\n{LOCATION}"

    assert () == evaluate(text.replace("FOO", "CMAKE_BUILD_TYPE")).faults
    assert [Reach.PLAIN] == [fault.reach for fault in evaluate(text).faults]


def test_included_files_run_and_missing_ones_are_faults() -> None:
    """An OPTIONAL include may be missing."""
    text = (
        'include("${CMAKE_CURRENT_LIST_DIR}/targets.cmake")\n'
        'include("${CMAKE_CURRENT_LIST_DIR}/gone.cmake")\n'
        'include("${CMAKE_CURRENT_LIST_DIR}/maybe.cmake" OPTIONAL)\ninclude(CMakeFindDependencyMacro)\n'
    )
    found = evaluate(text, targets='set(X "/home/dev/build/x")\n')

    assert [
        (FaultKind.BUILD_PATH, "/home/dev/build/x"),
        (FaultKind.MISSING, "pair/lib/cmake/pair/gone.cmake"),
    ] == faults(found)
    assert 2 == len(found.reached)


def test_generated_targets_files_are_understood() -> None:
    """`file(GLOB)`, the loop over it, and the list of files to check."""
    text = (
        'get_filename_component(_IMPORT_PREFIX "${CMAKE_CURRENT_LIST_FILE}" PATH)\n'
        'get_filename_component(_IMPORT_PREFIX "${_IMPORT_PREFIX}" PATH)\n'
        f"{TARGET}"
        'file(GLOB _f "${CMAKE_CURRENT_LIST_DIR}/pairTargets-*.cmake")\n'
        "foreach(_i IN LISTS _f)\n  include(${_i})\nendforeach()\n"
    )
    release = (
        "list(APPEND _cmake_import_check_files_for_pair::pair"
        ' "${_IMPORT_PREFIX}/libx.so.1" )\n'
    )  # fmt: skip
    found = evaluate(text, **{"pairTargets-release": release})

    assert [(FaultKind.MISSING, "pair/lib/cmake/libx.so.1")] == faults(found)


def test_functions_keep_their_scope_and_macros_do_not() -> None:
    """PARENT_SCOPE, ARGN, and parsed options."""
    text = """
function(add name)
  cmake_parse_arguments(PARSE_ARGV 1 A "OPT_IN" "" "")
  if(NOT A_OPT_IN)
    set(LIBS ${LIBS} pair::${name} PARENT_SCOPE)
  endif()
  set(inner 1)
endfunction()
macro(note)
  set(last ${ARGN})
endmacro()
set(LIBS "")
add(a)
add(b OPT_IN)
add(c)
note(x y)
"""
    variables = evaluate(text).variables

    assert "pair::a;pair::c" == variables["LIBS"]
    assert "x;y" == variables["last"]
    assert "inner" not in variables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set(X @ROOT@)", [(FaultKind.PLACEHOLDER, "@ROOT@")]),
        ('set(X "@ROOT@")', [(FaultKind.PLACEHOLDER, "@ROOT@")]),
        ("@PACKAGE_INIT@\nset(X 1)", [(FaultKind.PLACEHOLDER, "@PACKAGE_INIT@")]),
        ("# @ROOT@\nset(X 1)", []),
        ('message(STATUS "@ROOT@")', []),
        ('set(X "text with @ROOT@ inside")', []),
        ("if(WIN32)\nset(X @ROOT@)\nendif()", []),
    ],
)
def test_placeholders(text: str, expected: list[tuple[FaultKind, str]]) -> None:
    """Reported where CMake would use them, and nowhere else."""
    assert expected == faults(evaluate(text))


def test_search_hints_are_no_faults() -> None:
    """Nor are the places of an administrator."""
    text = 'find_library(X x HINTS /home/dev/lib PATHS /usr/local/lib)\nset(Y "/usr/local/lib")\n'

    assert () == evaluate(text).faults


def test_nothing_is_certain_behind_a_fatal_error() -> None:
    """CMake has stopped there."""
    text = f'{PREFIX}{TARGET}message(FATAL_ERROR "no")\n{LOCATION}'

    assert [(FaultKind.REFUSAL, "no")] == faults(evaluate(text))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("TRUE", [(FaultKind.REFUSAL, "no")]),
        ("NOT TARGET pair::gone", [(FaultKind.REFUSAL, "no")]),
        ("NOT TARGET other::needed", []),
        ("NOT PAIR_CHOICE", []),
        ("CMAKE_VERSION VERSION_LESS 3.1", []),
    ],
)
def test_config_that_refuses_every_consumer(condition: str, expected: list[object]) -> None:
    """Not one that asks for something first: a target, a variable, a version of CMake."""
    assert expected == faults(evaluate(f'if({condition})\nmessage(FATAL_ERROR "no")\nendif()\n'))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("include({})\n", 1),
        ("include({} OPTIONAL)\n", 0),
        ("set(PAIR_LIBRARIES {})\n", 1),
        ("set(PAIR_INCLUDE_DIRS {})\n", 1),
        ("set(PAIR_TOOL {})\n", 0),
        (f"{TARGET}set_target_properties(pair::pair PROPERTIES IMPORTED_LOCATION {{}})\n", 1),
        (f"{TARGET}set_target_properties(pair::pair PROPERTIES INTERFACE_LINK_LIBRARIES {{}})\n", 1),
        (f"{TARGET}target_include_directories(pair::pair INTERFACE {{}})\n", 1),
    ],
)
def test_fixed_places_outside_of_the_wheel(text: str, count: int) -> None:
    """Folders of the system and of toolkits are no faults; those of the wheel may move."""
    found = evaluate(text.format("/opt/acme/lib/file.cmake")).faults

    assert [FaultKind.FIXED_PATH] * count == [fault.kind for fault in found]
    for allowed in ("/opt/rocm-6.4/lib/file.cmake", "/usr/lib64/libz.so", "/usr/local/include"):
        assert () == evaluate(text.format(allowed)).faults


def test_dependencies_are_noted() -> None:
    """Those that every consumer needs."""
    text = "find_dependency(Eigen3 REQUIRED)\nif(X)\nfind_dependency(Y)\nendif()\n"

    assert ["Eigen3"] == [each.package for each in evaluate(text).dependencies]


@pytest.mark.parametrize(
    "text",
    [
        'include("${CMAKE_CURRENT_LIST_FILE}")\n',
        "while(1)\nset(x 1)\nendwhile()\n",
        "macro(m)\nm()\nm()\nendmacro()\nm()\n",
        "set(x aaaaaaaaaaaaaaaa)\nwhile(1)\nset(x ${x}${x}${x})\nendwhile()\n",
        "if(1)\n" * 500,
        "set(x " + "(" * 5000,
        "set(x ${" * 2000,
        'set(x "' + "\\" * 4000,
        "[" * 3000 + "\n",
        'string(REGEX MATCH "(a+)+b" X "' + "a" * 5000 + '")\n',
        'string(REGEX REPLACE "a*a*a*a*b" "" X "' + "a" * 5000 + '")\n',
    ],
)
def test_hostile_text_ends(text: str) -> None:
    """Endless inclusion, loops, doubling, nesting, and expressions that run away."""
    assert () == evaluate(text).offered


def test_syntax_tree_keeps_lines() -> None:
    """Brackets, comments and continued arguments move nothing."""
    nodes, found = parse('#[[ a\n]]\nset(X [=[ ) ]=] "y\nz")\n# c\nset(Y)\n??\n')

    assert [3, 6] == [node.line for node in nodes if not hasattr(node, "body")]
    assert [(7, "??", FaultKind.SYNTAX)] == list(found)


@pytest.mark.parametrize(
    ("text", "line", "subject"),
    [
        ("set(A 1)\nif(A)\nset(B 1)\n", 2, "if() without endif()"),
        ("set(A 1)\nendif()\n", 2, "endif() without if()"),
        ("foreach(i a)\nelse()\nendforeach()\n", 2, "else() without if()"),
        ("if(A)\nendforeach()\nendif()\n", 2, "endforeach() without foreach()"),
    ],
)
def test_blocks_that_do_not_match_are_faults(text: str, line: int, subject: str) -> None:
    """CMake stops at them when it reads the file."""
    (fault,) = evaluate(text).faults

    assert (FaultKind.NESTING, line, subject) == (fault.kind, fault.line, fault.subject)


def test_deep_nesting_is_no_fault() -> None:
    """Only what lies deeper than is evaluated is left out."""
    assert () == evaluate("if(A)\nelse()\n" * 100 + "endif()\n" * 100).faults


def test_imported_library_at_a_fixed_place_is_a_fault() -> None:
    """Libraries of the system and of toolkits are not."""
    text = TARGET + "set_target_properties(pair::pair PROPERTIES IMPORTED_LOCATION {})\n"
    places = {
        "/usr/local/lib/liby.so": 1,
        "/usr/lib64/libx.so": 1,
        "/usr/lib64/libz.so": 0,
        "/usr/local/cuda/lib64/libcudart.so": 0,
    }

    for place, count in places.items():
        found = evaluate(text.format(place), "pair/lib/libx.so").faults
        assert [FaultKind.FIXED_PATH] * count == [fault.kind for fault in found]


@pytest.mark.parametrize(
    "text",
    [
        'set(S "{a}")\n' + 'if(S MATCHES "a*a*a*b")\nendif()\n' * 20_000,
        'set(S "{a}")\nif(S MATCHES "' + "a?" * 60 + 'b")\nendif()\n',
        'set(S "{a}")\nstring(REGEX MATCH "' + "(a|a)" * 30 + 'b" R "${S}")\n',
        "set(A " + "${" * 300_000 + ")",
        'set(A "{a}{a}")\nmacro(m x)\nmessage(' + '"${x}" ' * 100_000 + ')\nendmacro()\nm("${A}")\n',
        'set(A "{a}")\n' + 'string(REPLACE "a" "${A}${A}${A}" A "${A}")\n' * 50,
    ],
)
def test_hostile_values_end_soon(text: str) -> None:
    """Expressions, references and replacements are bounded by what they cost."""
    assert () == evaluate(text.replace("{a}", "a" * 120)).faults


def test_parsing_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of configs are read as far as the steps go, and the rest is told."""
    monkeypatch.setattr("wheelcheck.sdk.installed._STEPS", 20_000)
    text = "set(A 1)\n" * 2000
    files = {f"pair/x{each}/x{each}Config.cmake": text for each in range(40)}
    packages = configs_of(files).cmake

    assert "" == packages[0].evaluation.stopped
    assert "more steps" in packages[-1].evaluation.stopped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set(A 1)\nif(A)\nendif()\n", []),
        ("\nif(CMAKE_BUILD_TYPE)\nendif()\n", [(2, "if", "CMAKE_BUILD_TYPE")]),
        (
            "foreach(i IN LISTS CMAKE_BUILD_TYPE)\nendforeach()\n",
            [(1, "foreach", "i IN LISTS CMAKE_BUILD_TYPE")],
        ),
        ('include("${CMAKE_BUILD_TYPE}/x.cmake")\n', [(1, "include", '"${CMAKE_BUILD_TYPE}/x.cmake"')]),
        ("find_dependency(${CMAKE_BUILD_TYPE})\n", [(1, "find_dependency", "its package")]),
        ("foo_bar(x)\n", [(1, "foo_bar", "a command that the config does not define")]),
        (
            TARGET
            + "set_property(TARGET pair::pair PROPERTY IMPORTED_LOCATION ${CMAKE_BUILD_TYPE}/libx.so)\n",
            [(2, "IMPORTED_LOCATION", "of pair::pair")],
        ),
    ],
)
def test_undecided_places_are_kept(text: str, expected: list[tuple[int, str, str]]) -> None:
    """By line, with what is unknown there."""
    assert expected == [(each.line, each.cause, each.text) for each in evaluate(text).undecided]


@pytest.mark.parametrize(
    ("key", "count"),
    [
        ("INTERFACE_INCLUDE_DIRECTORIES", 1),
        ("IMPORTED_LOCATION", 1),
        ("INTERFACE_LINK_LIBRARIES", 1),
        ("X_DATA", 0),
    ],
)
def test_search_without_a_result_that_is_used(key: str, count: int) -> None:
    """CMake stops at `X-NOTFOUND` in a target, not in a variable."""
    text = (
        f'find_path(X x.h HINTS "${{CMAKE_CURRENT_LIST_DIR}}" NO_DEFAULT_PATH)\n{TARGET}'
        f"set_target_properties(pair::pair PROPERTIES {key} ${{X}})\n"
    )

    assert [(FaultKind.NOT_FOUND, "X-NOTFOUND")] * count == faults(evaluate(text))
