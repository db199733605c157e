"""TOML of the pages: contracts, and parts of a `pyproject.toml`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
from scikit_build_core.settings.skbuild_schema import get_skbuild_schema

from tests.support.contracts import load_contract
from tests.support.pages import Block, WrongExampleError
from tests.support.program_checks import check_line, check_requirement
from wheelcheck import toml
from wheelcheck.errors import WheelcheckError


def check_toml(block: Block) -> None:
    """Load a contract as a run does; check the parts of a `pyproject.toml` one by one."""
    try:
        document = toml.loads(block.text)
    except toml.TOMLDecodeError as exc:
        raise WrongExampleError(str(exc)) from exc
    tools = document.get("tool", {})
    if not document.keys() & {"build-system", "project", "tool"}:
        _check_contract("wheelcheck.toml", block.text)
    elif "wheelcheck" in tools:
        _check_contract("pyproject.toml", block.text)
    parts = {name: document[name] for name in ("build-system", "project") if name in document}
    for name, table in {**parts, **tools}.items():
        if name not in PARTS:
            raise WrongExampleError(f"no check for the table {name!r} of pyproject.toml")
        PARTS[name](table)


def _check_contract(name: str, text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        try:
            load_contract(str(path))
        except WheelcheckError as exc:
            raise WrongExampleError(exc.message) from exc


def _check_keys(table: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(table.keys() - known)
    if unknown:
        raise WrongExampleError(f"no check for {unknown}")


def _check_cibuildwheel(table: Mapping[str, Any]) -> None:
    _check_keys(table, {"audit-command", "audit-requires"})
    for line in table["audit-command"]:
        check_line(line.format(wheel="x.whl", abi3_wheel="x.whl"))
    for text in table["audit-requires"]:
        check_requirement(text)


def _check_build_system(table: Mapping[str, Any]) -> None:
    _check_keys(table, {"build-backend", "requires"})
    for text in table["requires"]:
        check_requirement(text)


def _check_project(table: Mapping[str, Any]) -> None:
    _check_keys(table, {"dependencies"})
    for text in table["dependencies"]:
        check_requirement(text)


def _check_scikit_build(table: Mapping[str, Any]) -> None:
    try:
        jsonschema.validate(table, get_skbuild_schema())
    except jsonschema.ValidationError as exc:
        raise WrongExampleError(f"scikit-build: {exc.message}") from exc


PARTS: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
    "build-system": _check_build_system,
    "cibuildwheel": _check_cibuildwheel,
    "project": _check_project,
    "scikit-build": _check_scikit_build,
    "wheelcheck": lambda _: None,
}
"""Tables of `pyproject.toml`; a contract in it is loaded from the whole file."""
