"""Names and strings from a wheel, which may be hostile, made safe for a terminal or a file."""

from __future__ import annotations

from typing import Any


def printable(text: str) -> str:
    r"""Escape what a terminal could interpret: control, format and surrogate characters (`\x1b`)."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def encodable(value: Any) -> Any:
    r"""Copy a JSON document with lone surrogates escaped (`\udc80`): strict parsers reject them."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, list):
        return [encodable(item) for item in value]
    if isinstance(value, dict):
        return {encodable(key): encodable(item) for key, item in value.items()}
    return value
