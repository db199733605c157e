"""What reproduce-a-failed-step.md shows of a failed step, and the command that it gives."""

from __future__ import annotations

import copy
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fixtures.processes import cmake_program
from tests.support.contracts import write_contract
from tests.support.pages import Block, all_blocks
from tests.support.shell_lines import shown_commands
from tests.support.shown import LEFT_OUT, fits
from tests.support.tiny_sdk import CONTRACT, SNIPPET
from wheelcheck.cli.main import run

pytestmark = pytest.mark.probe

PAGE = "docs/how-to/reproduce-a-failed-step.md"
CALL = "tiny::missing();\n"


def blocks(language: str) -> list[Block]:
    """Give the page's blocks of one language."""
    return [block for block in all_blocks() if (block.page, block.language) == (PAGE, language)]


def contract_with_a_fault(folder: Path) -> Path:
    """Write the tiny SDK's contract, with a consumer that calls what no library defines."""
    contract: Any = copy.deepcopy(dict(CONTRACT))
    only = contract["probes"]["extra"]
    only["snippet"] = SNIPPET.replace("(out) {\n", "(out) {\n" + CALL)
    # The same consumer without the component would fail as well.
    del only["baseline"], only["load"]
    return write_contract(contract, folder)


def test_failed_step(
    tiny_wheel: Path, work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines are printed, and the command builds the consumer once its source is correct."""
    run(["probe", str(tiny_wheel), "--contract", str(contract_with_a_fault(tmp_path))])
    printed = capsys.readouterr()
    (root,) = work.iterdir()
    kept, finding = (block.text for block in blocks("text"))
    lines = [line.strip() for line in printed.out.splitlines()]
    shown = [line.strip().replace("…", LEFT_OUT) for line in finding.splitlines()]

    assert kept.replace("<work>", str(root)) in printed.err
    assert [] == [line for line in shown if not any(fits([each], [line]) for each in lines)]

    (command,) = blocks("console")
    (only,) = shown_commands(command.text)
    words = [cmake_program(), *shlex.split(only.line.replace("<work>", shlex.quote(str(root))))[1:]]
    assert subprocess.run(words, capture_output=True, check=False).returncode != 0
    for source in (root / "source" / "link_extra").glob("*.cpp"):
        source.write_text(source.read_text(encoding="utf-8").replace(CALL, ""), encoding="utf-8")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
