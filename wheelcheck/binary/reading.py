"""Entry point for formats: `wheelcheck.binary.<format>.reader` defines the reader of a format as READER.

A format without that module has no reader, and its members are reported as not checked. There is no
other list of implemented formats.
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
"""Bytes at the start of a file that identify its format."""


class Hole(NamedTuple):
    """A range of bytes of a file without any facts."""

    start: int
    end: int


class Reader(NamedTuple):
    """Functions that read one format."""

    format: Format
    read: Callable[[ByteSource, str, tuple[Scheme, ...]], tuple[Binary, ...]]
    """Turns source, member name and registration schemes into one binary, or one for each slice.

    Gives complete facts or raises UnreadableBinaryError; never drops facts.
    """
    holes: Callable[[bytes], tuple[Hole, ...]]
    """Tells from the first bytes of a file what `read` never needs; () when they do not tell."""


@cache
def reader_of(format_: Format) -> Reader | None:
    """Give the reader of a format; None when there is none yet."""
    package = f"wheelcheck.binary.{format_.value}"
    # A folder without modules, as a change of branch leaves it, is found as well.
    if find_spec(package) is None or find_spec(f"{package}.reader") is None:
        return None
    reader: Reader = import_module(f"{package}.reader").READER
    return reader


def read(source: ByteSource, member: str, schemes: tuple[Scheme, ...] = ()) -> tuple[Binary, ...]:
    """Read a native file of any format.

    Raises:
        UnreadableBinaryError: the file is not native code, its format has no reader, or it is damaged.
    """
    format_ = sniff(source.read(0, HEAD))
    if format_ is None:
        raise UnreadableBinaryError("its first bytes do not match any native format")
    reader = reader_of(format_)
    if reader is None:
        raise UnreadableBinaryError(f"no reader for {format_.label} yet")
    return reader.read(source, member, schemes)
