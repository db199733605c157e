"""The door for formats: `wheelcheck.binary.<format>.reader` holds the reader of a format as READER.

A format without that module has no reader, and its members are reported as not checked. Nothing else
lists the formats that are built.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from wheelcheck.binary.model import Binary, Format
from wheelcheck.binary.registry import Scheme
from wheelcheck.binary.signatures import sniff
from wheelcheck.binary.source import ByteSource
from wheelcheck.errors import UnreadableBinaryError

HEAD = 4096
"""Bytes at the start of a file that tell its format."""


class Hole(NamedTuple):
    """A range of a file in which no fact lies, in bytes."""

    start: int
    end: int


class Reader(NamedTuple):
    """How one format is read."""

    format: Format
    read: Callable[[ByteSource, str, tuple[Scheme, ...]], tuple[Binary, ...]]
    """Source, member name and registration schemes to facts: one binary, or one for each slice.

    Complete facts or UnreadableBinaryError, never an emptier binary.
    """
    holes: Callable[[bytes], tuple[Hole, ...]]
    """The first bytes of a file to what a reader never asks for; () when they do not tell."""


@cache
def reader_of(format_: Format) -> Reader | None:
    """Give the reader of a format, None when there is none yet."""
    if find_spec(f"wheelcheck.binary.{format_.value}") is None:
        return None
    reader: Reader = import_module(f"wheelcheck.binary.{format_.value}.reader").READER
    return reader


def read(source: ByteSource, member: str, schemes: tuple[Scheme, ...] = ()) -> tuple[Binary, ...]:
    """Read a native file of any format.

    Raises:
        UnreadableBinaryError: it is not native code, there is no reader for its format, or it is damaged.
    """
    format_ = sniff(source.read(0, HEAD))
    if format_ is None:
        raise UnreadableBinaryError("its first bytes are those of no native format")
    reader = reader_of(format_)
    if reader is None:
        raise UnreadableBinaryError(f"there is no reader for {format_.label} yet")
    return reader.read(source, member, schemes)
