"""limit-exceeded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_member, make_subject, make_wheel, problems, run
from wheelcheck.rules.sdk.limit_exceeded import limit_exceeded


def said(limits: Mapping[str, Any], **files: str) -> list[str]:
    wheel = make_wheel(files={f"pair/{name}": text for name, text in files.items()})
    return [each.subject for each in problems(run(limit_exceeded, make_subject(wheel, {"limits": limits})))]


def test_large_member_is_reported() -> None:
    """By name."""
    assert ["pair/big"] == said({"member-size": 1000}, big="x" * 1001, small="x")


def test_sizes_are_read_with_their_unit() -> None:
    """Decimal and binary."""
    assert ["unpacked-size"] == said({"unpacked-size": "1 kB"}, big="x" * 1001)
    assert [] == said({"member-size": "1 KiB"}, big="x" * 1001)


def test_counts() -> None:
    """Of all members, and of those that a glob matches."""
    assert ["members"] == said({"members": 2}, a="", b="")
    assert ["pair/*"] == said({"matching": {"pair/*": {"count": 1}}}, a="", b="")
    assert [] == said({"matching": {"pair/*": {"count": 2}}}, a="", b="")


def test_members_of_a_glob_are_added_up() -> None:
    """None of them is too large by itself."""
    matching = {"pair/*.h": {"size": "1 kB", "total": "2 kB"}}
    files = {"a.h": "x" * 900, "b.h": "x" * 900, "c.h": "x" * 201, "d.c": "x" * 5000}

    assert ["pair/*.h"] == said({"matching": matching}, **files)
    assert [] == said({"matching": matching}, **{**files, "c.h": "x" * 200})


def test_long_path_is_reported() -> None:
    """By its characters in the archive; the limit itself is allowed."""
    assert ["pair/" + "n" * 26] == said({"path-length": 30}, **{"n" * 26: "", "n" * 25: ""})


def test_no_limit_is_silent() -> None:
    """Zero bounds nothing."""
    assert [] == said({}, big="x" * 100000)


def test_size_of_the_file_is_compared_and_explained_in_one_unit() -> None:
    """What its members take in it, not what they unpack to."""
    members = [make_member("pair/a", b"a" * 9000, compressed_size=10), make_member("pair/b", b"b" * 4000)]
    wheel = make_wheel(members=members, size=5_000_000)
    (found,) = problems(run(limit_exceeded, make_subject(wheel, {"limits": {"wheel-size": "4 MB"}})))

    assert "the wheel file is 5.0 MB, the limit is 4.0 MB" == found.message
    assert ("4.0 kB compressed", "pair/b") == (found.evidence[0].label, found.evidence[0].value)


def test_sizes_that_look_alike_are_told_in_bytes() -> None:
    """`10.0 MB, the limit is 10.0 MB` helps nobody."""
    wheel = make_wheel(size=10_000_001)
    (found,) = problems(run(limit_exceeded, make_subject(wheel, {"limits": {"wheel-size": "10 MB"}})))

    assert "10,000,001 bytes" in found.message


def test_every_member_that_a_glob_bounds_is_judged() -> None:
    """And a brace in a name is a character."""
    assert ["pair/{a}", "pair/b"] == said(
        {"matching": {"pair/*": {"size": 1}}}, **{"{a}": "xxx", "b": "xx", "c": "x"}
    )
