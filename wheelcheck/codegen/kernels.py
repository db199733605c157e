"""Kernels of an operator: which C++ function runs, and for which tensors.

A key states the element types and dimension orders that a function supports. The runtime compares its
text, `v1/6;0,1|6;0,1`: for each tensor the number of the type, and the dimension order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from wheelcheck.codegen.cpp_names import is_identifier
from wheelcheck.codegen.document import Document, Text
from wheelcheck.codegen.errors import CodegenError, Place
from wheelcheck.spelling import did_you_mean

if TYPE_CHECKING:
    from yaml.nodes import Node

DEFAULT_KEY = "default"
"""Key, in selections and YAML files, of the kernel for everything else."""

FIELDS = ("kernels", "type_alias", "dim_order_alias")

_VERSION = 1
_NAMESPACES_AT_MOST = 3
_SCALAR_TYPES = {
    "Byte": 0,
    "Char": 1,
    "Short": 2,
    "Int": 3,
    "Long": 4,
    "Half": 5,
    "Float": 6,
    "Double": 7,
    "Bool": 11,
    "BFloat16": 15,
}
"""Numbers from runtime/core/portable_type/scalar_type.h."""

_Order = tuple[int, ...]


class Kernel(NamedTuple):
    """A C++ function for one key of an operator."""

    key: str
    namespace: str
    function: str
    place: Place

    @property
    def qualified(self) -> str:
        """The function as C++ code calls it."""
        return f"::{self.namespace}::{self.function}"


class _Aliases(NamedTuple):
    types: Mapping[str, Sequence[str]]
    orders: Mapping[str, Sequence[_Order]]


def read_kernels(document: Document, fields: Mapping[str, Node], arguments: Sequence[str]) -> list[Kernel]:
    """Read the kernels of one entry, also in the older `dispatch` spelling; none if it names none."""
    if "kernels" not in fields:
        return _read_dispatch(document, fields)
    aliases = _Aliases(
        _read_type_aliases(document, fields.get("type_alias")),
        _read_order_aliases(document, fields.get("dim_order_alias")),
    )
    found: dict[str, Kernel] = {}
    for node in document.sequence(fields["kernels"], "'kernels'"):
        for kernel in _read_kernel(document, node, aliases, arguments):
            if kernel.key in found:
                raise CodegenError(
                    f"duplicate kernel key {kernel.key!r}, first at line {found[kernel.key].place.line}",
                    place=kernel.place,
                    hint="remove one of the two kernels or change its arg_meta",
                )
            found[kernel.key] = kernel
    return sorted(found.values(), key=lambda each: (each.key != DEFAULT_KEY, each.key))


def _read_dispatch(document: Document, fields: Mapping[str, Node]) -> list[Kernel]:
    if "dispatch" not in fields:
        return []
    nodes = document.mapping(fields["dispatch"], "'dispatch'")
    kernels = [_named(document.text(node, f"kernel of {key}"), DEFAULT_KEY) for key, node in nodes.items()]
    if len({each.qualified for each in kernels}) > 1:
        raise CodegenError(
            f"'dispatch' names {len(kernels)} kernels, only 1 is allowed",
            place=document.place(fields["dispatch"]),
            hint="keep only the kernel for CPU",
        )
    return kernels[:1]


def _read_kernel(
    document: Document, node: Node, aliases: _Aliases, arguments: Sequence[str]
) -> Iterator[Kernel]:
    fields = document.mapping(node, "a kernel")
    document.check_keys(node, ("arg_meta", "kernel_name"), "a kernel")
    if "kernel_name" not in fields:
        raise CodegenError("a kernel has no 'kernel_name'", place=document.place(node))
    name = document.text(fields["kernel_name"], "'kernel_name'")
    meta = fields.get("arg_meta")
    if meta is None or document.is_null(meta):
        yield _named(name, DEFAULT_KEY)
        return
    for key in _keys(document, meta, aliases, arguments):
        yield _named(name, key)


def _named(text: Text, key: str) -> Kernel:
    *namespaces, function = text.value.split("::")
    if len(namespaces) > _NAMESPACES_AT_MOST:
        raise CodegenError(
            f"kernel {text.value!r} has {len(namespaces)} namespaces, "
            f"at most {_NAMESPACES_AT_MOST} are allowed",
            place=text.place,
        )
    for part in (*namespaces, function):
        if not is_identifier(part):
            raise CodegenError(f"kernel {text.value!r}: {part!r} is not a C++ identifier", place=text.place)
    return Kernel(key, "::".join([*(namespaces or ["at"]), "native"]), function, text.place)


def _keys(document: Document, meta: Node, aliases: _Aliases, arguments: Sequence[str]) -> Iterator[str]:
    nodes = document.mapping(meta, "'arg_meta'")
    for key, _ in meta.value:
        if key.value not in arguments:
            raise CodegenError(
                f"'arg_meta' names {key.value!r}, which is not an argument of the operator",
                place=document.place(key),
                hint=did_you_mean(key.value, arguments) or f"use one of: {', '.join(arguments)}",
            )
    # The runtime builds its key from the tensors on the stack, whatever the order in the file.
    uses = {
        argument: _read_use(document, nodes[argument], argument, aliases)
        for argument in arguments
        if argument in nodes
    }
    types = list(dict.fromkeys(type_ for type_, _ in uses.values()))
    orders = list(dict.fromkeys(order for _, order in uses.values()))
    for chosen_types in product(*(aliases.types[each] for each in types)):
        for chosen_orders in product(*(aliases.orders[each] for each in orders)):
            type_of = dict(zip(types, chosen_types, strict=True))
            order_of = dict(zip(orders, chosen_orders, strict=True))
            yield f"v{_VERSION}/" + "|".join(
                f"{_SCALAR_TYPES[type_of[type_]]};{','.join(map(str, order_of[order]))}"
                for type_, order in uses.values()
            )


def _read_use(document: Document, node: Node, argument: str, aliases: _Aliases) -> tuple[str, str]:
    items = [document.text(each, "an alias") for each in document.sequence(node, f"arg_meta of {argument!r}")]
    if len(items) != 2:
        raise CodegenError(
            f"arg_meta of {argument!r} has {len(items)} item{'' if len(items) == 1 else 's'}, "
            "expected a type alias and a dim order alias",
            place=document.place(node),
        )
    tables: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("type_alias", aliases.types),
        ("dim_order_alias", aliases.orders),
    )
    for text, (table, known) in zip(items, tables, strict=True):
        if text.value not in known:
            raise CodegenError(
                f"{text.value!r} is not in '{table}'",
                place=text.place,
                hint=did_you_mean(text.value, known) or f"define it in the '{table}' of this entry",
            )
    return items[0].value, items[1].value


def _read_type_aliases(document: Document, node: Node | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in document.mapping(node, "'type_alias'").items() if node else ():
        texts = [document.text(each, "a type") for each in document.sequence(value, f"type alias {name!r}")]
        for text in texts:
            if text.value not in _SCALAR_TYPES:
                raise CodegenError(
                    f"unknown element type {text.value!r}",
                    place=text.place,
                    hint=did_you_mean(text.value, _SCALAR_TYPES) or f"use one of: {', '.join(_SCALAR_TYPES)}",
                )
        found[name] = [text.value for text in texts]
    return found


def _read_order_aliases(document: Document, node: Node | None) -> dict[str, list[_Order]]:
    found: dict[str, list[_Order]] = {}
    for name, value in document.mapping(node, "'dim_order_alias'").items() if node else ():
        items = document.sequence(value, f"dim order alias {name!r}")
        are_orders = bool(items) and all(document.is_sequence(each) for each in items)
        found[name] = [_read_order(document, each, name) for each in (items if are_orders else [value])]
    return found


def _read_order(document: Document, node: Node, alias: str) -> _Order:
    texts = [document.text(each, "a dimension") for each in document.sequence(node, f"dim order {alias!r}")]
    numbers = [int(each.value) for each in texts if each.value.isdecimal()]
    if sorted(numbers) != list(range(len(texts))):
        raise CodegenError(
            f"dim order {alias!r} is [{', '.join(each.value for each in texts)}], "
            f"expected each of 0 to {len(texts) - 1} once",
            place=document.place(node),
        )
    return tuple(numbers)
