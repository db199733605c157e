"""Tests of missing-license-file."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.names.missing_license_file import missing_license_file

INFO = "pair-1.0.dist-info"


def files(named: str, *shipped: str) -> dict[str, str]:
    text = f"Metadata-Version: 2.4\nName: pair\nVersion: 1.0\nLicense-File: {named}\n"
    return {f"{INFO}/METADATA": text, **dict.fromkeys(shipped, "")}


def test_absent_file_is_reported() -> None:
    """METADATA names it, the wheel lacks it."""
    (problem,) = problems(
        run(missing_license_file, make_wheel(files=files("LICENSE", f"{INFO}/licenses/NOTICE")))
    )

    assert "LICENSE" == problem.subject


@pytest.mark.parametrize(
    ("named", "place"),
    [
        ("LICENSE", f"{INFO}/licenses/LICENSE"),
        ("docs/LICENSE", f"{INFO}/licenses/docs/LICENSE"),
        ("LICENSE", f"{INFO}/LICENSE"),
        ("docs/LICENSE", f"{INFO}/LICENSE"),
        ("../LICENSE.txt", f"{INFO}/LICENSE.txt"),
        ("../LICENSE.txt", f"{INFO}/licenses/LICENSE.txt"),
    ],
)
def test_file_at_a_known_place_is_not_reported(named: str, place: str) -> None:
    """Backends old and new put it at one of these places."""
    assert [] == run(missing_license_file, make_wheel(files=files(named, place)))


def test_copy_outside_the_dist_info_folder_does_not_count() -> None:
    """A file elsewhere is not the one that METADATA names."""
    assert 1 == len(run(missing_license_file, make_wheel(files=files("LICENSE", "pair/LICENSE"))))
