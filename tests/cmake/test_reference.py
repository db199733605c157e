"""The reference page has every keyword, and the example is what the tutorial shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cmake.conftest import FUNCTIONS
from tests.support.page_runs import Where, runs
from tests.support.shown import LEFT_OUT, assert_shown
from wheelcheck.codegen import Request, generate

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "cmake.md"
TUTORIAL = ROOT / "docs" / "tutorial" / "from-yaml-to-a-checked-wheel.md"
EXAMPLE = ROOT / "docs" / "examples" / "custom-kernels"
NAMES = (
    "gen_selected_ops",
    "generate_bindings_for_kernels",
    "gen_operators_lib",
    "install_kernels_package",
)


@pytest.mark.parametrize("name", NAMES)
def test_keywords_are_those_of_the_page(name: str) -> None:
    """As the comment above the function has them too."""
    comment = re.split(rf"(?m)^function\({name}\)", (FUNCTIONS / f"{name}.cmake").read_text())[0]
    usage = re.search(rf"# {name}\((?:.*\n)+?#.*\)\n#\n", comment)
    section = re.search(rf"(?m)^## {name}\n((?:(?!^## ).*\n)+)", PAGE.read_text())
    assert usage is not None
    assert section is not None
    keywords = set(re.findall(r"\b[A-Z][A-Z_]{3,}\b", re.sub(r"<[^>]*>", "", usage[0]))) - {"OFF"}

    assert keywords == set(re.findall(r"(?m)^\| `([A-Z_]+)`", section[1]))


def test_the_folder_is_printed() -> None:
    """Projects ask for it."""
    done = subprocess.run(
        [sys.executable, "-m", "wheelcheck", "cmake-dir"], capture_output=True, text=True, check=True
    )

    assert (Path(done.stdout.rstrip("\n")) / "Codegen.cmake").is_file()


def test_the_tutorial_shows_the_example() -> None:
    """Every block of project code appears in one of its files."""
    files = [path.read_text() for path in sorted(EXAMPLE.rglob("*")) if path.is_file()]
    # The project has two libraries, made in a loop.
    files = [text.replace("${name}_kernels", "custom_kernels").replace("${name}", "custom") for text in files]
    blocks = re.findall(r"(?ms)^```(?:yaml|toml|cmake)\n(.*?)^```", TUTORIAL.read_text())
    lines = {line.strip() for text in files for line in text.splitlines()}
    missing = [line for block in blocks for line in block.splitlines() if line.strip() not in lines]

    assert len(blocks) >= 5
    assert missing == []


def test_the_tutorial_shows_the_generated_header() -> None:
    """Its declarations are what `codegen` writes for the example's yaml."""
    header = generate(Request(custom_ops=EXAMPLE / "kernels" / "custom.yaml")).files[1].text
    (shown,) = re.findall(r"(?ms)^```cpp\n(namespace .*?)^```", TUTORIAL.read_text())

    assert shown in header


@pytest.mark.real
def test_the_example_passes() -> None:
    """Built against the published SDK, packed, audited and probed, with the output of the tutorial."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "example.py"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    shown = [each.output for each in runs(Where.EXAMPLE)]
    assert [bool(output) for output in shown] == [True, True]
    for output in shown:
        assert_shown(done.stdout.splitlines(), [LEFT_OUT, *output, LEFT_OUT])
