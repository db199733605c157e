"""Lines of text output: indented, coloured or not, and safe whatever the wheel holds."""

from __future__ import annotations

import click

from wheelcheck.reporters.escape import printable

INDENT = "  "


class Lines:
    """Collects lines; every piece of text is escaped here, so that no caller can forget it."""

    def __init__(self, *, color: bool) -> None:
        self._color = color
        self._lines: list[str] = []

    def add(
        self, depth: int, before: str, label: str = "", after: str = "", *, color: str | None = None
    ) -> None:
        """Add one line; `label` is the part that takes the colour."""
        text = printable(label)
        if self._color and color is not None:
            text = click.style(text, fg=color, bold=True)
        self._lines.append(f"{INDENT * depth}{printable(before)}{text}{printable(after)}")

    def blank(self) -> None:
        """Add an empty line."""
        self._lines.append("")

    def text(self) -> str:
        """Everything so far, as one string that ends with a line end, or '' when there is nothing."""
        return "".join(f"{line}\n" for line in self._lines)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 wheel`, `2 wheels`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
