"""Runs of wheelcheck that the pages show, and the files that they need."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from tests.support.pages import ROOT, Block, all_blocks
from tests.support.shell_lines import shown_commands, words_of
from tests.support.source_examples import TUTORIAL
from tests.support.wheelmaker import Description, build_wheel

EXAMPLES = ROOT / "docs" / "examples"
INPUTS = {
    "apache-tvm-ffi.toml": EXAMPLES / "apache-tvm-ffi.toml",
    "kernels/custom.yaml": EXAMPLES / "custom-kernels" / "kernels" / "custom.yaml",
    "quantized.yaml": ROOT / "fixtures/sdk/package/executorch/kernels/quantized/quantized.yaml",
}
"""Files that the pages assume in the working directory, other than wheels."""
PUBLISHED = ("executorch-", "apache_tvm_ffi-")
"""How the names of published wheels begin."""

_SIBLING: Description = {"distribution": "sibling", "member": [{"path": "sibling/__init__.py", "text": ""}]}


class Where(Enum):
    """Which test makes a run."""

    HERE = "on wheels made for the test"
    PUBLISHED = "on published wheels"
    EXAMPLE = "by `make example`"


class Run(NamedTuple):
    """One run of wheelcheck."""

    block: Block
    arguments: tuple[str, ...]
    output: tuple[str, ...]

    @property
    def where(self) -> Where:
        """The one place where it is tested."""
        names = [Path(each).name for each in self.arguments if each.endswith(".whl")]
        if self.block.page == TUTORIAL and names:
            return Where.EXAMPLE
        return Where.PUBLISHED if any(name.startswith(PUBLISHED) for name in names) else Where.HERE


def runs_of(block: Block) -> list[Run]:
    """Give the runs of wheelcheck in a console block."""
    return [
        Run(block, tuple(words[1:]), shown.output)
        for shown in shown_commands(block.text)
        for words in words_of(shown.line)
        if words[0] == "wheelcheck"
    ]


def runs(where: Where) -> list[Run]:
    """Give the runs of all pages that are tested in one place."""
    consoles = [block for block in all_blocks() if block.language == "console"]
    return [run for block in consoles for run in runs_of(block) if run.where is where]


def stage(folder: Path, arguments: Sequence[str] = ()) -> None:
    """Put there the files that pages assume, and a wheel for each argument that names some."""
    for name, source in INPUTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
    for argument in arguments:
        path = folder / argument
        if argument.endswith("/"):
            build_wheel(_SIBLING, path)
        elif argument.endswith(".whl"):
            stage_wheel(path)


def stage_wheel(path: Path, search_path: str = "$ORIGIN") -> None:
    """Make a wheel, healthy unless the search path is not; a glob gets one that it matches."""
    library = {"soname": "libmy_sdk.so", "needed": ["libc.so.6"], "runpath": [search_path]}
    members = [
        {"path": "my_sdk/__init__.py", "text": ""},
        {"path": "my_sdk/lib/libmy_sdk.so", "elf": library},
    ]
    identity = (
        {} if "*" in path.name else dict(zip(("distribution", "version", "tags"), _parts(path), strict=True))
    )
    build_wheel({"member": members, **identity}, path.parent)


def _parts(path: Path) -> list[str]:
    return path.stem.split("-", 2)
