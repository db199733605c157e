"""selected_operators.yaml: which of the operators and kernels a build needs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wheelcheck.codegen.document import Document, Text, read_document
from wheelcheck.codegen.errors import CodegenError
from wheelcheck.codegen.kernels import DEFAULT_KEY, Kernel
from wheelcheck.codegen.operators import Operator

if TYPE_CHECKING:
    from yaml.nodes import Node

OPTION = "--op-selection-yaml"

_KEYS = frozenset(
    {
        "build_features",
        "custom_classes",
        "debug_info",
        "et_kernel_metadata",
        "include_all_non_op_selectives",
        "include_all_operators",
        "kernel_metadata",
        "operators",
    }
)
_OPERATOR_KEYS = frozenset(
    {"debug_info", "include_all_overloads", "is_root_operator", "is_used_for_training", "name"}
)


class Chosen(NamedTuple):
    """Settings of one operator name in the file."""

    is_root: bool = True
    has_all_overloads: bool = True


class Selection(NamedTuple):
    """A selection of operators and of their kernels."""

    has_all: bool
    operators: dict[str, Chosen]
    kernel_keys: dict[str, list[Text]]
    """Keys that the models use, by operator name."""

    def selects(self, name: str) -> bool:
        """Whether models call the operator themselves; a name without overload may cover all overloads."""
        if self.has_all:
            return True
        if name in self.operators:
            return self.operators[name].is_root
        family = self.operators.get(name.partition(".")[0])
        return family is not None and family.has_all_overloads and family.is_root

    def kernels(self, operator: Operator) -> tuple[Kernel, ...]:
        """Return the kernels that the models use: all of them if the file does not say."""
        if operator.name not in self.kernel_keys:
            return operator.kernels
        used = {self._covering(operator, text) for text in self.kernel_keys[operator.name]}
        return tuple(each for each in operator.kernels if each.key in used)

    @staticmethod
    def _covering(operator: Operator, wanted: Text) -> str:
        """Return the kernel key that serves a model's key, whichever version of the format that has."""
        keys = [each.key for each in operator.kernels]
        if wanted.value != DEFAULT_KEY:
            meta = wanted.value.partition("/")[2]
            for key in keys:
                if key != DEFAULT_KEY and key.partition("/")[2] == meta:
                    return key
        if DEFAULT_KEY in keys:
            return DEFAULT_KEY
        raise CodegenError(
            f"operator {operator.name!r} has no kernel for {wanted.value!r}",
            place=wanted.place,
            hint=f"add a kernel with 'arg_meta: null' at {operator.place}; it has only {', '.join(keys)}",
        )


def read_selection(path: Path) -> Selection:
    """Read a selection; an empty file selects nothing."""
    document = read_document(path, OPTION)
    if document.root is None:
        return Selection(has_all=False, operators={}, kernel_keys={})
    fields = document.mapping(document.root, "the file")
    document.check_keys(document.root, _KEYS, "the file")
    return Selection(
        _flag(document, fields, "include_all_operators", default=False),
        {name: _read_chosen(document, node, name) for name, node in _members(document, fields, "operators")},
        {
            name: [
                document.text(each, "a kernel key") for each in document.sequence(node, f"keys of {name!r}")
            ]
            for name, node in _members(document, fields, "et_kernel_metadata")
        },
    )


def select(operators: Iterable[Operator], selection: Selection) -> list[Operator]:
    """Return the selected operators, each with its selected kernels."""
    return [
        each._replace(kernels=selection.kernels(each)) for each in operators if selection.selects(each.name)
    ]


def _members(document: Document, fields: dict[str, Node], key: str) -> list[tuple[str, Node]]:
    node = fields.get(key)
    return [] if node is None or document.is_null(node) else list(document.mapping(node, f"{key!r}").items())


def _read_chosen(document: Document, node: Node, name: str) -> Chosen:
    if document.is_null(node):
        return Chosen()
    fields = document.mapping(node, f"operator {name!r}")
    document.check_keys(node, _OPERATOR_KEYS, f"operator {name!r}")
    return Chosen(
        _flag(document, fields, "is_root_operator", default=True),
        _flag(document, fields, "include_all_overloads", default=True),
    )


def _flag(document: Document, fields: dict[str, Node], key: str, *, default: bool) -> bool:
    return document.flag(fields[key], f"{key!r}") if key in fields else default
