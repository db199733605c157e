"""broken-package-config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.sdk.broken_package_config import broken_package_config

CONFIG = "pair/lib/cmake/pair/pairConfig.cmake"
IMPORT = (
    "add_library(pair::{0} SHARED IMPORTED)\n"
    'set_target_properties(pair::{0} PROPERTIES IMPORTED_LOCATION "${{CMAKE_CURRENT_LIST_DIR}}/../../{0}")\n'
)


def said(files: Mapping[str, str], contract: Mapping[str, Any] | None = None, **wheel: Any) -> list[Any]:
    facts = make_wheel(files=dict(files), binaries=[make_binary("pair/lib/libx.so")], **wheel)
    return run(broken_package_config, make_subject(facts, contract))


def found(files: Mapping[str, str], contract: Mapping[str, Any] | None = None, **wheel: Any) -> list[Problem]:
    return problems(said(files, contract, **wheel))


def test_missing_files_of_one_config_are_one_finding() -> None:
    """It names each."""
    (problem,) = found({CONFIG: IMPORT.format("liba.so") + IMPORT.format("libb.so")})

    assert CONFIG == problem.member
    assert "pair/lib/liba.so" in problem.message
    assert "pair/lib/libb.so" in problem.message
    assert problem.severity is None


def test_working_config_is_silent() -> None:
    """The library is there."""
    assert [] == said({CONFIG: IMPORT.format("libx.so")})


def test_related_wheel_may_bring_the_file() -> None:
    """Capped by what is known: `pair-libs` is not at hand."""
    (problem,) = found({CONFIG: IMPORT.format("liba.so")}, requires=["pair-libs", "numpy"])

    assert Severity.WARNING == problem.severity
    assert "pair-libs" in str(problem.hint)


def test_one_build_prefix_in_many_pc_files_is_one_finding() -> None:
    """No member is to blame alone."""
    text = "prefix=/project/build/lib\nlibdir=${prefix}/lib\nLibs: -L${libdir} -lx\n"
    (problem,) = found({f"pair/lib/pkgconfig/{name}.pc": text for name in "xyz"})

    assert "/project/build/lib" == problem.subject
    assert problem.member is None
    assert "3 files" in problem.message


def test_prefix_of_an_administrator_is_a_warning() -> None:
    """The `.pc` leads to no file of the wheel."""
    (problem,) = found({"pair/lib/pkgconfig/x.pc": "prefix=/usr/local\nLibs: -L${prefix}/lib -lx\n"})

    assert Severity.WARNING == problem.severity


def test_copies_that_differ_are_reported() -> None:
    """Both lead to the library, with other definitions."""
    copy = IMPORT.format("libx.so").replace("/../../", "/../lib/")
    files = {CONFIG: IMPORT.format("libx.so"), "pair/cmake/pairConfig.cmake": f"{copy}set(A 1)\n"}
    (problem,) = found(files)

    assert "differs" in problem.message


def test_orphan_targets_file_is_a_warning() -> None:
    """Nobody reads it."""
    (problem,) = found(
        {CONFIG: "", "pair/lib/cmake/old/oldTargets.cmake": "add_library(old SHARED IMPORTED)\n"}
    )

    assert Severity.WARNING == problem.severity


def test_contract_asks_for_a_version_file_that_refuses_another_major() -> None:
    """Absent, too generous, undecidable."""
    contract = {"packages": {"pair": {"version-file": True, "compatibility": "same-major"}}}
    version = CONFIG.replace("Config", "ConfigVersion")
    generous = 'set(PACKAGE_VERSION "1.0")\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n'
    unknown = "set(PACKAGE_VERSION 1.0)\nset(PACKAGE_VERSION_COMPATIBLE ${X})\n"

    assert ["has no version file" in each.message for each in found({CONFIG: ""}, contract)] == [True]
    assert [
        "accepts a request for '2.0'" in each.message
        for each in found({CONFIG: "", version: generous}, contract)
    ] == [True]
    assert [NotChecked] == [type(each) for each in said({CONFIG: "", version: unknown}, contract)]
    assert [] == said({CONFIG: "", version: generous})


@pytest.mark.parametrize(
    ("accepts", "request_"),
    [
        ("PACKAGE_FIND_VERSION_MAJOR EQUAL 3", "3.2"),
        ("PACKAGE_FIND_VERSION VERSION_LESS_EQUAL 3.1.0 AND PACKAGE_FIND_VERSION_MAJOR EQUAL 3", "3.0"),
        ("PACKAGE_FIND_VERSION_MINOR EQUAL 1 AND PACKAGE_FIND_VERSION_MAJOR EQUAL 3", "3.1.1"),
    ],
)
def test_exact_refuses_another_minor_version_and_patch(accepts: str, request_: str) -> None:
    """Newer and older; one in lower case is the package's under every spelling."""
    contract = {"packages": {"Pair": {"compatibility": "exact"}}}
    config = "pair/lib/cmake/pair/pair-config.cmake"
    version = (
        f"set(PACKAGE_VERSION 3.1.0)\nif({accepts})\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n"
        "else()\nset(PACKAGE_VERSION_COMPATIBLE FALSE)\nendif()\n"
    )
    (problem,) = found({config: "", config.replace("-config", "-config-version"): version}, contract)

    assert f"accepts a request for {request_!r}" in problem.message
    assert "ExactVersion" in str(problem.hint)


@pytest.mark.parametrize(
    ("requirement", "severity"),
    [("pair-core", Severity.WARNING), ("pair-global; extra == 'global'", None)],
)
def test_what_only_an_extra_brings_is_missing(requirement: str, severity: Severity | None) -> None:
    """A package that is always installed may bring the file."""
    metadata = f"Name: pair\nVersion: 1.0\nRequires-Dist: {requirement}\n"
    include = "include(${CMAKE_CURRENT_LIST_DIR}/pairTargets.cmake)\n"
    (problem,) = found({CONFIG: include, "pair-1.0.dist-info/METADATA": metadata})

    assert severity == problem.severity


def test_block_without_its_end_names_the_line() -> None:
    """CMake reads nothing of the file."""
    (problem,) = found({CONFIG: "set(A 1)\nif(A)\n"})

    assert "line 2: if() without endif(); CMake stops there" == problem.message


def test_searches_given_up_are_told() -> None:
    """A hostile `.pc` file."""
    flags = " ".join([*(f"-L/a{each}" for each in range(1000)), *(f"-l{each}" for each in range(1500))])

    assert [NotChecked] == [type(each) for each in said({"pair/lib/x.pc": f"Libs: {flags}\n"})]


def test_component_and_function_are_named() -> None:
    """What only callers of a function meet is a warning."""
    text = (
        'foreach(c ${pair_FIND_COMPONENTS})\ninclude("${CMAKE_CURRENT_LIST_DIR}/pair-${c}.cmake")\n'
        "endforeach()\n"
        'function(f)\ninclude("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/gone.cmake")\nendfunction()\n'
    )
    component, function = found({CONFIG: text, CONFIG.replace("Config", "-extra"): IMPORT.format("lost.so")})

    assert component.severity is None
    assert component.message.startswith("component 'extra': ")
    assert Severity.WARNING is function.severity
    assert function.message.startswith("function 'f': ")


def test_search_without_a_result_is_reported() -> None:
    """In folders that the config names, and nowhere else."""
    (problem,) = found(
        {CONFIG: 'find_file(X a.h REQUIRED NO_DEFAULT_PATH HINTS "${CMAKE_CURRENT_LIST_DIR}")\n'}
    )

    assert problem.severity is None
    assert "'a.h'" in problem.message
    assert "CMake stops there" in problem.message


def test_search_of_the_version_file_counts() -> None:
    """CMake reads it, and what it includes, before the config."""
    version, search = CONFIG.replace(".cmake", "Version.cmake"), CONFIG.replace("Config", "-search")
    files = {
        CONFIG: "set(pair_FOUND TRUE)\n",
        version: 'include("${CMAKE_CURRENT_LIST_DIR}/pair-search.cmake")\nset(PACKAGE_VERSION 1.0)\n',
        search: 'find_path(P a.h REQUIRED NO_DEFAULT_PATH PATHS "${CMAKE_CURRENT_LIST_DIR}/include")\n',
    }
    (problem,) = found(files)

    assert (search, None) == (problem.member, problem.severity)
    assert "'a.h'" in problem.message
    assert [] == found({**files, f"{CONFIG.rpartition('/')[0]}/include/a.h": ""})
    assert [] == found({**files, search: files[search].replace("REQUIRED ", "")})


def test_undecided_place_is_not_checked() -> None:
    """The line that decides, and the line where it matters."""
    text = "set(A 1)\nif(CMAKE_BUILD_TYPE STREQUAL Debug)\n" + IMPORT.format("lost.so") + "endif()\n"
    (left,) = said({CONFIG: text})

    assert CONFIG == left.member
    assert (
        "line 2: if(CMAKE_BUILD_TYPE STREQUAL Debug) depends on the consumer's machine: line 4: "
        "IMPORTED_LOCATION of pair::lost.so names 'pair/lib/lost.so', which nothing installs"
    ) == left.reason


def test_many_undecided_places_are_cut() -> None:
    """Three effects of one place, ten places of one file."""
    include = "include(${CMAKE_X}/a.cmake)\n"
    block = "if(CMAKE_X)\n" + "".join(
        f"include(${{CMAKE_CURRENT_LIST_DIR}}/{each}.cmake)\n" for each in "abcde"
    )
    reasons = [each.reason for each in said({CONFIG: f"{block}endif()\n" + include * 20})]

    assert 11 == len(reasons)
    assert any(reason.endswith("; 2 more") for reason in reasons)
    assert "11 more places cannot be decided" == reasons[-1]


POINTS = "[cmake.prefix]\npair = pair.data\n"


@pytest.mark.parametrize(
    ("place", "others", "severity"),
    [
        ("pair/data/GoneConfig.cmake", {}, Severity.WARNING),
        ("pair/data/GoneConfig.cmake", {"pair/data/liba.so": ""}, None),
        ("pair/data/GoneConfig.cmake", {"pair-1.0.dist-info/entry_points.txt": POINTS}, None),
        ("pair/data/cmake/GoneConfig.cmake", {}, None),
        ("pair-1.0.data/data/Gone/GoneConfig.cmake", {}, None),
    ],
)
def test_config_that_no_search_finds_is_a_warning(
    place: str, others: dict[str, str], severity: Severity | None
) -> None:
    """A copy in a data folder, unless one of its targets ships or somebody is led there."""
    text = "".join(IMPORT.format(each).replace("/../../", "/") for each in ("liba.so", "libb.so"))
    (problem,) = found({place: text, **others})

    assert severity == problem.severity
