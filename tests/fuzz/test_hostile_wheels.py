"""Damaged wheels: an answer every time, never a crash, never a rule that broke."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from tests.support.pairs import load_pair
from tests.support.wheelmaker import build_wheel
from wheelcheck.engine import Options, audit
from wheelcheck.report import Report

pytestmark = pytest.mark.fuzz

ROUNDS = 150
PAIRS = ("undefined-symbol", "unresolved-dependency", "broken-package-config", "record-hash-mismatch")


def look(path: Path) -> Report:
    report = audit([path], Options())
    broken = [each.reason for each in report.wheels[0].incomplete if "broke" in each.reason]
    assert [] == broken
    return report


@pytest.mark.parametrize("slug", PAIRS)
def test_flipped_bytes(slug: str, tmp_path: Path) -> None:
    """Any bytes of the archive may be wrong."""
    good, _ = load_pair(slug)
    wheel = build_wheel(good, tmp_path)
    original = wheel.read_bytes()
    dice = random.Random(slug)  # noqa: S311  # repeatable damage, no secret
    for _ in range(ROUNDS):
        data = bytearray(original)
        for _ in range(dice.choice((1, 2, 8, 64))):
            data[dice.randrange(len(data))] = dice.randrange(256)
        wheel.write_bytes(data)

        assert look(wheel).exit_code in {0, 1, 3}


@pytest.mark.parametrize("slug", PAIRS)
def test_cut_archives_are_never_clean(slug: str, tmp_path: Path) -> None:
    """An archive that ends early cannot be read as a whole."""
    good, _ = load_pair(slug)
    wheel = build_wheel(good, tmp_path)
    original = wheel.read_bytes()
    dice = random.Random(slug)  # noqa: S311  # repeatable damage, no secret
    for _ in range(ROUNDS):
        wheel.write_bytes(original[: dice.randrange(len(original))])

        assert 3 == look(wheel).exit_code


@pytest.mark.parametrize("slug", PAIRS)
def test_damaged_members_in_a_sound_archive(slug: str, tmp_path: Path) -> None:
    """The archive is right and what lies in it is not."""
    good, _ = load_pair(slug)
    wheel = build_wheel(good, tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    dice = random.Random(slug)  # noqa: S311  # repeatable damage, no secret
    names = sorted(name for name, data in members.items() if data)
    for _ in range(ROUNDS):
        victim = dice.choice(names)
        data = bytearray(members[victim])
        for _ in range(dice.choice((1, 4, 32))):
            data[dice.randrange(len(data))] = dice.randrange(256)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, bytes(data) if name == victim else content)
        wheel.write_bytes(packed.getvalue())

        assert look(wheel).exit_code in {0, 1, 3}
