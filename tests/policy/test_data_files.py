"""The data files of the policy package: dated, sourced, in order, owned by one module, read when asked."""

from __future__ import annotations

import ast
import datetime as dt
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import wheelcheck.policy
from wheelcheck.policy.data_files import read_lines, read_sections
from wheelcheck.toml import loads

POLICY = Path(wheelcheck.policy.__file__).parent
MODULES = sorted(POLICY.glob("*.py"))
DOCUMENTS = sorted((POLICY / "data").glob("*.toml"))
LISTS = sorted((POLICY / "data").glob("*.txt"))

IN_ORDER = {
    "sources": "they are prose",
    "distributions": "the first that is required is named in the hint",
    "class": "a soname belongs to the first class that matches",
    "host": "hosts are asked from the oldest to the newest",
    "row": "rows are asked in order",
    "root": "roots stand together by what they are",
}
"""Keys whose order has a meaning."""

ALLOWED = {"binary.model", "errors", "model", "spelling", "toml"}
"""Modules outside the package that policy may import."""

READS_NOTHING = """
import importlib, pkgutil, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import wheelcheck
for module in pkgutil.walk_packages(wheelcheck.__path__, "wheelcheck."):
    if module.name != "wheelcheck.__main__":
        importlib.import_module(module.name)
print(*(each for each in opened if "policy/data/" in each.replace(chr(92), "/")), sep="\\n", end="")
"""

SHOWS_VERSION = """
import sys
from wheelcheck.__main__ import script
sys.argv = ["wheelcheck", "--version"]
try:
    script()
finally:
    assert [] == [name for name in sys.modules if name.startswith("wheelcheck.policy")]
"""


def name_of(path: Path) -> str:
    return path.name


def collections_in(value: Any, path: str) -> Iterator[tuple[str, list[Any]]]:
    """Every array and every table of names below a value: where it is, and what must be in order."""
    if isinstance(value, list):
        if all(isinstance(each, str | int) for each in value):
            yield path, value
        else:
            yield path, [next(iter(each.values())) for each in value]
        for index, each in enumerate(value):
            yield from collections_in(each, f"{path}[{index}]")
    elif isinstance(value, Mapping):
        if path and all(isinstance(each, str) for each in value.values()) and "[" not in path:
            yield path, list(value)
        for key, each in value.items():
            yield from collections_in(each, f"{path}.{key}" if path else key)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_documents_are_dated_and_sourced(path: Path) -> None:
    """A reader can ask when a list was true, and who says so."""
    document = loads(path.read_text(encoding="utf-8"))

    assert dt.date.fromisoformat(document["date"]) >= dt.date(2026, 1, 1)
    assert document["sources"]
    assert all(len(source) > 10 for source in document["sources"])


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_arrays_are_sorted_and_have_no_repeats(path: Path) -> None:
    """A change of the data shows as what it is; the exceptions are named above, with their reason."""
    for where, found in collections_in(loads(path.read_text(encoding="utf-8")), ""):
        if re.sub(r"\[\d+\]", "", where.rpartition(".")[2]) not in IN_ORDER:
            assert sorted(found) == found, where
        assert len(set(map(str, found))) == len(found), where


@pytest.mark.parametrize("path", LISTS, ids=name_of)
def test_lists_are_dated_and_sourced(path: Path) -> None:
    """A list says what it was made from and when."""
    header = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]

    assert any(line.startswith("# sources: ") for line in header)
    assert any(re.fullmatch(r"# date: \d{4}-\d\d-\d\d", line) for line in header)
    assert path.stat().st_size < 320_000


@pytest.mark.parametrize("path", LISTS, ids=name_of)
def test_lists_are_sorted_and_have_no_repeats(path: Path) -> None:
    """A new list differs only where the world does."""
    sections = list(read_sections(path.name)) or [("", list(read_lines(path.name)))]
    headings = [heading for heading, _ in sections]

    assert sorted(set(headings)) == headings
    for heading, names in sections:
        assert names, heading
        assert sorted(set(names)) == names, heading


@pytest.mark.parametrize("path", [*DOCUMENTS, *LISTS], ids=name_of)
def test_one_module_reads_a_data_file(path: Path) -> None:
    """The knowledge has one owner, and no file is left over."""
    name = re.sub(r"(?<=^glibc-)\w+", "{listed}", path.name)

    assert 1 == sum(f'"{name}"' in module.read_text(encoding="utf-8") for module in MODULES)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_policy_knows_nothing_of_wheels(path: Path) -> None:
    """Everything may ask it, so it imports next to nothing."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imported = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    own = {name.removeprefix("wheelcheck.") for name in imported if name.startswith("wheelcheck")}

    assert set() == {name for name in own if not name.startswith("policy.")} - ALLOWED


@pytest.mark.parametrize("code", [READS_NOTHING, SHOWS_VERSION], ids=["import", "version"])
def test_data_is_read_when_it_is_asked_for(code: str) -> None:
    """Neither importing every module nor `--version` reads any."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert "" == done.stderr
    assert 0 == done.returncode
    assert "policy" not in done.stdout, done.stdout


def test_nothing_asks_the_running_interpreter_for_its_modules() -> None:
    """One wheel has the same findings under every Python."""
    asking = [
        path.relative_to(POLICY.parent).as_posix()
        for path in sorted(POLICY.parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"stdlib_module_names", "builtin_module_names"}
    ]

    assert [] == asking
