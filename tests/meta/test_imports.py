"""Imports and files flow one way: the floors below are the house, and any other edge fails."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "wheelcheck"

LEAVES = {"_version", "errors", "input_files", "model", "spelling", "toml", "cmake"}
FACTS = LEAVES | {"binary", "policy", "wheel"}
APPLIED = FACTS | {"contract", "promises"}
VIEWS = APPLIED | {"linking", "sdk", "subject"}

ALLOWED = {
    **{leaf: set[str]() for leaf in LEAVES},
    "binary": LEAVES,
    # Policy says what a host has; the facts of a binary say what is asked of it.
    "policy": LEAVES | {"binary"},
    "wheel": LEAVES | {"binary", "policy"},
    # The language of contracts knows no wheel.
    "contract": LEAVES | {"binary", "policy"},
    "promises": FACTS | {"contract"},
    "linking": APPLIED,
    "sdk": APPLIED | {"linking"},
    "subject": VIEWS - {"subject"},
    "probe": VIEWS,
    "report": LEAVES | {"probe"},
    # Rules read what the probe saw: its facts and what is compared with them, never its steps.
    "rules": VIEWS | {"probe"},
    "judging": VIEWS | {"probe", "report", "rules"},
    "engine": VIEWS | {"probe", "report", "rules", "judging"},
    # Reporters render documents; they judge nothing and read nothing.
    "reporters": FACTS | {"report", "probe", "rules"},
    "codegen": {"errors", "input_files", "spelling"},
    "cli": VIEWS | {"probe", "report", "rules", "engine", "reporters", "codegen"},
    "__main__": {"cli", "errors"},
    # The public API names its homes for type checkers; at run time it imports on use.
    "__init__": LEAVES | {"engine", "report"},
}
"""Part of the house to the parts that it may import besides itself."""

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


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse one module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Every module that a module imports, anywhere in it."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: relative import"
            yield node.module or ""


def imported_parts(path: Path) -> set[str]:
    """Other parts of the house that a module imports."""
    return {name.split(".")[1] for name in imported(path) if name.startswith("wheelcheck.")} - {part_of(path)}


def test_the_floors_hold_no_circle() -> None:
    """The allowed map has an order from the bottom to the top."""
    order = list(TopologicalSorter(ALLOWED).static_order())

    assert set(ALLOWED) == set(order)


def test_every_part_of_the_house_is_on_the_map() -> None:
    """A new package or top-level module states what it may import, and nothing on the map is gone."""
    assert sorted({part_of(path) for path in modules()}) == sorted(ALLOWED)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_import_edges(path: Path) -> None:
    """A module imports only what its part of the house may."""
    assert sorted(imported_parts(path) - ALLOWED[part_of(path)]) == []


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_edge_through_the_file_system(path: Path) -> None:
    """A module reads data of its own package only: others are imported.

    `probe/shipped.py` alone leaves its package, for the CMake project at the top of a checkout.
    """
    own = path.relative_to(PACKAGE)
    if own.as_posix() == "probe/shipped.py":
        return
    nodes = list(ast.walk(tree_of(path)))
    climbs = [ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute) and climbs_up(node)]
    opened = [
        node.args[0].value
        for node in nodes
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] == "files"
        and isinstance(node.args[0], ast.Constant)
    ]

    assert climbs == []
    assert [name for name in opened if str(name).split(".")[:2] != ["wheelcheck", part_of(path)]] == []


def climbs_up(node: ast.Attribute) -> bool:
    """Whether a path is followed upwards by more than the folder that a module is in."""
    is_twice = node.attr == "parent" and isinstance(node.value, ast.Attribute) and node.value.attr == "parent"
    return node.attr == "parents" or is_twice


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_oracles_stay_in_the_tests(path: Path) -> None:
    """The package reads binaries itself."""
    assert [name for name in imported(path) if name.partition(".")[0] in ORACLES] == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "rules").glob("*/*.py")), ids=name_of)
def test_rules_are_pure(path: Path) -> None:
    """A rule reads no file, starts no process and knows no clock."""
    calls = {
        node.func.id
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert [name for name in imported(path) if name.partition(".")[0] in PURE] == []
    assert {"open", "print", "exec", "eval", "__import__"}.isdisjoint(calls)


@pytest.mark.parametrize(
    ("part", "seen"),
    [
        ("rules", {"compare", "facts"}),
        ("report", {"summary"}),
        ("reporters", {"summary"}),
        ("judging", {"facts"}),
    ],
)
def test_only_the_engine_and_the_commands_see_the_steps_of_the_probe(part: str, seen: set[str]) -> None:
    """What runs processes stays out of everything that judges or renders."""
    names = {name for path in modules() if part_of(path) == part for name in imported(path)}

    assert {name for name in names if name.startswith("wheelcheck.probe.")} <= {
        f"wheelcheck.probe.{each}" for each in seen
    }


@pytest.mark.parametrize(
    ("module", "importers"),
    [
        ("wheelcheck.wheel.archive", {"subject"}),
        ("wheelcheck.subject", {"subject", "probe", "rules", "judging", "engine", "cli"}),
        ("wheelcheck.engine", {"__init__", "cli"}),
        ("wheelcheck.judging", {"engine"}),
    ],
)
def test_wheels_go_one_way(module: str, importers: set[str]) -> None:
    """An archive is read behind the subject, rules run behind the judge, and both behind the engine."""
    found = {part_of(path) for path in modules() if module in imported(path)}

    assert found <= importers


@pytest.mark.parametrize("format_", ["elf"])
def test_only_its_own_door_imports_the_reader_of_a_format(format_: str) -> None:
    """Everything else asks `binary/reading.py`; the details of a format are facts like others."""
    package = f"wheelcheck.binary.{format_}"
    found = {
        (part_of(path), name)
        for path in modules()
        for name in imported(path)
        if name.startswith(f"{package}.") and not path.is_relative_to(PACKAGE / "binary" / format_)
    }

    assert {name for _, name in found} <= {f"{package}.details"}
