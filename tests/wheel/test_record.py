"""Tests of the RECORD parser."""

from __future__ import annotations

import pytest

from wheelcheck.wheel.model import RecordRow
from wheelcheck.wheel.record import installed_path, parse_record


def test_rows_are_taken_apart() -> None:
    """Hash name, digest and size are kept as written, quotes are undone."""
    record = parse_record(b'"a,b.py",sha256=AbC,12\nx/RECORD,,\n')

    assert (
        RecordRow(1, "a,b.py", "sha256", "AbC", "12"),
        RecordRow(2, "x/RECORD", "", "", ""),
    ) == record.rows
    assert () == record.faults


def test_crlf_line_ends_are_no_fault() -> None:
    """Wheels built on Windows have them."""
    record = parse_record(b"a.py,sha256=A,1\r\nb.py,sha256=B,2\r\n")

    assert () == record.faults
    assert ["1", "2"] == [row.size for row in record.rows]


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"a.py\n", 1, "has 1 column, expected 3"),
        (b"a.py,sha256=A,1\na,b.py,sha256=A,1\n", 2, "has 4 columns, expected 3"),
        (b"a.py,sha256=A,1\n\n", 2, "is empty"),
        (b'"a.py,sha256=A,1\nb.py,sha256=A,1\n', 1, "is not valid CSV"),
        (b"a.py,sha256=A,1\n\xff.py,sha256=A,1\n", 2, "is not UTF-8"),
        (b"\xef\xbb\xbfa.py,sha256=A,1\n", 1, "byte order mark"),
        (b"a.py,AbC,1\n", 1, "without 'algorithm='"),
        (b"a.py,sha256=A,one\n", 1, "size that is not a number"),
        (b",sha256=A,one\n", 1, "names no file"),
        (b'a.py,sha256=A,1\n""\n', 2, "names no file"),
        (b"./,,\n", 1, "names no file"),
        (b'"' * 100_001, 1, "is not valid CSV"),
        (b",,,\n", 1, "names no file"),
    ],
)
def test_fault_has_its_line(data: bytes, line: int, words: str) -> None:
    """What breaks the format is kept with the line it stands on."""
    ((at, reason),) = parse_record(data).faults

    assert line == at
    assert words in reason


@pytest.mark.parametrize("data", [b'"' * 100_001, b",,", b",sha256=A,1", b'""', b"/,,", b"./,,", b"\\,,"])
def test_row_that_names_no_file_is_one_fault(data: bytes) -> None:
    """No rule about files speaks of it."""
    record = parse_record(data)

    assert () == record.rows
    assert 1 == len(record.faults)


def test_unquoted_comma_keeps_the_path() -> None:
    """Hash and size are the last two columns, so that only one rule reports the row."""
    (row,) = parse_record(b"a,b.py,sha256=A,1\n").rows

    assert ("a,b.py", "A", "1") == (row.path, row.digest, row.size)


def test_open_quote_does_not_swallow_the_rest() -> None:
    """The rows after it are still read."""
    rows = parse_record(b'"a.py,sha256=A,1\nb.py,sha256=B,1\n').rows

    assert ["a.py", "b.py"] == [row.path for row in rows]


@pytest.mark.parametrize("path", ["/pair/x.py", "./pair/x.py", "pair\\x.py", ".//pair/x.py", "pair/x.py"])
def test_path_is_told_however_it_is_written(path: str) -> None:
    """Slashes and dots before it, and backslashes in it, do not hide the file that is meant."""
    assert "pair/x.py" == installed_path(path)


def test_latin_1_is_not_taken_for_a_backslash() -> None:
    """Old writers used Latin-1: the path is told, and the encoding is the only fault."""
    record = parse_record("pair/\u00e9.py,,\n".encode("latin-1"))

    assert ["pair/\u00e9.py"] == [row.path for row in record.rows]
    assert ((1, "is not UTF-8"),) == record.faults


def test_rows_are_bounded() -> None:
    """A RECORD of millions of rows is not kept."""
    record = parse_record(b"x,,\n" * 10, 3)

    assert 3 == len(record.rows)
    assert ((4, "is beyond the limit of 3 rows and was not read"),) == record.faults


def test_endless_field_is_called_long() -> None:
    """It is no open quote, and the other rows are read."""
    record = parse_record(b"a,,\n" + b"x" * 200_000 + b",,\nb,,\n")

    assert ["a", "b"] == [row.path for row in record.rows]
    assert ((2, "is longer than any path"),) == record.faults


def test_endless_size_is_no_number() -> None:
    """Nothing has that many bytes, and Python refuses to read it."""
    assert ((1, "has a size that is not a number"),) == parse_record(b"x,sha256=a," + b"1" * 5000).faults
