"""The data files of this package: dated, with their sources, and read on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec

from wheelcheck.toml import loads

_FOLDER = Path(__file__).parent / "data"


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every TOML file states about itself."""

    date: str
    """Date of the state that the lists describe."""
    sources: tuple[str, ...]


D = TypeVar("D", bound=Document)
T = TypeVar("T")
U = TypeVar("U")


def read_document(name: str, kind: type[D]) -> D:
    """Read a TOML file."""
    return msgspec.convert(loads(_read(name)), kind)


def read_lines(name: str) -> Iterator[str]:
    """Give the lines of a list without sections; comments are left out."""
    return (line for line in _read(name).splitlines() if not line.startswith("#"))


def read_sections(name: str) -> Iterator[tuple[str, list[str]]]:
    """Give the sections of a list: the heading in brackets, and the names below it."""
    for section in _read(name).split("\n[")[1:]:
        heading, _, names = section.partition("]\n")
        yield heading, names.split()


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


class Listed(AbstractSet[T]):
    """A set that is read from a data file on first use, for lists that are named like constants."""

    def __init__(self, read: Callable[[], frozenset[T]]) -> None:
        self._read = read

    @cached_property
    def _elements(self) -> frozenset[T]:
        return self._read()

    def __contains__(self, element: object) -> bool:
        return element in self._elements

    def __iter__(self) -> Iterator[T]:
        return iter(self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    def __or__(self, other: AbstractSet[U]) -> frozenset[T | U]:
        return self._elements | other

    __ror__ = __or__

    @classmethod
    def _from_iterable(cls, elements: Iterable[U]) -> frozenset[U]:
        return frozenset(elements)
