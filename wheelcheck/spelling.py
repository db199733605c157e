"""Close matches for names that do not exist."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the closest known name other than the word, or None if none is close."""
    from difflib import get_close_matches

    close = get_close_matches(word, sorted({*known} - {word}), n=1)
    return f"did you mean {close[0]!r}?" if close else None
