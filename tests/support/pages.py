"""Pages that people read, and the examples on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]


class WrongExampleError(Exception):
    """An example that does not do what a reader expects; the text says why."""


class Block(NamedTuple):
    """One code block."""

    page: str
    line: int
    """Of its fence."""
    language: str
    """As after the fence; empty for a block without one, and for an indented block."""
    text: str

    @property
    def place(self) -> str:
        """Where to find it."""
        return f"{self.page}:{self.line}"


class Span(NamedTuple):
    """One piece of code in a sentence."""

    place: str
    text: str


@cache
def pages() -> dict[str, str]:
    """Every page by its path."""
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


def blocks_of(page: str, text: str) -> Iterator[Block]:
    """Give the code blocks of a page, as CommonMark defines them."""
    for token in MarkdownIt().parse(text):
        if token.type in {"fence", "code_block"} and token.map is not None:
            yield Block(page, token.map[0] + 1, token.info.strip(), token.content)


def all_blocks() -> list[Block]:
    """Give the code blocks of all pages."""
    return [block for page, text in pages().items() for block in blocks_of(page, text)]


def spans_of(page: str, text: str) -> Iterator[Span]:
    """Give the code inside the sentences of a page; a table is read as a paragraph."""
    for token in MarkdownIt().parse(text):
        for child in token.children or ():
            if child.type == "code_inline" and token.map is not None:
                yield Span(f"{page}:{token.map[0] + 1}", child.content)


def all_spans() -> list[Span]:
    """Give the code inside the sentences of all pages."""
    return [span for page, text in pages().items() for span in spans_of(page, text)]
