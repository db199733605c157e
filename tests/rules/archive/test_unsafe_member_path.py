"""Tests of unsafe-member-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_subject, make_wheel, problems, run
from wheelcheck.rules.archive.unsafe_member_path import unsafe_member_path


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../x.py",
        "pair/../../x.py",
        "C:/x.py",
        "pair\\x.py",
        "pair/x\0.py",
        "pair/x\n.py",
        "pair/x\u202e.py",
        "x/" * 150,
        "",
    ],
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
    assert "5 members have a backslash" in problem.message


@pytest.mark.parametrize("mode", [0o020644, 0o060644, 0o010644, 0o104755, 0o102755])
def test_device_pipe_and_setuid_are_reported(mode: int) -> None:
    """An installer that keeps the mode would make them."""
    member = make_member("pair/x", mode=mode)
    (problem,) = problems(run(unsafe_member_path, make_wheel(members=[member])))

    assert "pair/x" == problem.member


def test_file_that_is_a_folder_too_is_reported() -> None:
    """Only one of the two can be installed, whichever wheel brings the other."""
    file, below = make_member("pair/a", b"x"), make_member("pair/a/b.py")
    (alone,) = problems(run(unsafe_member_path, make_wheel(members=[file, below])))
    subject = make_subject(wheel=make_wheel(members=[file]), siblings=[make_wheel(members=[below])])
    (beside,) = problems(run(unsafe_member_path, subject))

    assert ("pair/a", "pair/a") == (alone.member, beside.member)


def test_folder_with_content_is_reported() -> None:
    """A folder entry has no bytes."""
    (problem,) = problems(run(unsafe_member_path, make_wheel(members=[make_member("pair/a/", b"x")])))

    assert "pair/a/" == problem.member
