"""What a refusal of CMake proves, by its words."""

from __future__ import annotations

import pytest

from tests.support.facts import make_subject, make_wheel
from wheelcheck.probe.packages import errors_of, wanted_first
from wheelcheck.probe.refusals import excuse

CONFIG = "pair/lib/cmake/pair/pairConfig.cmake"
NO_CONFIG = 'Could not find a package configuration file provided by "{}" with any of the following names'
NO_MODULE = 'By not providing "Find{}.cmake" in CMAKE_MODULE_PATH this project has asked CMake'


def why(
    words: str, told: str = "", *, requires: tuple[str, ...] = (), siblings: tuple[str, ...] = ()
) -> str | None:
    """Ask about a refusal of `pair`; a sibling ships a config and a module of its own name."""
    given = [
        make_wheel(name=name, files={f"{name}/lib/cmake/{name}/{name}Config.cmake": "", f"{name}/x.py": ""})
        for name in siblings
    ]
    wheel = make_wheel(files={CONFIG: "", "pair/__init__.py": ""}, requires=requires)
    return excuse("pair", [words], f"{words} {told}", make_subject(wheel, siblings=given))


@pytest.mark.parametrize(
    "words",
    [
        'The imported target "pair::pair" references the file "libpair.so" but this file does not exist.',
        NO_CONFIG.format("pair"),
        NO_CONFIG.format("Foo"),
        "set EXECUTORCH_SOURCE_DIR",
        "No module named 'other'",
    ],
)
def test_fault_of_the_wheel(words: str) -> None:
    """A lost file, a lost config, a package that no requirement could provide."""
    assert why(words) is None


@pytest.mark.parametrize("words", [NO_CONFIG.format("Foo"), NO_MODULE.format("Foo")])
def test_package_of_a_requirement(words: str) -> None:
    """Not given, it may come from there; what is given has it not, or has one that does not work."""
    reason = "it needs the package 'Foo'; not given by --with: cmeel-foo"

    assert why(words, requires=("cmeel-foo; extra == 'build'",)) == reason
    assert why(words, requires=("aaa", "cmeel-foo")) == reason
    assert why(words, requires=("bar",), siblings=("bar",)) is None
    assert why(words, requires=("bar", "Foo"), siblings=("Foo",)) is None


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("Could NOT find ZLIB (missing: x)", "it needs the package 'ZLIB', which this host does not have"),
        (NO_CONFIG.format("OpenSSL"), "it needs the package 'OpenSSL', which this host does not have"),
        ("No CMAKE_D_COMPILER could be found.", "it needs a compiler for D, which this host does not have"),
        (
            "CMake Error at /usr/share/cmake/Modules/CMakeTestCXXCompiler.cmake:73 (message): no space left",
            "the CXX compiler of this host does not compile CMake's own test program",
        ),
        ("CMake 9.1 or higher is required.  You are running version 4.4", "it needs CMake 9.1 or newer"),
        (
            "The following required packages were not found: - libavutil - x",
            "it needs 'libavutil' of pkg-config, which this host does not have",
        ),
        ("No module named 'pair'", "it asks a Python interpreter for 'pair', and found one without it"),
        ("Failed to detect numpy", "it asks a Python interpreter for numpy, which was not given by --with"),
    ],
)  # fmt: skip
def test_lack_of_this_host(words: str, reason: str) -> None:
    """Search modules look for what the host has; languages, CMake and interpreters are the host's too."""
    assert why(words) == reason


def test_optional_search_explains_nothing() -> None:
    """Unless the config refuses itself, and says why among everything else."""
    told = "-- Could NOT find ZLIB (missing: ZLIB_LIBRARY)"

    assert why('The imported target "pair::pair" references a file', told) is None
    assert why("but it set pair_FOUND to FALSE so it is considered to be NOT FOUND", told) == (
        "it needs the package 'ZLIB', which this host does not have"
    )


def test_target_of_a_package_that_was_not_given() -> None:
    """One of CMake's own modules would have been there: the config did not look for it."""
    words = "contains: {}::x but the target was not found"
    reason = "it links a target of 'foo'; not given by --with: cmeel-foo"

    assert why(words.format("foo"), requires=("cmeel-foo",)) == reason
    assert why(words.format("Threads"), requires=("cmeel-foo",)) is None
    assert why(words.format("foo")) is None


def test_requirement_that_the_words_name_by_chance() -> None:
    """Every error begins with the word `CMake`, which build tools require."""
    assert why("CMake Error at x.cmake:1 (message): no", requires=("cmake; extra == 'build'",)) is None


def test_what_a_config_wants_to_be_found_first() -> None:
    """A search module of CMake, with words that can be nothing else."""
    said = "You must invoke 'find_package({})' prior to\n  including nanobind."

    assert wanted_first(said.format("Python COMPONENTS Interpreter Development REQUIRED")) == (
        "find_package(Python COMPONENTS Interpreter Development REQUIRED)"
    )
    assert wanted_first(said.format("Evil REQUIRED")) == ""
    assert wanted_first(said.format("Python ${x} REQUIRED")) == ""


def test_errors_come_before_other_words() -> None:
    """Lines about what was found along the way are left out, unless there is nothing else."""
    found = "-- Found Python (minimum required is 3)"

    assert errors_of((found, "CMake Error at x:1: no")) == ("CMake Error at x:1: no",)
    assert errors_of((found,)) == (found,)
