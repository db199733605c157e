"""Imports flow one way: the map below is the house, and any other edge fails."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "wheelcheck"

LEAVES = {"_version", "errors", "model", "spelling", "toml"}
READING = LEAVES | {"binary", "wheel", "sdk"}
LOOKING = READING | {"linking", "policy", "contract"}

ALLOWED = {
    "_version": set(),
    "errors": set(),
    "model": set(),
    "spelling": set(),
    "toml": set(),
    "binary": LEAVES,
    # One pass over an archive gives every fact, so reading a wheel meets what its members hold.
    "wheel": READING,
    "sdk": READING | {"linking"},
    "policy": READING,
    # A contract names host classes, which are policy.
    "contract": READING | {"policy"},
    "linking": READING | {"policy", "contract"},
    # Rules read what the probe saw: its facts and what is compared with them, never its steps.
    "rules": LOOKING | {"probe"},
    "probe": LOOKING,
    "stamping": LOOKING | {"rules"},
    "engine": LOOKING | {"rules", "probe", "stamping"},
    # Reporters render reports and facts; they judge nothing.
    "reporters": LEAVES | {"binary", "wheel"},
    "codegen": {"errors", "spelling"},
    "cli": LOOKING | {"rules", "engine", "probe", "reporters", "codegen"},
    "__main__": {"cli"},
    # The public API names its homes for type checkers; at run time it imports on use.
    "__init__": LEAVES | {"engine", "contract"},
}
"""Part of the house → parts that it may import besides itself."""

PURE = (
    "asyncio",
    "glob",
    "io",
    "os",
    "pathlib",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "time",
    "zipfile",
)
"""What a rule never touches: files, processes, the clock."""

ORACLES = ("elftools", "lief")
"""Readers that only tests use, to compare with."""


def modules() -> list[Path]:
    """Every module of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """Path below the package, for messages and test ids."""
    return path.relative_to(PACKAGE).as_posix()


def part_of(path: Path) -> str:
    """Part of the house that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Every module that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_import_edges(path: Path) -> None:
    """A module imports only what its part of the house may."""
    part = part_of(path)
    parts = {name.split(".")[1] for name in imported(path) if name.startswith("wheelcheck.")}

    assert sorted(parts - ALLOWED[part] - {part}) == []


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_oracles_stay_in_the_tests(path: Path) -> None:
    """The package reads binaries itself."""
    assert [name for name in imported(path) if name.partition(".")[0] in ORACLES] == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "rules").glob("*/*.py")), ids=name_of)
def test_rules_are_pure(path: Path) -> None:
    """A rule reads no file, starts no process and knows no clock."""
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert [name for name in imported(path) if name.partition(".")[0] in PURE] == []
    assert {"open", "print", "exec", "eval", "__import__"}.isdisjoint(calls)


def test_rules_see_the_facts_of_the_probe_and_not_its_steps() -> None:
    """What runs processes stays out of rules."""
    seen = {name for path in modules() if part_of(path) == "rules" for name in imported(path)}

    assert {name for name in seen if name.startswith("wheelcheck.probe")} <= {
        "wheelcheck.probe.compare",
        "wheelcheck.probe.facts",
    }


def test_nothing_imports_the_reader_of_archives_but_the_engine_and_the_commands() -> None:
    """Facts come in at one place."""
    importers = {part_of(path) for path in modules() if "wheelcheck.wheel.archive" in imported(path)}

    assert importers <= {"engine", "cli"}
