"""`wheelcheck cmake-dir`: where the CMake functions are."""

from __future__ import annotations

import click

from wheelcheck.cli.console import Console
from wheelcheck.cmake import FOLDER


@click.command()
@click.pass_obj
def command(console: Console) -> int:
    """Print the folder of the CMake functions.

    A CMake project includes Codegen.cmake from it. The page "CMake functions" of the
    documentation describes them.
    """
    console.out(f"{FOLDER.as_posix()}\n")
    return 0
