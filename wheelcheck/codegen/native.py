"""native_functions.yaml: the schemas of ATen's operators.

The file has 2,600 entries, which take a YAML library 0.3 s. A scan of its lines finds the entries that are
needed, and only those are parsed; a file with another layout is parsed whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wheelcheck.codegen.document import Document, read_text
from wheelcheck.codegen.errors import CodegenError
from wheelcheck.codegen.grammar import SchemaError, parse_schema, split_name
from wheelcheck.codegen.schema import Schema
from wheelcheck.codegen.variants import derive_variant

if TYPE_CHECKING:
    from yaml.nodes import Node

OPTION = "--aten-yaml"
DEFAULT_NAMESPACE = "aten"

_LINES = re.compile(r"^(?:- func: *['\"]?([\w:.]+)|  autogen: *([^\n#]*)|(?=- ))", re.MULTILINE)


class AtenEntry(NamedTuple):
    """An entry that provides the schema of an operator."""

    schema: Schema
    document: Document
    fields: dict[str, Node]


def find_installed() -> Path | None:
    """Return the native_functions.yaml of an installed torchgen, without importing it."""
    spec = find_spec("torchgen")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "packaged" / "ATen" / "native" / "native_functions.yaml"
        if path.is_file():
            return path
    return None


def read_entries(path: Path, names: Collection[str]) -> dict[str, AtenEntry]:
    """Return the entries of these operators by qualified name, except those that the file lacks."""
    text = read_text(path, OPTION)
    wanted = set(names)
    lines = [line for start, end in _blocks(text, wanted) for line in range(start, end)]
    all_lines = text.split("\n")
    excerpt = "\n".join(all_lines[line] for line in lines)
    found = _read(Document(str(path), excerpt, lambda line: lines[min(line, len(lines) - 1)] + 1), wanted)
    if len(found) < len(wanted):
        found = _read(Document(str(path), text), wanted)
    return found


def list_names(path: Path) -> list[str]:
    """Return the qualified names that the file defines, for a suggestion."""
    heads = (match[1] for match in _LINES.finditer(read_text(path, OPTION)))
    return [qualified(head) for head in heads if head]


def _blocks(text: str, wanted: set[str]) -> Iterator[tuple[int, int]]:
    """Return first line and end of every entry that defines one of the names."""
    spellings = wanted | {name.removeprefix(f"{DEFAULT_NAMESPACE}::") for name in wanted}
    line = offset = start = 0
    is_needed = False
    for match in _LINES.finditer(text):
        name, generated = match.groups()
        if generated is not None:
            is_needed = is_needed or any(each.strip() in spellings for each in generated.split(","))
            continue
        line += text.count("\n", offset, match.start())
        offset = match.start()
        if is_needed:
            yield start, line
        start = line
        is_needed = name in spellings
    if is_needed:
        yield start, line + text.count("\n", offset) + 1


def _read(document: Document, wanted: set[str]) -> dict[str, AtenEntry]:
    found: dict[str, AtenEntry] = {}
    if document.root is None:
        return found
    for node in document.sequence(document.root, "the file"):
        fields = document.mapping(node, "an entry")
        if "func" not in fields:
            continue
        text = document.text(fields["func"], "'func'")
        own = qualified(text.value.partition("(")[0])
        generated = _generated(document, fields)
        names = [each for each in (own, *generated) if each in wanted]
        if not names:
            continue
        try:
            schema = parse_schema(text.value).schema
        except SchemaError as error:
            raise CodegenError(error.message, place=text.place_of(error.offset), hint=error.hint) from error
        for name in names:
            if name == own:
                found[name] = AtenEntry(schema, document, fields)
            elif name in found:
                continue
            elif (variant := derive_variant(schema, *split_name(name)[1:])) is not None:
                found[name] = AtenEntry(variant, document, {})
    return found


def _generated(document: Document, fields: dict[str, Node]) -> list[str]:
    if "autogen" not in fields:
        return []
    names = document.text(fields["autogen"], "'autogen'").value
    return [qualified(each.strip()) for each in names.split(",")]


def qualified(name: str) -> str:
    """Return an operator's name with its namespace: ATen's if it has none."""
    return name if "::" in name else f"{DEFAULT_NAMESPACE}::{name}"
