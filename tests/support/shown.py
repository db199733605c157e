"""Output as a page shows it, with `[...]` for what is left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

LEFT_OUT = "[...]"


def passages(shown: Sequence[str]) -> list[list[str]]:
    """Split the shown lines where some are left out."""
    found: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == LEFT_OUT:
            found.append([])
        else:
            found[-1].append(line)
    return found


def fits(printed: Sequence[str], passage: Sequence[str]) -> bool:
    """Whether printed lines are those of a passage; inside a line, `[...]` is any text."""
    patterns = [".*".join(map(re.escape, line.split(LEFT_OUT))) for line in passage]
    return len(printed) == len(passage) and all(map(re.fullmatch, patterns, printed))


def assert_shown(printed: Sequence[str], shown: Sequence[str]) -> None:
    """Every passage is in the output whole, in this order, from the first line to the last."""
    first, *others = passages(shown)
    assert fits(printed[: len(first)], first), f"does not begin with: {first}"
    rest = printed[len(first) :]
    for passage in others:
        starts = [at for at in range(len(rest) + 1) if fits(rest[at : at + len(passage)], passage)]
        assert starts, f"not printed: {passage}"
        rest = rest[(starts[0] if passage else len(rest)) + len(passage) :]
    assert [] == list(rest)
