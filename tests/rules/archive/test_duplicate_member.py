"""Tests of duplicate-member."""

from __future__ import annotations

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.archive.duplicate_member import duplicate_member


def test_repeated_name_is_reported() -> None:
    """One name twice is an error, whatever the content."""
    wheel = make_wheel(members=[make_member("pair/x.py", b"1"), make_member("pair/x.py", b"1")])

    (problem,) = problems(run(duplicate_member, wheel))

    assert ("pair/x.py", None) == (problem.member, problem.severity)
    assert "different content" not in problem.message


def test_copies_that_differ_are_said_to() -> None:
    """Which copy is installed matters when they differ."""
    wheel = make_wheel(members=[make_member("pair/x.py", b"1"), make_member("pair/x.py", b"2")])

    (problem,) = problems(run(duplicate_member, wheel))

    assert "with different content" in problem.message


def test_names_that_differ_in_case_are_a_warning() -> None:
    """Two names that one file system takes for one are a warning."""
    (problem,) = problems(run(duplicate_member, make_wheel(files={"pair/Data.txt": "", "pair/data.txt": ""})))

    assert Severity.WARNING is problem.severity


def test_same_file_name_in_two_folders_is_not_reported() -> None:
    """Only whole paths count."""
    assert [] == run(duplicate_member, make_wheel(files={"pair/a/x.py": "", "pair/b/x.py": ""}))
