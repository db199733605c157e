"""A member that is there and could not be read is not a member that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.wheelmaker import build_wheel
from wheelcheck.engine import Options, audit


@pytest.mark.parametrize(
    ("member", "rule"),
    [
        ("pair-1.0.dist-info/METADATA", "invalid-metadata"),
        ("pair-1.0.dist-info/WHEEL", "invalid-wheel-file"),
        ("pair-1.0.dist-info/RECORD", "unrecorded-file"),
        ("pair/data", "native-tag-without-binaries"),
    ],
)
def test_unread_member_is_not_judged(member: str, rule: str, tmp_path: Path) -> None:
    """The damage is the only thing that is certain."""
    description = {"member": [{"path": "pair/data", "text": "x"}], "zip": {"bad_crc": [member]}}
    (report,) = audit([build_wheel(description, tmp_path)], Options()).wheels

    assert [member] == [each.member for each in report.incomplete]
    assert [] == [each for each in report.findings if each.rule == rule]
    assert rule in {each.rule for each in report.not_checked}


def test_text_beyond_the_limit_is_not_missing(tmp_path: Path) -> None:
    """It was read, and is too long to be looked into."""
    member = "pair-1.0.dist-info/METADATA"
    text = "Metadata-Version: 2.1\nName: pair\nVersion: 1.0\n\n" + "a" * (5 << 20)
    (report,) = audit([build_wheel({"member": [{"path": member, "text": text}]}, tmp_path)], Options()).wheels

    assert [member] == [each.member for each in report.incomplete]
    assert [] == [each for each in report.findings if each.rule == "invalid-metadata"]
