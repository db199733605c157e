"""Lines of text output: indented, optionally coloured, and safe whatever the wheel contains."""

from __future__ import annotations

import click

from wheelcheck.reporters.escape import printable

INDENT = "  "


class Lines:
    """Collects lines; all text is escaped here, so that no caller can forget it."""

    def __init__(self, *, color: bool) -> None:
        self._color = color
        self._lines: list[str] = []

    def add(
        self, depth: int, before: str, label: str = "", after: str = "", *, color: str | None = None
    ) -> None:
        """Add one line; `label` is the part that is coloured."""
        text = printable(label)
        if self._color and color is not None:
            text = click.style(text, fg=color, bold=True)
        self._lines.append(f"{INDENT * depth}{printable(before)}{text}{printable(after)}")

    def blank(self) -> None:
        """Add an empty line."""
        self._lines.append("")

    def text(self) -> str:
        """All lines so far as one string, each with its line end; '' without any."""
        return "".join(f"{line}\n" for line in self._lines)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 wheel`, `2 wheels`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def named(name: str) -> str:
    """Give a name as it is shown: an empty one in quotes."""
    return name or "''"
