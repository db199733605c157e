"""functions.yaml and custom_ops.yaml: which operators a library registers, and with which kernels."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wheelcheck.codegen import native
from wheelcheck.codegen.document import Document, Text, read_document
from wheelcheck.codegen.errors import CodegenError, Place
from wheelcheck.codegen.grammar import Parsed, SchemaError, parse_schema, split_name
from wheelcheck.codegen.kernels import FIELDS, Kernel, read_kernels
from wheelcheck.codegen.schema import Schema
from wheelcheck.spelling import did_you_mean

if TYPE_CHECKING:
    from yaml.nodes import Node

CUSTOM_OPTION = "--custom-ops-yaml"
FUNCTIONS_OPTION = "--functions-yaml"

_KEYS = frozenset(
    {
        "func",
        "op",
        "kernels",
        "type_alias",
        "dim_order_alias",
        "dispatch",
        "variants",
        "tags",
        "manual_cpp_binding",
        "autogen",
        "category_override",
        "cpp_no_default_args",
        "device_check",
        "device_guard",
        "manual_kernel_registration",
        "precomputed",
        "python_module",
        "structured",
        "structured_delegate",
        "structured_inherits",
        "ufunc_inner_loop",
        "use_const_ref_for_mutable_tensors",
    }
)
"""Keys that ExecuTorch and PyTorch read in an entry; those after `manual_cpp_binding` are PyTorch's only."""


class Operator(NamedTuple):
    """An operator with its kernels."""

    namespace: str
    schema: Schema
    kernels: tuple[Kernel, ...]
    text: Text
    """Schema or name as the entry writes it."""
    argument_offsets: tuple[int, ...]
    returns_offset: int

    @property
    def name(self) -> str:
        """Name in the registry, `namespace::base.overload`."""
        return f"{self.namespace}::{self.schema.name}"

    @property
    def place(self) -> Place:
        """Where the entry names the operator."""
        return self.text.place

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies an operator, and its sort key."""
        return self.namespace, self.schema.base, self.schema.overload


class _Entry(NamedTuple):
    document: Document
    node: Node
    fields: dict[str, Node]
    text: Text
    """Value of `func` or `op`."""


def read_operators(
    custom: Path | None, functions: Path | None, aten: Path | None
) -> tuple[list[Operator], tuple[Path, ...]]:
    """Return the operators of both files, sorted by key, and the files that were read."""
    entries: list[_Entry] = []
    inputs: list[Path] = []
    if functions is not None:
        inputs.append(functions)
        entries += _read_entries(functions, FUNCTIONS_OPTION, ("func", "op"))
    if custom is not None:
        inputs.append(custom)
        entries += _read_entries(custom, CUSTOM_OPTION, ("func",))
    named = {_aten_name(each): each for each in entries if "op" in each.fields}
    schemas: dict[str, native.AtenEntry] = {}
    if named:
        path = aten or _installed(next(iter(named.values())))
        inputs.append(path)
        schemas = native.read_entries(path, named)
        _check_known(named, schemas, path)
    operators = [_operator(each, schemas) for each in entries]
    _check_unique(operators)
    return sorted(operators, key=lambda each: each.key), tuple(inputs)


def _read_entries(path: Path, option: str, accepted: tuple[str, ...]) -> list[_Entry]:
    document = read_document(path, option)
    if document.root is None:
        return []
    found = []
    for node in document.sequence(document.root, "the file"):
        fields = document.mapping(node, "an entry")
        document.check_keys(node, _KEYS, "an entry")
        heads = [each for each in ("func", "op") if each in fields]
        if len(heads) != 1:
            what = "both 'func' and 'op'" if heads else "neither 'func' nor 'op'"
            raise CodegenError(f"an entry has {what}", place=document.place(node))
        if heads[0] not in accepted:
            raise CodegenError(
                f"{heads[0]!r} names an ATen operator, but a custom operator needs a schema",
                place=document.place(fields[heads[0]]),
                hint=f"write 'func: SCHEMA', or give the file with {FUNCTIONS_OPTION}",
            )
        found.append(_Entry(document, node, fields, document.text(fields[heads[0]], f"{heads[0]!r}")))
    return found


def _aten_name(entry: _Entry) -> str:
    try:
        split_name(entry.text.value)
    except SchemaError as error:
        hint = error.hint
        if "(" in entry.text.value:
            hint = "write the schema under 'func'; 'op' takes a name"
        raise CodegenError(error.message, place=entry.text.place, hint=hint) from error
    return native.qualified(entry.text.value)


def _installed(entry: _Entry) -> Path:
    path = native.find_installed()
    if path is None:
        raise CodegenError(
            f"the schema of {entry.text.value!r} is needed, but neither {native.OPTION} "
            "nor an installed torchgen provides it",
            place=entry.text.place,
            hint=f"give PyTorch's native_functions.yaml with {native.OPTION}",
        )
    return path


def _check_known(named: dict[str, _Entry], schemas: dict[str, native.AtenEntry], path: Path) -> None:
    for name, entry in named.items():
        if name not in schemas:
            raise CodegenError(
                f"operator {name!r} is not in {str(path)!r}",
                place=entry.text.place,
                hint=did_you_mean(name, native.list_names(path)) or "declare a custom operator under 'func'",
            )


def _operator(entry: _Entry, schemas: dict[str, native.AtenEntry]) -> Operator:
    document, fields = entry.document, entry.fields
    if "op" in fields:
        source = schemas[native.qualified(entry.text.value)]
        parsed = Parsed(source.schema, (0,) * len(source.schema.arguments), 0)
        # As upstream: kernels in native_functions.yaml take precedence.
        if any(each in source.fields for each in FIELDS):
            document, fields = source.document, {**fields, **source.fields}
    else:
        parsed = _parse(entry.text)
    schema = parsed.schema
    kernels = read_kernels(document, fields, [each.name for each in schema.arguments])
    namespace = schema.namespace or native.DEFAULT_NAMESPACE
    if not kernels:
        raise CodegenError(
            f"operator '{namespace}::{schema.name}' has no kernel",
            place=entry.text.place,
            hint="add 'kernels' with a 'kernel_name', or remove the entry",
        )
    return Operator(namespace, schema, tuple(kernels), entry.text, parsed.arguments, parsed.returns)


def _parse(text: Text) -> Parsed:
    try:
        return parse_schema(text.value)
    except SchemaError as error:
        raise CodegenError(error.message, place=text.place_of(error.offset), hint=error.hint) from error


def _check_unique(operators: Iterable[Operator]) -> None:
    first: dict[tuple[str, str, str], Operator] = {}
    for each in operators:
        other = first.setdefault(each.key, each)
        if other is each:
            continue
        is_same_file = other.place.file == each.place.file
        where = f"line {other.place.line}" if is_same_file else f"{other.place.file}:{other.place.line}"
        raise CodegenError(
            f"operator {each.name!r} is registered twice, first at {where}",
            place=each.place._replace(column=None),
            hint="remove one entry; put kernels for different tensors into one entry, with 'arg_meta'",
        )
