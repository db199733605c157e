"""Operators that a model calls, read from its .pte file.

The file is a FlatBuffer of the tables in ExecuTorch's schema/program.fbs. Offsets are relative to their own
position; a table begins with the distance back to its list of field offsets, a list with its length.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from wheelcheck.codegen import native
from wheelcheck.codegen.errors import CodegenError
from wheelcheck.errors import reason_of

_IDENTIFIER = b"ET"
_EXECUTION_PLAN = 1
_OPERATORS = 6
_NAME = 0
_OVERLOAD = 1


def read_operator_names(path: Path) -> list[str]:
    """Return the operators of all methods, sorted, each once."""
    try:
        with path.open("rb") as file:
            head = file.read(8)
            data = head + file.read() if head[4:6] == _IDENTIFIER else head
    except OSError as error:
        raise CodegenError(
            f"cannot read {str(path)!r}: {reason_of(error)}", hint="check the path of --model"
        ) from error
    if data[4:6] != _IDENTIFIER:
        raise CodegenError(
            f"{str(path)!r} is not an ExecuTorch program: it has {data[4:8]!r} at byte 4, expected 'ET'",
            hint="give a .pte file with --model",
        )
    try:
        return sorted(set(_names(data)))
    except (struct.error, UnicodeDecodeError, IndexError) as error:
        raise CodegenError(
            f"{str(path)!r} is truncated or damaged: its tables point beyond its {len(data)} bytes",
            hint="export the model again",
        ) from error


def _names(data: bytes) -> Iterator[str]:
    for plan in _tables(data, _target(data, 0), _EXECUTION_PLAN):
        for operator in _tables(data, plan, _OPERATORS):
            overload = _text(data, operator, _OVERLOAD)
            yield native.qualified(_text(data, operator, _NAME)) + (f".{overload}" if overload else "")


def _number(data: bytes, at: int, layout: str) -> int:
    if at < 0:
        raise IndexError(at)
    number: int = struct.unpack_from(layout, data, at)[0]
    return number


def _target(data: bytes, at: int) -> int:
    return at + _number(data, at, "<I")


def _field(data: bytes, table: int, index: int) -> int | None:
    """Return where the value of a field begins, or None if the field was left out."""
    offsets = table - _number(data, table, "<i")
    place = 4 + 2 * index
    if place >= _number(data, offsets, "<H"):
        return None
    offset = _number(data, offsets + place, "<H")
    return table + offset if offset else None


def _tables(data: bytes, table: int, index: int) -> list[int]:
    field = _field(data, table, index)
    if field is None:
        return []
    start = _target(data, field)
    length = _number(data, start, "<I")
    if length > len(data) // 4:
        raise IndexError(length)
    return [_target(data, start + 4 + 4 * each) for each in range(length)]


def _text(data: bytes, table: int, index: int) -> str:
    field = _field(data, table, index)
    if field is None:
        return ""
    start = _target(data, field)
    length = _number(data, start, "<I")
    if start + 4 + length > len(data):
        raise IndexError(length)
    return data[start + 4 : start + 4 + length].decode()
