"""Tests of oversized-member."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.rules.archive.oversized_member import oversized_member
from wheelcheck.wheel.model import MemberFault


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (MemberFault.SIZE, "larger"),
        (MemberFault.RATIO, "compressed further"),
        (MemberFault.OVERLAP, "overlaps the bytes"),
    ],
)
def test_each_fault_is_said(fault: MemberFault, words: str) -> None:
    """A member that was not read to its end is reported with the reason."""
    member = make_member("pair/x.bin", fault=fault, digest=b"", size=-1)

    (problem,) = problems(run(oversized_member, make_wheel(members=[member])))

    assert "pair/x.bin" == problem.member
    assert words in problem.message


def test_members_with_one_fault_are_one_finding() -> None:
    """A bomb of a thousand members is one finding."""
    members = [
        make_member(f"pair/{number}", fault=MemberFault.OVERLAP, digest=b"", size=-1)
        for number in range(1000)
    ]

    (problem,) = problems(run(oversized_member, make_wheel(members=members)))

    assert "1,000 members" in problem.message


def test_large_member_within_the_limits_is_not_reported() -> None:
    """Real libraries are large."""
    member = make_member("pair/libx.so", size=3 << 30, declared_size=3 << 30)

    assert [] == run(oversized_member, make_wheel(members=[member]))
