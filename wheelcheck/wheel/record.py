"""RECORD: one `path,hash,size` row per file (recording installed projects, "The RECORD file")."""

from __future__ import annotations

import csv
import io

from wheelcheck.wheel.model import Record, RecordRow

WEAK_ALGORITHMS = frozenset({"", "md5", "sha1"})
"""Hash names that the wheel format forbids; '' is a row without one."""
_COLUMNS = 3
_Lines = list[tuple[int, list[str]]]
_Faults = list[tuple[int, str]]


def parse_record(data: bytes) -> Record:
    """Parse RECORD; what breaks the format is kept as a fault, and every row that can be told is kept."""
    faults: _Faults = []
    text = _decode(data, faults)
    rows = []
    for line, cells in _lines(text, faults):
        if len(cells) != _COLUMNS:
            noun = "column" if len(cells) == 1 else "columns"
            faults.append((line, f"has {len(cells)} {noun}, expected {_COLUMNS}" if cells else "is empty"))
        if cells:
            rows.append(_row(line, cells, faults))
    return Record(tuple(rows), tuple(sorted(faults)))


def installed_path(path: str) -> str:
    """Path that a row means although it is written wrongly: no backslash, no leading slash or `./`."""
    path = path.replace("\\", "/")
    while path.startswith(("/", "./")):
        path = path.lstrip("/").removeprefix("./")
    return path


def signature_names(dist_info: str) -> frozenset[str]:
    """Members that RECORD cannot cover: itself, and signatures over it."""
    return frozenset(f"{dist_info}/RECORD{suffix}" for suffix in ("", ".jws", ".p7s"))


def _decode(data: bytes, faults: _Faults) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        faults.append((1, "starts with a byte order mark, which becomes part of the first path"))
        data = data[3:]
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        faults.append((data.count(b"\n", 0, exc.start) + 1, "is not UTF-8"))
        return data.decode(errors="backslashreplace")


def _lines(text: str, faults: _Faults) -> _Lines:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader]
    except csv.Error:
        return _single_lines(text, faults)


def _single_lines(text: str, faults: _Faults) -> _Lines:
    """Parse each line alone, so that one open quote does not swallow the rest."""
    lines: _Lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        cells = _cells(line)
        if cells is None:
            faults.append((number, "is not CSV: a quote is not closed or not doubled"))
            cells = line.replace('"', "").split(",")
        lines.append((number, cells))
    return lines


def _cells(line: str) -> list[str] | None:
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return None


def _row(line: int, cells: list[str], faults: _Faults) -> RecordRow:
    is_whole = len(cells) == _COLUMNS
    if len(cells) < _COLUMNS:
        cells = [*cells, "", ""]
    elif len(cells) > _COLUMNS:
        # The writer forgot to quote a path with commas: hash and size are still the last two.
        cells = [",".join(cells[:-2]), *cells[-2:]]
    path, checksum, size = cells[:_COLUMNS]
    algorithm, equals, digest = checksum.partition("=")
    if is_whole and checksum and not equals:
        faults.append((line, "has a hash without 'algorithm='"))
    if is_whole and size and not (size.isascii() and size.isdigit()):
        faults.append((line, "has a size that is no number"))
    return RecordRow(line, path, algorithm if equals else "", digest if equals else checksum, size)
