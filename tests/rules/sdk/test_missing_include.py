"""missing-include."""

from __future__ import annotations

import pytest

from tests.support.facts import make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked, Severity
from wheelcheck.rules.sdk.missing_include import missing_include

HEADER = "pair/include/pair/x.h"


@pytest.mark.parametrize("line", ['#include "gone.h"', "#include <pair/gone.h>", '#include "pair/gone.h"'])
def test_own_header_that_does_not_ship_is_reported(line: str) -> None:
    """In quotes, or below a shipped folder."""
    (problem,) = problems(run(missing_include, make_wheel(files={HEADER: f"#pragma once\n{line}\n"})))

    assert HEADER == problem.member
    assert "line 2" in problem.message


@pytest.mark.parametrize(
    "line",
    ["#include <vector>", "#include <numpy/arrayobject.h>", '#include "Python.h"', '#include "y.h"',
     '#include "Python.h"\n#include "structmember.h"',
     "#include <pair/y.h>", '#include "../pair/y.h"', "#ifdef A\n#include <pair/gone.h>\n#endif"],
)  # fmt: skip
def test_others_are_not(line: str) -> None:
    """Foreign, shipped, or behind a condition."""
    assert [] == run(missing_include, make_wheel(files={HEADER: f"{line}\n", "pair/include/pair/y.h": ""}))


@pytest.mark.parametrize("line", ['#include "structmember.h"', '#include "Python.h"\n#include "gone.h"'])
def test_header_with_a_name_of_python_may_be_the_projects(line: str) -> None:
    """Without `Python.h` nothing tells whose it is; other headers are missing with `Python.h` as well."""
    assert 1 == len(problems(run(missing_include, make_wheel(files={HEADER: f"{line}\n"}))))


@pytest.mark.parametrize(
    ("header", "severity"), [(HEADER, None), ("pair/x.h", Severity.NOTE), ("pair/core/x.h", Severity.NOTE)]
)
def test_header_outside_an_include_folder_is_a_note(header: str, severity: Severity | None) -> None:
    """No consumer is led there: mostly sources that were packed along."""
    (problem,) = problems(run(missing_include, make_wheel(files={header: '#include "gone.h"\n'})))

    assert severity is problem.severity


def test_folder_that_a_package_config_names_is_an_include_folder() -> None:
    """Whatever it is called."""
    config = """
get_filename_component(P "${CMAKE_CURRENT_LIST_DIR}/../../" ABSOLUTE)
add_library(pair INTERFACE IMPORTED)
set_target_properties(pair PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${P}/api")
"""
    files = {"pair/api/x.h": '#include "gone.h"\n', "pair/cmake/pair/pairConfig.cmake": config}
    (problem,) = problems(run(missing_include, make_wheel(files=files)))

    assert problem.severity is None


def test_header_set_is_one_finding() -> None:
    """However many headers of it have the fault."""
    files = {f"pair/include/pair/{name}.h": f'#include "{name}{name}.h"\n' for name in "abc"}
    (problem,) = problems(run(missing_include, make_wheel(files=files)))

    assert "pair/include" == problem.subject
    assert "3 headers" in problem.message


def test_declared_header_folder_makes_it_an_error() -> None:
    """But for headers that it calls private."""
    wheel = make_wheel(files={HEADER: '#include "gone.h"\n'})
    declared = make_subject(wheel, {"headers": {"pair/include": {}}})
    private = make_subject(wheel, {"headers": {"pair/include": {"private": ["pair/x.h"]}}})

    assert [Severity.ERROR] == [each.severity for each in problems(run(missing_include, declared))]
    assert [None] == [each.severity for each in problems(run(missing_include, private))]


def test_header_of_a_sibling_counts() -> None:
    """Two wheels share the folder."""
    sibling = make_wheel(name="other", files={"pair/include/pair/y.h": ""})
    wheel = make_wheel(files={HEADER: "#include <pair/y.h>\n"})

    assert [] == run(missing_include, make_subject(wheel, siblings=[sibling]))


@pytest.mark.parametrize(
    ("line", "requirement", "is_open"),
    [
        ('#include "vexing/core.h"', "cmeel-vexing", True),
        ('#include "vexing/core.h"', "cmeel-vexing; extra == 'build'", True),
        ('#include "vexing/core.h"', "numpy", False),
        ("#include <pair/core/gone.h>", "pair-core", True),
        ("#include <pair/core/gone.h>", "other-core", False),
        ("#include <pair/gone.h>", "pair-core", False),
        ('#include "gone.h"', "pair-core", False),
        ("#include <pair/gone.h>", "cmeel-pair", False),
    ],
)
def test_header_of_a_requirement_is_not_checked(line: str, requirement: str, *, is_open: bool) -> None:
    """One that was not given, and that may ship it by its name or by what its name adds."""
    said = run(missing_include, make_wheel(files={HEADER: f"{line}\n"}, requires=[requirement]))

    assert 1 == len(said)
    assert is_open == isinstance(said[0], NotChecked)
    if isinstance(said[0], NotChecked):
        assert "not given by --with" in said[0].reason
