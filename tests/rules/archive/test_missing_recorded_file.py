"""Tests of missing-recorded-file."""

from __future__ import annotations

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.archive.missing_recorded_file import missing_recorded_file
from wheelcheck.wheel.model import Record, RecordRow


def rows(*paths: str) -> Record:
    return Record(tuple(RecordRow(line, path, "sha256", "x", "1") for line, path in enumerate(paths, 1)), ())


def test_row_without_file_is_reported() -> None:
    """All rows without a file are named in one finding."""
    (problem,) = problems(run(missing_recorded_file, make_wheel(record=rows("pair/a.py", "pair/b.py"))))

    assert "'pair/a.py', 'pair/b.py'" in problem.message


def test_row_that_is_written_wrongly_counts() -> None:
    """A leading slash or backslashes are the fault of malformed-record."""
    record = rows("/pair/a.py", "pair\\a.py", "./pair/a.py")

    assert [] == run(missing_recorded_file, make_wheel(files={"pair/a.py": ""}, record=record))


def test_healthy_wheel_is_not_reported() -> None:
    """RECORD and archive agree."""
    assert [] == run(missing_recorded_file, make_wheel(files={"pair/a.py": ""}))
