"""Registration code for kernels, generated from YAML files, without torch or torchgen.

from wheelcheck.codegen import Request, generate, write

generation = generate(Request(custom_ops=Path("quantized.yaml")))
write(generation, Path("build/generated"))
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wheelcheck.codegen.cpp_names import is_identifier
from wheelcheck.codegen.emit import GeneratedFile, Style, generate_files
from wheelcheck.codegen.errors import CodegenError
from wheelcheck.codegen.operators import CUSTOM_OPTION, FUNCTIONS_OPTION, Operator, read_operators
from wheelcheck.codegen.selection import read_selection, select
from wheelcheck.codegen.writing import depfile, touch, write_if_changed

__all__ = [
    "CodegenError",
    "GeneratedFile",
    "Generation",
    "Operator",
    "Request",
    "WrittenFile",
    "generate",
    "write",
]


class Request(NamedTuple):
    """What to generate, and from what."""

    custom_ops: Path | None = None
    functions: Path | None = None
    aten: Path | None = None
    """native_functions.yaml; if it is needed and not given, the one in an installed torchgen."""
    selection: Path | None = None
    is_manual: bool = False
    """Registration by a function that the application calls."""
    library: str | None = None
    """Name within that of the registration function; manual mode only."""
    has_exception_boundary: bool = False


class Generation(NamedTuple):
    """What was generated, before it is written."""

    files: tuple[GeneratedFile, ...]
    operators: tuple[Operator, ...]
    inputs: tuple[Path, ...]

    @property
    def kernel_count(self) -> int:
        """Records of the registration table."""
        return sum(len(each.kernels) for each in self.operators)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the files say that their author may not mean."""
        return tuple(
            f"{each.place}: {each.name!r} writes {argument.name!r}, which is no output before '*': "
            f"write '*, {argument}' if it is one"
            for each in self.operators
            for argument in each.schema.unmarked_outputs
        )


class WrittenFile(NamedTuple):
    """One file of a generation, after writing."""

    path: Path
    has_changed: bool


def generate(request: Request) -> Generation:
    """Read the YAML files and return the text of every file."""
    _check(request)
    operators, inputs = read_operators(request.custom_ops, request.functions, request.aten)
    if request.selection is not None:
        operators = select(operators, read_selection(request.selection))
        inputs = (*inputs, request.selection)
    style = Style(request.is_manual, request.library, request.has_exception_boundary)
    return Generation(generate_files(operators, style), tuple(operators), inputs)


def write(
    generation: Generation,
    folder: Path,
    *,
    dependencies: Path | None = None,
    stamp: Path | None = None,
    is_dry_run: bool = False,
) -> tuple[WrittenFile, ...]:
    """Write the files that changed into `folder`, and what the build tool reads.

    Args:
        generation: what to write.
        folder: created if missing.
        dependencies: depfile to write.
        stamp: file to touch on every run, unlike files that did not change. The depfile then has it as its
            target, and lists the generator's own files too.
        is_dry_run: write nothing.
    """
    written = tuple(
        WrittenFile(path, write_if_changed(path, file.text, is_dry_run=is_dry_run))
        for file in generation.files
        for path in [folder / file.name]
    )
    if dependencies is not None:
        rule = depfile([each.path for each in written], generation.inputs)
        if stamp is not None:
            rule = depfile([stamp], (*generation.inputs, *_own_files()))
        write_if_changed(dependencies, rule, is_dry_run=is_dry_run)
    if stamp is not None and not is_dry_run:
        touch(stamp)
    return written


def _own_files() -> list[Path]:
    folder = Path(__file__).parent
    return sorted([*folder.glob("*.py"), *folder.glob("templates/*.j2")])


def _check(request: Request) -> None:
    if request.custom_ops is None and request.functions is None:
        raise CodegenError(
            f"no operators: neither {CUSTOM_OPTION} nor {FUNCTIONS_OPTION} is given",
            hint="give at least one of them",
        )
    if request.library is None:
        return
    if not request.is_manual:
        raise CodegenError(
            "--lib-name names a registration function, which exists only with --manual-registration",
            hint="add --manual-registration or remove --lib-name",
        )
    name = request.library
    if not is_identifier(name) or "__" in name or name.startswith("_") or name.endswith("_"):
        raise CodegenError(
            f"--lib-name {name!r} cannot be the X in the C++ function name register_X_kernels",
            hint="start with a letter, then use letters, digits and single underscores: 'kernels_quantized'",
        )
