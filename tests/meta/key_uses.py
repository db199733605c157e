"""Which keys of a contract a test or a fixture states: in TOML, in tables as dictionaries, or in calls.

A dictionary counts as a table when its keys say which: all of them are keys of a contract, or of one other
table alone. What lies in it is then of the tables that the contract's structs name. A key that only one table
has counts wherever its name appears on its own: as a text, or as a keyword.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from wheelcheck.contract.model import Contract

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def _tables(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    """Return the structs that a value of this kind may hold, and those that they inherit from."""
    if isinstance(kind, inspect.StructType):
        yield from (each for each in kind.cls.__mro__ if issubclass(each, msgspec.Struct) and _fields(each))
        for field in kind.fields:
            yield from _tables(field.type)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _tables(each)
    elif isinstance(kind, inspect.DictType):
        yield from _tables(kind.value_type)
    elif isinstance(kind, inspect.VarTupleType):
        yield from _tables(kind.item_type)


def _fields(part: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(part))


PARTS: Mapping[str, type[msgspec.Struct]] = {
    part.__name__: part for part in _tables(inspect.type_info(Contract))
}
"""Every table of a contract, by the name of its struct."""
_TYPES = {name: inspect.type_info(part) for name, part in PARTS.items()}
_FIELDS = {name: _fields(part) for name, part in PARTS.items()}


class Key(NamedTuple):
    """One key, with the table that declares it."""

    part: str
    field: str
    """As Python spells it."""

    def __str__(self) -> str:
        return f"{self.part}.{self.field.replace('_', '-')}"


def declaring(part: type, field: str) -> Key | None:
    """Return the key of a field, with the table that it is inherited from; None if there is no such field."""
    owners = (each for each in part.__mro__ if field in vars(each).get("__annotations__", {}))
    return next((Key(owner.__name__, field) for owner in owners), None)


KEYS: frozenset[Key] = frozenset(
    key
    for name, part in PARTS.items()
    for field in _FIELDS[name]
    if (key := declaring(part, field)) is not None
)
_OF_ONE_TABLE = {
    name: next(key for key in KEYS if key.field == name)
    for name, count in Counter(key.field for key in KEYS).items()
    if count == 1
}


def used_in_toml(text: str) -> Iterator[Key]:
    """Return the keys of a contract, or of the contract that a fixture's description holds."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    tool = document.get("tool")
    for each in (
        document,
        document.get("contract"),
        tool.get("wheelcheck") if isinstance(tool, dict) else None,
    ):
        yield from _stated(each, _TYPES["Contract"])
        if isinstance(each, dict) and isinstance(each.get("contract"), dict):
            for named in each["contract"].values():
                yield from _stated(named, _TYPES["Contract"])


def used_in_python(text: str) -> Iterator[Key]:
    """Return the keys of the tables, calls and texts of a test module."""
    tree = ast.parse(text)
    constants: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            value = _value(node.value, constants)
            names = (each.id for each in targets if isinstance(each, ast.Name) and each.id.isupper())
            constants.update(dict.fromkeys(names, value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from _of_table(_value(node, constants))
        elif isinstance(node, ast.Call):
            yield from _of_call(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.replace("-", "_")
            yield from [_OF_ONE_TABLE[name]] if name in _OF_ONE_TABLE else ()
            yield from used_in_toml(node.value) if " = " in node.value else ()


def _of_table(table: Mapping[str, Any]) -> Iterator[Key]:
    keys = {name.replace("-", "_") for name in table}
    if keys and keys <= _FIELDS["Contract"]:
        yield from _stated(table, _TYPES["Contract"])
        return
    fitting = [name for name, fields in _FIELDS.items() if keys and keys <= fields]
    owners = {declaring(PARTS[name], key) for name in fitting for key in keys}
    if fitting and len(owners) == len(keys):
        yield from _stated(table, _TYPES[fitting[0]])


def _of_call(call: ast.Call) -> Iterator[Key]:
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    for name in (keyword.arg for keyword in call.keywords if keyword.arg is not None):
        key = declaring(PARTS[called], name) if called in PARTS else _OF_ONE_TABLE.get(name)
        yield from [key] if key is not None else []


def _stated(value: Any, kind: inspect.Type) -> Iterator[Key]:
    """Return the keys that a document states where a value of this kind is expected."""
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _stated(value, each)
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        for field in kind.fields:
            if field.encode_name in value:
                key = declaring(kind.cls, field.name)
                yield from [key] if key is not None else []
                is_part = key == Key("Row", "then")
                inner = _TYPES["Contract"] if is_part else field.type
                yield from _stated(value[field.encode_name], inner)
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        for each in value.values():
            yield from _stated(each, kind.value_type)
    elif isinstance(kind, inspect.VarTupleType) and isinstance(value, list):
        for each in value:
            yield from _stated(each, kind.item_type)


def _value(node: ast.expr | None, constants: Mapping[str, Any]) -> Any:
    """Evaluate a display of dictionaries, lists and texts; None replaces values of any other form."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(each, constants) for each in node.elts]
    if isinstance(node, ast.DictComp):
        return {"": _value(node.value, constants)}
    if not isinstance(node, ast.Dict):
        return None
    table: dict[str, Any] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        found = _value(value, constants)
        if key is None:
            table.update(found if isinstance(found, dict) else {})
        else:
            name = _value(key, constants)
            table[name if isinstance(name, str) else ""] = found
    return table
