"""Sizes, policies of the project's own files, and the commands that the README names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.code_size import code_lines

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
MODULE_LINES = 300
MODULE_LINES_IN_ALL = 400
FUNCTION_LINES = 40


def sources() -> list[Path]:
    """Every module of the package and the tools."""
    return sorted([*(ROOT / "wheelcheck").rglob("*.py"), *(ROOT / "tools").glob("*.py")])


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_modules_and_functions_are_small(path: Path) -> None:
    """At most 300 lines of code a module, 400 with all text, and 40 lines a function."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    long = [
        f"{node.name}: {length}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := function_lines(node)) > FUNCTION_LINES
    ]

    assert long == []
    assert code_lines(text) <= MODULE_LINES
    assert len(text.splitlines()) <= MODULE_LINES_IN_ALL


def function_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body, without its docstring."""
    return (node.end_lineno or node.lineno) - node.body[0].lineno + 1 - docstring_lines(node)


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's docstring."""
    docstring = ast.get_docstring(node, clean=False)
    return len(docstring.splitlines()) if docstring else 0


def test_every_module_that_is_to_be_mutated_exists() -> None:
    """One that has moved would leave the mutation tests in silence."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]

    assert [] == [pattern for pattern in settings["only_mutate"] if not any(ROOT.glob(pattern))]


def test_every_make_target_that_the_readme_names_exists() -> None:
    """README and CONTRIBUTING promise only what the Makefile has."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        target
        for name in ("README.md", "CONTRIBUTING.md")
        for target in re.findall(r"make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8"))
    }

    assert named <= targets
    assert {"demo", "test", "lint", "types", "docs", "bench", "new-rule", "real"} <= targets


def test_words_of_the_system_come_from_one_place() -> None:
    """`reason_of` gives them; elsewhere the path and the number would come along in some messages only."""
    users = [path.name for path in sources() if ".strerror" in path.read_text(encoding="utf-8")]

    assert ["errors.py"] == users


def test_ci_runs_the_test_command_of_the_readme() -> None:
    """What the README tells people to run is what CI runs."""
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_type_ignores_and_lint_exemptions_carry_a_reason() -> None:
    """`# noqa: X  # why`, `# type: ignore[x]  # why`."""
    exemption = re.compile(
        r"# (?:noqa: [A-Z0-9]+(?:, [A-Z0-9]+)*|type: ignore\[[a-z0-9-, ]+\])(?P<reason>\s+# \S.*)?"
    )
    bare = re.compile(r"# noqa(?!: )|# type: ignore(?!\[)")
    faults = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*sources(), *(ROOT / "tests").rglob("*.py")]
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if bare.search(line) or any(not match["reason"] for match in exemption.finditer(line))
    ]

    assert faults == []


def test_new_rule_refuses_what_is_not_a_slug() -> None:
    """The stub command checks its words before it writes anything."""
    for arguments in (
        ["Absolute_Path", "linkage"],
        ["bad-thing", "no-such-family"],
        ["absolute-soname", "identity"],
    ):
        done = subprocess.run(
            [sys.executable, ROOT / "tools" / "new_rule.py", *arguments], capture_output=True, check=False
        )
        assert done.returncode == 2
