"""RECORD: one `path,hash,size` row per file (recording installed projects, "The RECORD file")."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from itertools import islice

from wheelcheck.wheel.model import Record, RecordRow

WEAK_ALGORITHMS = frozenset({"", "md5", "sha1"})
"""Hash names that the wheel format forbids; '' means a row without a hash."""
_COLUMNS = 3
_SIZE_DIGITS = 20
_Lines = list[tuple[int, list[str]]]
_Faults = list[tuple[int, str]]


def parse_record(data: bytes, most: int = 1_000_000) -> Record:
    """Parse RECORD; violations of the format are kept as faults, and every recognisable row is kept.

    Args:
        data: the content of RECORD.
        most: number of rows to read; more are a fault.
    """
    faults: _Faults = []
    text = _decode(data, faults)
    rows = []
    lines = _lines(text, most, faults)
    if len(lines) > most:
        faults.append((lines.pop()[0], f"is beyond the limit of {most} rows and was not read"))
    told = {line for line, _ in faults}
    for line, cells in lines:
        path = _path(cells)
        if not installed_path(path):
            # It names no file, so there is nothing else to say of it.
            faults += [] if line in told else [(line, "names no file" if cells else "is empty")]
            continue
        if len(cells) != _COLUMNS:
            noun = "column" if len(cells) == 1 else "columns"
            faults.append((line, f"has {len(cells)} {noun}, expected {_COLUMNS}"))
        rows.append(_row(line, path, cells, faults))
    return Record(tuple(rows), tuple(sorted(faults)))


def installed_path(path: str) -> str:
    """Path that a wrongly written row refers to, without backslashes and a leading slash or `./`."""
    path = path.replace("\\", "/")
    while path.startswith(("/", "./")):
        path = path.lstrip("/").removeprefix("./")
    return path


def signature_names(dist_info: str) -> frozenset[str]:
    """Members that RECORD cannot list with a hash: itself and its signatures."""
    return frozenset(f"{dist_info}/RECORD{suffix}" for suffix in ("", ".jws", ".p7s"))


def _decode(data: bytes, faults: _Faults) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        faults.append((1, "starts with a byte order mark, which becomes part of the first path"))
        data = data[3:]
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        faults.append((data.count(b"\n", 0, exc.start) + 1, "is not UTF-8"))
        return data.decode(errors=_LATIN)


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8 as Latin-1, which old writers used."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


_LATIN = "wheelcheck-latin-1"
codecs.register_error(_LATIN, _as_latin)


def _lines(text: str, most: int, faults: _Faults) -> _Lines:
    """Give at most one row more than `most`."""
    reader = csv.reader(_split(text), strict=True)
    try:
        return [(reader.line_num, cells) for cells in islice(reader, most + 1)]
    except csv.Error:
        return _single_lines(text, most, faults)


def _split(text: str) -> Iterator[str]:
    """Give the lines with their line ends: a `StringIO` would take four bytes per character."""
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield from text[at:end].splitlines(keepends=True) if "\r" in text[at:end] else (text[at:end],)
        at = end


def _single_lines(text: str, most: int, faults: _Faults) -> _Lines:
    """Parse each line alone, so that one open quote does not swallow the rest."""
    lines: _Lines = []
    for number, line in enumerate(islice(_split(text), most + 1), start=1):
        if len(line) > csv.field_size_limit():
            faults.append((number, "is longer than any path"))
            continue
        cells = _cells(line.rstrip("\r\n"))
        if cells is None:
            faults.append((number, "is not valid CSV: a quote is not closed or not doubled"))
            cells = line.rstrip("\r\n").replace('"', "").split(",")
        lines.append((number, cells))
    return lines


def _cells(line: str) -> list[str] | None:
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return None


def _path(cells: list[str]) -> str:
    """Path of a row; a writer that did not quote its commas put hash and size last all the same."""
    parts = cells[:-2] if len(cells) > _COLUMNS else cells[:1]
    return ",".join(parts) if any(parts) else ""


def _row(line: int, path: str, cells: list[str], faults: _Faults) -> RecordRow:
    is_whole = len(cells) == _COLUMNS
    checksum, size = cells[-2:] if len(cells) >= _COLUMNS else [*cells[1:], "", ""][:2]
    algorithm, equals, digest = checksum.partition("=")
    if is_whole and checksum and not equals:
        faults.append((line, "has a hash without 'algorithm='"))
    if is_whole and size and not (size.isascii() and size.isdigit() and len(size) <= _SIZE_DIGITS):
        faults.append((line, "has a size that is not a number"))
    return RecordRow(line, path, algorithm if equals else "", digest if equals else checksum, size)
