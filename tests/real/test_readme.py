"""What the pages show of a run is what a run prints, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from wheelcheck.cli.main import run

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/tutorial/first-audit.md")
LEFT_OUT = "[...]"
COMMAND = re.compile(r"^\$ wheelcheck (\S+\.whl)\n", re.MULTILINE)


def samples(page: str) -> list[tuple[str, list[str]]]:
    """Give each shown run: the wheel, and the lines below the command."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    parts = [part for block in blocks for part in COMMAND.split(block)[1:]]
    return [(wheel, shown.splitlines()) for wheel, shown in zip(parts[::2], parts[1::2], strict=True)]


CASES = [
    pytest.param(wheel, shown, id=f"{page}: {wheel}") for page in PAGES for wheel, shown in samples(page)
]


def passages(shown: list[str]) -> list[list[str]]:
    """Split the shown lines where some are left out."""
    found: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == LEFT_OUT:
            found.append([])
        else:
            found[-1].append(line)
    return found


def fits(printed: list[str], passage: list[str]) -> bool:
    """Whether printed lines are those of a passage; inside a line, `[...]` is any text."""
    patterns = [".*".join(map(re.escape, line.split(LEFT_OUT))) for line in passage]
    return len(printed) == len(passage) and all(map(re.fullmatch, patterns, printed))


def test_pages_show_runs() -> None:
    """The pages have samples, in the form that is compared here."""
    assert [len(samples(page)) for page in PAGES] == [2, 1]


@pytest.mark.parametrize(("wheel", "shown"), CASES)
def test_shown_lines_are_printed(
    wheel: str, shown: list[str], real_wheel: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every passage stands in the output whole, in this order, from the first line to the last."""
    run([str(real_wheel(wheel)), "--color", "never"])
    printed = capsys.readouterr().out.splitlines()

    rest = printed
    for passage in passages(shown):
        starts = [at for at in range(len(rest)) if fits(rest[at : at + len(passage)], passage)]
        assert starts, f"not printed: {passage}"
        rest = rest[starts[0] + len(passage) :]
    assert rest == []
    assert printed[0] == shown[0]
