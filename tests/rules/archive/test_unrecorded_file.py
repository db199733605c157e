"""Tests of unrecorded-file."""

from __future__ import annotations

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.rules.archive.unrecorded_file import unrecorded_file
from wheelcheck.wheel.model import Record, RecordRow

INFO = "pair-1.0.dist-info"


def rows(*paths: str) -> Record:
    return Record(tuple(RecordRow(line, path, "sha256", "x", "1") for line, path in enumerate(paths, 1)), ())


def test_file_without_row_is_reported() -> None:
    """All files outside RECORD are named in one finding."""
    wheel = make_wheel(
        files={"pair/a.py": "", "pair/b.py": ""}, record=rows(f"{INFO}/METADATA", f"{INFO}/WHEEL")
    )

    (problem,) = problems(run(unrecorded_file, wheel))

    assert "'pair/a.py', 'pair/b.py'" in problem.message


def test_record_signatures_and_folders_need_no_row() -> None:
    """RECORD cannot cover itself or its signatures, and folders are not files."""
    names = [f"{INFO}/RECORD.jws", f"{INFO}/RECORD.p7s", "pair/"]
    members = [make_member(name) for name in names]
    wheel = make_wheel(members=members, record=rows(f"{INFO}/METADATA", f"{INFO}/WHEEL"))

    assert [] == run(unrecorded_file, wheel)


def test_row_with_a_leading_slash_counts() -> None:
    """How the row is written is the fault of malformed-record."""
    record = rows("/pair/a.py", f"{INFO}\\METADATA", f"{INFO}/WHEEL")

    assert [] == run(unrecorded_file, make_wheel(files={"pair/a.py": ""}, record=record))
