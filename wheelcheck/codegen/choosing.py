"""Which operators a build needs: from names, from lists of operators, from models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from wheelcheck.codegen import native
from wheelcheck.codegen.document import Text, read_document
from wheelcheck.codegen.errors import CodegenError, Place
from wheelcheck.codegen.grammar import SchemaError, split_name
from wheelcheck.codegen.program import read_operator_names

LIST_OPTION = "--ops-schema-yaml"
ROOT_OPTION = "--root-op"


def choose_operators(
    roots: Iterable[str], lists: Iterable[Path], models: Iterable[Path], *, has_all: bool
) -> list[str]:
    """Return the names of all requested operators, sorted."""
    names = {_checked(name, ROOT_OPTION) for name in roots}
    for path in lists:
        names.update(_checked(text.value.partition("(")[0], text.place) for text in _entries(path))
    for path in models:
        names.update(_checked(name, repr(str(path))) for name in read_operator_names(path))
    if not names and not has_all:
        raise CodegenError(
            "no operators selected",
            hint=f"give {ROOT_OPTION}, {LIST_OPTION}, --model or --include-all-operators",
        )
    return sorted(names)


def selection_text(names: Sequence[str], *, has_all: bool) -> str:
    """Return the text of selected_operators.yaml."""
    lines = [f"include_all_operators: {'true' if has_all else 'false'}"]
    lines.append("operators:" if names else "operators: {}")
    for name in names:
        lines += [f"  {name}:", "    is_root_operator: true", "    include_all_overloads: false"]
    return "".join(f"{line}\n" for line in lines)


def _entries(path: Path) -> list[Text]:
    document = read_document(path, LIST_OPTION)
    found = []
    for node in document.sequence(document.root, "the file") if document.root is not None else []:
        fields = document.mapping(node, "an entry")
        head = next((each for each in ("func", "op") if each in fields), None)
        if head is None:
            raise CodegenError("an entry has neither 'func' nor 'op'", place=document.place(node))
        found.append(document.text(fields[head], f"{head!r}"))
    return found


def _checked(name: str, source: str | Place) -> str:
    try:
        split_name(name)
    except SchemaError as error:
        raise CodegenError(f"{source}: {error.message}", hint=error.hint) from error
    return native.qualified(name)
