"""TOML files of contracts: found, read, and split into named contracts."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from wheelcheck.contract.checking import mismatch
from wheelcheck.errors import ContractError, reason_of
from wheelcheck.input_files import read_input

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Document = Mapping[str, Any]
_BUILTIN = files("wheelcheck.contract").joinpath("builtin")

_NO_FILE = (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError)


class Source(NamedTuple):
    """A source of contracts: the file as shown to the user, and its contracts by name."""

    file: str
    folder: Path | None
    """Base of relative `extends` paths; None for built-in contracts."""
    contracts: Mapping[str, Document]
    tables: Mapping[str, str]
    """Contract name → key path of its table, empty for the top level."""
    is_meant: bool = True
    """The file is for contracts, or has their table."""


def builtin_names() -> tuple[str, ...]:
    """Names of the built-in contracts, sorted."""
    return tuple(sorted(entry.name[:-5] for entry in _BUILTIN.iterdir() if entry.name.endswith(".toml")))


def read_builtin(name: str) -> Source:
    """Read one built-in contract."""
    shown = f"built-in contract {name!r}"
    document = _parse(_BUILTIN.joinpath(f"{name}.toml").read_bytes(), shown)
    return Source(shown, None, {name: document}, {name: ""})


def read_file(path: Path) -> Source:
    """Read the contracts of one file: the document itself, its `[contract.NAME]` tables, or both."""
    try:
        data = read_input(path)
    except (OSError, ValueError) as exc:  # the latter for a path with a null byte
        raise ContractError(
            f"cannot read contract {str(path)!r}: {reason_of(exc)}",
            hint="name a file or a built-in contract" if isinstance(exc, _NO_FILE) else "make it readable",
        ) from exc
    document = _parse(data, str(path))
    if path.name != "pyproject.toml":
        return _split(document, path, "")
    tools = _table(document, "tool", str(path))
    source = _split(_table(tools, "wheelcheck", str(path)), path, "tool.wheelcheck")
    return source._replace(is_meant="wheelcheck" in tools)


def local_sources(folder: Path) -> tuple[Source, ...]:
    """Read the contracts that a project keeps in its own folder: wheelcheck.toml, then pyproject.toml."""
    paths = (folder / "wheelcheck.toml", folder / "pyproject.toml")
    sources = [read_file(path) for path in paths if path.is_file()]
    for source in sources:
        if not source.contracts and source.is_meant:
            raise nothing_in(source, "write one, or remove it")
    return tuple(source for source in sources if source.contracts)


def nothing_in(source: Source, hint: str) -> ContractError:
    """Say that a file has no contract: nothing would be checked, and nobody would notice."""
    return ContractError(f"{source.file}: contains no contract", hint=hint)


def _split(document: Document, path: Path, prefix: str) -> Source:
    own = {key: value for key, value in document.items() if key != "contract"}
    contracts: dict[str, Document] = {}
    tables: dict[str, str] = {}
    if own:
        name = own.get("name")
        key = name if isinstance(name, str) and name else path.stem
        contracts[key], tables[key] = own, prefix
    for key, table in _table(document, "contract", str(path)).items():
        where = ".".join(filter(None, (prefix, "contract", key)))
        if not isinstance(table, Mapping):
            raise ContractError(f"{path}: {where}: {mismatch('a table', table)}")
        if key in contracts:
            raise ContractError(
                f"{path}: two contracts are named {key!r}", hint="rename the top-level one with `name`"
            )
        contracts[key], tables[key] = table, where
    return Source(str(path), path.parent, contracts, tables)


def _table(document: Document, key: str, file: str) -> Document:
    table = document.get(key, {})
    if not isinstance(table, Mapping):
        raise ContractError(f"{file}: {key}: {mismatch('a table', table)}")
    return table


def _parse(data: bytes, shown: str) -> Document:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as exc:
        raise ContractError(f"{shown}: not UTF-8 at byte {exc.start}", hint="save it as UTF-8") from exc
    except tomllib.TOMLDecodeError as exc:
        raise ContractError(f"{shown}: {exc}", hint="correct the TOML syntax") from exc
    except RecursionError as exc:
        raise ContractError(f"{shown}: nested too deeply", hint="use fewer levels of tables") from exc
    except ValueError as exc:
        # The parser passes on Python's own errors about numbers and dates.
        raise ContractError(f"{shown}: {exc}", hint="correct the number or date") from exc
