"""Tests of symlink-member."""

from __future__ import annotations

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.rules.archive.symlink_member import symlink_member

LINK = 0o120777


def test_link_is_reported_with_its_target() -> None:
    """A library link names its target and the linker script that cures it."""
    member = make_member("pair/libx.so", b"libx.so.1", mode=LINK)
    wheel = make_wheel(members=[member])
    wheel = make_wheel(members=[member], texts={**wheel.texts, "pair/libx.so": b"libx.so.1"})

    (problem,) = problems(run(symlink_member, wheel))

    assert "pair/libx.so -> libx.so.1" in problem.message
    assert "INPUT(libx.so.1)" in str(problem.hint)


def test_links_are_one_finding() -> None:
    """All links of a wheel have one cause."""
    members = [make_member(f"pair/{name}", b"x", mode=LINK) for name in ("a", "b")]

    (problem,) = problems(run(symlink_member, make_wheel(members=members)))

    assert ("pair/a", 2) == (problem.member, len(problem.evidence))


def test_linker_script_is_not_reported() -> None:
    """A text file in the link's place is the cure."""
    assert [] == run(symlink_member, make_wheel(files={"pair/libx.so": "INPUT(libx.so.1)"}))
