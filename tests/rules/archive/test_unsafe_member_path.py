"""Tests of unsafe-member-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.rules.archive.unsafe_member_path import unsafe_member_path


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../x.py", "pair/../../x.py", "C:/x.py", "pair\\x.py", "pair/x\0.py", "pair/x\n.py"],
)
def test_unsafe_name_is_reported(name: str) -> None:
    """A name that leaves the installation, or that systems read differently, is reported as it stands."""
    (problem,) = problems(run(unsafe_member_path, make_wheel(members=[make_member(name)])))

    assert name == problem.member


@pytest.mark.parametrize("name", ["pair/..x.py", "pair/a..b", "pair/ä b.txt", "pair/C.py", "pair/x:y"])
def test_odd_but_safe_name_is_not_reported(name: str) -> None:
    """Dots, blanks, letters beyond ASCII and colons inside a name lead nowhere."""
    assert [] == run(unsafe_member_path, make_wheel(members=[make_member(name)]))


def test_names_with_one_fault_are_one_finding() -> None:
    """A packer that writes backslashes everywhere is one root cause."""
    members = [make_member(f"pair\\x{number}.py") for number in range(5)]

    (problem,) = problems(run(unsafe_member_path, make_wheel(members=members)))

    assert "backslash" == problem.subject
    assert "5 member names" in problem.message
