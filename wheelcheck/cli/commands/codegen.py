"""`wheelcheck codegen`: C++ code that registers kernels, from the YAML files that list them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wheelcheck.cli.console import Console

if TYPE_CHECKING:
    from wheelcheck.codegen import Generation, WrittenFile

_FILE = click.Path(path_type=Path)


@click.command()
@click.option(
    "--custom-ops-yaml",
    "--custom-ops-yaml-path",
    "--custom_ops_yaml_path",
    "custom_ops",
    type=_FILE,
    metavar="FILE",
    help="Operators with their schemas ('func:' entries).",
)
@click.option(
    "--functions-yaml",
    "--functions-yaml-path",
    "--functions_yaml_path",
    "functions",
    type=_FILE,
    metavar="FILE",
    help="ATen operators by name ('op:' entries); 'func:' entries are accepted too.",
)
@click.option(
    "--aten-yaml",
    "--aten-yaml-path",
    "--aten_yaml_path",
    "aten",
    type=_FILE,
    metavar="FILE",
    help="native_functions.yaml (default: the one in an installed torchgen).",
)
@click.option(
    "--op-selection-yaml",
    "--op-selection-yaml-path",
    "--op_selection_yaml_path",
    "selection",
    type=_FILE,
    metavar="FILE",
    help="Generate only the operators and kernels that this file selects.",
)
@click.option(
    "--manual-registration",
    "--manual_registration",
    "is_manual",
    is_flag=True,
    help="Generate a function to call, instead of an initialiser that runs at load time.",
)
@click.option(
    "--lib-name",
    "library",
    metavar="X",
    help="Name the function register_X_kernels (manual registration only).",
)
@click.option(
    "--add-exception-boundary",
    "--add_exception_boundary",
    "has_boundary",
    is_flag=True,
    help="Turn C++ exceptions thrown by kernels into ExecuTorch errors.",
)
@click.option(
    "-o",
    "--output-dependencies",
    "dependencies",
    type=_FILE,
    metavar="FILE",
    help="Write a depfile for the build tool.",
)
@click.option(
    "--stamp",
    "stamp",
    type=_FILE,
    metavar="FILE",
    help="Touch this file when done, and make it the target of the depfile.",
)
@click.option("--dry-run", "is_dry_run", is_flag=True, help="Print what would be written; write nothing.")
@click.option(
    "-d",
    "--install-dir",
    "--install_dir",
    "folder",
    type=_FILE,
    metavar="FOLDER",
    required=True,
    help="Folder for the generated files.",
)
@click.option("-q", "quiet", is_flag=True, help="Print errors only.")
@click.pass_obj
def command(  # noqa: PLR0913  # one parameter per option
    console: Console,
    *,
    custom_ops: Path | None,
    functions: Path | None,
    aten: Path | None,
    selection: Path | None,
    is_manual: bool,
    library: str | None,
    has_boundary: bool,
    dependencies: Path | None,
    stamp: Path | None,
    is_dry_run: bool,
    folder: Path,
    quiet: bool,
) -> int:
    """Generate C++ code that registers kernels.

    Reads ExecuTorch's YAML files; needs neither torch nor torchgen. A file is written only if its
    content changed. The page "codegen" of the documentation describes every option, file and type.
    """
    from wheelcheck.codegen import Request, generate, write

    generation = generate(
        Request(
            custom_ops=custom_ops,
            functions=functions,
            aten=aten,
            selection=selection,
            is_manual=is_manual,
            library=library,
            has_exception_boundary=has_boundary,
        )
    )
    written = write(generation, folder, dependencies=dependencies, stamp=stamp, is_dry_run=is_dry_run)
    if not quiet:
        console.out(_summary(generation, written, is_dry_run=is_dry_run))
    return 0


def _summary(generation: Generation, written: tuple[WrittenFile, ...], *, is_dry_run: bool) -> str:
    done = "would write" if is_dry_run else "wrote"
    lines = [f"{done if each.has_changed else 'unchanged':11} {each.path}" for each in written]
    changed = sum(each.has_changed for each in written)
    lines.append(
        f"{_count(len(generation.operators), 'operator')}, {_count(generation.kernel_count, 'kernel')}; "
        f"{done} {changed}, unchanged {len(written) - changed}"
    )
    return "".join(f"{line}\n" for line in lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
