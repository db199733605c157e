"""The commands of a console block, and what is shown below each."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import NamedTuple

from tests.support.pages import WrongExampleError

PROMPT = "$ "


class Shown(NamedTuple):
    """One command line, and what the page shows below it."""

    line: str
    output: tuple[str, ...]


def shown_commands(text: str) -> list[Shown]:
    """Split a block: with prompts, what follows a command is its output; without, each line is a command."""
    lines = text.replace("\\\n", " ").splitlines()
    if not any(line.startswith(PROMPT) for line in lines):
        return [Shown(line, ()) for line in lines if line.strip()]
    found: list[Shown] = []
    for line in lines:
        if line.startswith(PROMPT):
            found.append(Shown(line.removeprefix(PROMPT), ()))
        elif not found:
            raise WrongExampleError(f"output before the first command: {line!r}")
        else:
            found[-1] = found[-1]._replace(output=(*found[-1].output, line))
    return found


def words_of(line: str) -> Iterator[list[str]]:
    """Give the words of each command that a line chains with `&&`."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError as exc:
        raise WrongExampleError(f"{line!r}: {exc}") from exc
    part: list[str] = []
    for word in [*words, "&&"]:
        if word != "&&":
            part.append(word)
        elif part:
            yield part
            part = []
