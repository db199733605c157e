"""Errors in the code generator's input, with their place."""

from __future__ import annotations

from typing import NamedTuple

from wheelcheck.errors import UsageError


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int | None = None
    """None if the text is folded or escaped, so that the column is unknown."""

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}"
        return text if self.column is None else f"{text}:{self.column}"


class CodegenError(UsageError):
    """The input of the code generator is wrong, or describes something that cannot be generated."""

    def __init__(self, message: str, *, place: Place | None = None, hint: str | None = None) -> None:
        super().__init__(message if place is None else f"{place}: {message}", hint=hint)
        self.place = place
