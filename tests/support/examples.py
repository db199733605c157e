"""How the examples of each language are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.support.data_examples import check_json, check_yaml
from tests.support.pages import Block, WrongExampleError, all_blocks
from tests.support.program_checks import check_console
from tests.support.source_examples import check_cmake, check_python, cpp_source
from tests.support.toml_examples import check_toml

TEXT_TESTS = {
    "docs/how-to/reproduce-a-failed-step.md": "tests/probe/test_pages.py",
    "docs/reference/cli.md": "tests/meta/test_docs.py",
}
"""Which test compares the plain text of a page with what is printed."""


def check_example(block: Block) -> None:
    """Check one block without a compiler and without published wheels.

    Raises:
        WrongExampleError: it is wrong, or nothing checks such a block.
    """
    check = CHECKS.get(block.language)
    if check is None:
        raise WrongExampleError(f"nothing checks blocks of language {block.language!r}")
    check(block)


def _check_text(block: Block) -> None:
    if block.page not in TEXT_TESTS:
        raise WrongExampleError("no test compares this text with what is printed; see TEXT_TESTS")


def _check_cpp(block: Block) -> None:
    cpp_source(block, all_blocks())


CHECKS: Mapping[str, Callable[[Block], None]] = {
    "bash": check_console,
    "cmake": check_cmake,
    "console": check_console,
    "cpp": _check_cpp,
    "json": check_json,
    "python": check_python,
    "sh": check_console,
    "text": _check_text,
    "toml": check_toml,
    "yaml": check_yaml,
}
"""By the language after the fence. The tests marked `probe` compile C++ and configure CMake."""
