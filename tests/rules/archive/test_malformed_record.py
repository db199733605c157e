"""Tests of malformed-record."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.rules.archive.malformed_record import malformed_record
from wheelcheck.wheel.model import Record, RecordRow
from wheelcheck.wheel.record import parse_record


def rows(*paths: str, digest: str = "A" * 43) -> Record:
    return Record(
        tuple(RecordRow(line, path, "sha256", digest, "1") for line, path in enumerate(paths, 1)), ()
    )


def test_faults_of_one_kind_are_one_finding() -> None:
    """The first line and the number of others are said."""
    record = parse_record(b"a,b,c,d\nx.py,sha256=AA,1\ne,f,g,h\n")

    (problem,) = problems(run(malformed_record, make_wheel(record=record)))

    assert "line 1 of RECORD has 4 columns, expected 3 (1 more such line)" == problem.message


def test_path_twice_is_reported() -> None:
    """A path occurs once."""
    (problem,) = problems(run(malformed_record, make_wheel(record=rows("pair/x.py", "pair/x.py"))))

    assert "twice" == problem.subject


@pytest.mark.parametrize("path", ["/pair/x.py", "pair\\x.py", "./pair/x.py"])
def test_path_written_wrongly_is_reported(path: str) -> None:
    """Paths are relative to the archive's root, with slashes."""
    assert 1 == len(run(malformed_record, make_wheel(record=rows(path))))


def test_backslash_of_the_member_itself_is_left_to_unsafe_member_path() -> None:
    """One root cause is one finding."""
    wheel = make_wheel(members=[make_member("pair\\x.py")], record=rows("pair\\x.py"))

    assert [] == run(malformed_record, wheel)


@pytest.mark.parametrize("digest", ["A" * 43 + "=", "a+b/", "0" * 64])
def test_digest_in_another_alphabet_is_reported(digest: str) -> None:
    """Padding, plain base64 and hexadecimal digests are refused by strict installers."""
    assert 1 == len(run(malformed_record, make_wheel(record=rows("pair/x.py", digest=digest))))


def test_healthy_wheel_is_not_reported() -> None:
    """What a build backend writes passes."""
    assert [] == run(malformed_record, make_wheel(files={"pair/x.py": "x"}))


@pytest.mark.parametrize(
    ("row", "cure"), [("pair/x.so,AA,1", "sha256="), ("pair/x.so,sha256=AA,one", "decimal digits")]
)
def test_wrong_value_names_the_path_and_the_cure(row: str, cure: str) -> None:
    """Who has to correct it looks for the file, not for the line."""
    record = parse_record(f"a.py,sha256=AA,1\n{row}\n".encode())

    (problem,) = problems(run(malformed_record, make_wheel(record=record)))

    assert "line 2 of RECORD ('pair/x.so') has a" in problem.message
    assert cure in str(problem.hint)
