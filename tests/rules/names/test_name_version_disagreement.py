"""Tests of name-version-disagreement."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.names.name_version_disagreement import name_version_disagreement


def metadata(name: str, version: str) -> dict[str, str]:
    return {"pair-1.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"}


@pytest.mark.parametrize(
    ("name", "version", "subject"), [("other", "1.0", "name"), ("pair", "1.1", "version")]
)
def test_metadata_of_another_release_is_reported(name: str, version: str, subject: str) -> None:
    """Name and version are compared on their own."""
    (problem,) = problems(run(name_version_disagreement, make_wheel(files=metadata(name, version))))

    assert subject == problem.subject


def test_folder_of_another_version_is_reported() -> None:
    """The dist-info folder is compared too."""
    (problem,) = problems(run(name_version_disagreement, make_wheel(dist_info="pair-1.1.dist-info")))

    assert "dist-info folder '1.1'" in problem.message


@pytest.mark.parametrize(("name", "version"), [("Pair", "1.0"), ("pair", "1.0.0"), ("PAIR", "v1.0")])
def test_other_spelling_is_not_reported(name: str, version: str) -> None:
    """Both are compared normalised."""
    assert [] == run(name_version_disagreement, make_wheel(files=metadata(name, version)))


def test_vendored_folder_is_not_reported() -> None:
    """Only the top-level folder counts."""
    files = {"pair/_vendor/other-2.0.dist-info/METADATA": "Name: other\nVersion: 2.0\n"}

    assert [] == run(name_version_disagreement, make_wheel(files=files))
