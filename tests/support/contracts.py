"""Inline contracts of tests and fixtures: a mapping becomes a contract file."""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wheelcheck.contract.loading import Contracts
from wheelcheck.contract.model import Contract
from wheelcheck.contract.rows import Target
from wheelcheck.rules.catalogue import rule_slugs


def contracts(folder: Path | None = None) -> Contracts:
    """Give the contracts that a run in a folder chooses from."""
    return Contracts(rules=rule_slugs(), folder=folder)


def load_contract(name_or_path: str, folder: Path | None = None) -> Contract:
    """Load a contract by name or file."""
    return contracts(folder).load(name_or_path)


def load_builtin(name: str) -> Contract:
    """Load a built-in contract: in an empty folder, where no file of a project goes before it."""
    with tempfile.TemporaryDirectory() as folder:
        return load_contract(name, Path(folder))


def select_contract(
    name: str, version: str, platforms: tuple[str, ...], folder: Path | None = None
) -> Contract:
    """Choose the contract for one wheel."""
    return contracts(folder).choose(Target.of(name, version, platforms))


def passed_over(
    name: str, version: str, platforms: tuple[str, ...], folder: Path | None = None
) -> str | None:
    """Name the built-in contract that the project's own one replaces."""
    return contracts(folder).passed_over(Target.of(name, version, platforms))


def contract_of(source: Mapping[str, Any] | str | None) -> Contract:
    """Give the contract that a mapping spells out, or the built-in one of that name."""
    if source is None or isinstance(source, str):
        return load_contract(source or "default")
    with tempfile.TemporaryDirectory() as folder:
        return load_contract(str(write_contract(source, Path(folder))))


def write_contract(source: Mapping[str, Any], folder: Path) -> Path:
    """Write an inline contract as a file."""
    path = folder / "contract.toml"
    lines = (f"{json.dumps(key)} = {_toml(value)}\n" for key, value in source.items())
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, dt.date):
        return value.isoformat()
    # Strings, numbers and booleans are spelled as in JSON.
    return json.dumps(value)
