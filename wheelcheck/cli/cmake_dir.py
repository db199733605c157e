"""`wheelcheck cmake-dir`: where the CMake functions are."""

from __future__ import annotations

from pathlib import Path

import click

from wheelcheck.cli.console import Console


@click.command()
@click.pass_obj
def command(console: Console) -> int:
    """Print the folder of Codegen.cmake, which a CMake project includes.

    `docs/reference/cmake.md` describes its functions.
    """
    console.out(f"{(Path(__file__).parents[1] / 'cmake').as_posix()}\n")
    return 0
