"""Inline contracts of tests and fixtures: a mapping becomes a contract file."""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wheelcheck.contract.loading import load_contract
from wheelcheck.contract.model import Contract


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
