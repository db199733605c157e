"""`wheelcheck select-ops`: the operators that a build needs, as a file for `codegen`."""

from __future__ import annotations

from pathlib import Path

import click

from wheelcheck.cli.console import Console

_FILE = click.Path(path_type=Path)


@click.command()
@click.option(
    "--root-op", "roots", multiple=True, metavar="NAME", help="Operator, such as 'aten::add.out'; repeatable."
)
@click.option(
    "--ops-schema-yaml",
    "lists",
    multiple=True,
    type=_FILE,
    metavar="FILE",
    help="Every operator in a functions.yaml or custom_ops.yaml; repeatable.",
)
@click.option(
    "--model",
    "models",
    multiple=True,
    type=_FILE,
    metavar="FILE",
    help="Every operator that a .pte file calls; repeatable.",
)
@click.option("--include-all-operators", "has_all", is_flag=True, help="All operators in codegen's input.")
@click.option("-o", "output", type=_FILE, metavar="FILE", required=True, help="File to write.")
@click.option("-q", "quiet", is_flag=True, help="Print errors only.")
@click.pass_obj
def command(
    console: Console,
    *,
    roots: tuple[str, ...],
    lists: tuple[Path, ...],
    models: tuple[Path, ...],
    has_all: bool,
    output: Path,
    quiet: bool,
) -> int:
    """Choose the operators that codegen writes code for.

    Writes selected_operators.yaml, for `codegen --op-selection-yaml`. The file is written only if its
    content changed.
    """
    from wheelcheck.codegen.choosing import choose_operators, selection_text
    from wheelcheck.codegen.writing import write_if_changed

    names = choose_operators(roots, lists, models, has_all=has_all)
    has_changed = write_if_changed(output, selection_text(names, has_all=has_all))
    if not quiet:
        console.out(f"{'wrote' if has_changed else 'unchanged'} {output}: {_count(len(names), has_all)}\n")
    return 0


def _count(number: int, has_all: bool) -> str:  # noqa: FBT001  # the flag in the file
    return "all operators" if has_all else f"{number} operator{'' if number == 1 else 's'}"
