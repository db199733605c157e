"""Tests of invalid-metadata."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, run
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.names.invalid_metadata import invalid_metadata


def metadata(*lines: str, version: str = "2.1") -> dict[str, str]:
    text = "\n".join([f"Metadata-Version: {version}", "Name: pair", "Version: 1.0", *lines, ""])
    return {"pair-1.0.dist-info/METADATA": text}


@pytest.mark.parametrize(
    "line",
    [
        "Requires-Dist: numpy >=1.0 <2",
        "Requires-Dist: numpy >=1.0.*",
        "Requires-Dist: numpy; python_version > 3",
        "Requires-Python: >=3.*",
        "Summary: one\n  two",
        "Description-Content-Type: text/html",
        "License-Expression: my own",
        "Name: other",
        "no header",
    ],
)
def test_field_that_an_index_refuses_is_reported(line: str) -> None:
    """Each fault is one finding."""
    (problem,) = run(invalid_metadata, make_wheel(files=metadata(line)))

    assert isinstance(problem, Problem)
    assert problem.severity is None


@pytest.mark.parametrize(
    "line",
    [
        "License-File: LICENSE",
        "License-Expression: MIT",
        "Dynamic: license-file",
        "Requires-Dist: numpy (>=1.0)",
        'Requires-Dist: numpy>=1.0; extra == "all"',
        "License-File: ../LICENSE",
        "Author-email: ä <a@b.c>",
        "License: of several\n        lines\n        ",
        "Unknown-Field: x",
    ],
)
def test_field_of_a_healthy_wheel_is_not_reported(line: str) -> None:
    """Fields newer than the stated version, and old spellings, pass."""
    assert [] == run(invalid_metadata, make_wheel(files=metadata(line)))


def test_direct_reference_is_a_warning() -> None:
    """Only public indexes refuse it."""
    (problem,) = run(invalid_metadata, make_wheel(files=metadata("Requires-Dist: x @ https://e.org/x.whl")))

    assert isinstance(problem, Problem)
    assert Severity.WARNING is problem.severity


def test_absent_metadata_is_reported() -> None:
    """Without METADATA there is no distribution."""
    assert 1 == len(run(invalid_metadata, make_wheel(texts={})))


def test_unknown_metadata_version_is_not_checked() -> None:
    """A version from the future cannot be judged."""
    (said,) = run(invalid_metadata, make_wheel(files=metadata(version="2.99")))

    assert isinstance(said, NotChecked)


def test_body_is_not_read_as_headers() -> None:
    """The description may hold anything."""
    assert [] == run(invalid_metadata, make_wheel(files=metadata("", "Requires-Dist: ???", "no header")))
