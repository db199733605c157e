"""YAML files as nodes that know their lines; duplicate keys are rejected."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from wheelcheck.codegen.errors import CodegenError, Place
from wheelcheck.errors import reason_of
from wheelcheck.input_files import read_input
from wheelcheck.spelling import did_you_mean

if TYPE_CHECKING:
    from yaml.nodes import Node

_KINDS = {"scalar": "a string", "sequence": "a list", "mapping": "a mapping"}
_NULL = "tag:yaml.org,2002:null"
_BOOL = "tag:yaml.org,2002:bool"
_TRUE = frozenset({"true", "yes", "on"})


class Text(NamedTuple):
    """A text from a file that knows the place of each of its characters."""

    value: str
    place: Place
    is_verbatim: bool = True
    """Whether the characters appear in the file unchanged, on one line."""

    def place_of(self, offset: int) -> Place:
        """Return the place of one character."""
        if self.place.column is None or not self.is_verbatim:
            return self.place._replace(column=None)
        return self.place._replace(column=self.place.column + offset)


class Document:
    """One YAML text; `line_of` translates its own lines, counted from 0, into those of the file."""

    def __init__(self, file: str, text: str, line_of: Callable[[int], int] = lambda line: line + 1) -> None:
        self.file = file
        self._line_of = line_of
        self.root = self._compose(text)

    def _compose(self, text: str) -> Node | None:
        import yaml

        try:
            root: Node | None = yaml.compose(text, Loader=_loader())
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = Place(self.file, self._line_of(mark.line), mark.column + 1) if mark else None
            raise CodegenError(f"cannot parse YAML: {error.problem or error.context}", place=place) from error
        except yaml.YAMLError as error:
            # Characters that YAML forbids have a position and no mark.
            line = text.count("\n", 0, getattr(error, "position", 0) or 0)
            reason = " ".join(str(error).split())
            place = Place(self.file, self._line_of(line))
            raise CodegenError(f"cannot parse YAML: {reason}", place=place) from error
        if root is not None and self.is_null(root):
            return None
        return root

    def place(self, node: Node) -> Place:
        """Return the place where a node begins."""
        return Place(self.file, self._line_of(node.start_mark.line), node.start_mark.column + 1)

    @staticmethod
    def is_null(node: Node) -> bool:
        """Whether a node is YAML's null."""
        return bool(node.tag == _NULL)

    @staticmethod
    def is_sequence(node: Node) -> bool:
        """Whether a node is a list."""
        return _kind(node) == "sequence"

    def sequence(self, node: Node, what: str) -> list[Node]:
        """Return the items of a list."""
        self._check_kind(node, "sequence", what)
        return list(node.value)

    def mapping(self, node: Node, what: str) -> dict[str, Node]:
        """Return the values of a mapping by key."""
        self._check_kind(node, "mapping", what)
        found: dict[str, Node] = {}
        for key, value in node.value:
            name = str(key.value)
            if name in found or not isinstance(key.value, str):
                self._refuse_key(node, key, what)
            found[name] = value
        return found

    def _refuse_key(self, node: Node, key: Node, what: str) -> NoReturn:
        name = self.text(key, f"key of {what}").value
        first = next(each for each, _ in node.value if each.value == name)
        raise CodegenError(
            f"duplicate key {name!r} in {what}, first at line {self.place(first).line}",
            place=self.place(key),
            hint="remove one of them",
        )

    def text(self, node: Node, what: str) -> Text:
        """Return a scalar as it is written."""
        self._check_kind(node, "scalar", what)
        place = self.place(node)
        is_on_one_line = node.start_mark.line == node.end_mark.line
        quotes = 1 if getattr(node, "style", None) in {"'", '"'} else 0
        width = node.end_mark.column - node.start_mark.column - 2 * quotes
        if place.column is not None:
            place = place._replace(column=place.column + quotes)
        return Text(str(node.value), place, is_on_one_line and width == len(node.value))

    def flag(self, node: Node, what: str) -> bool:
        """Return a boolean."""
        text = self.text(node, what)
        if node.tag != _BOOL:
            raise CodegenError(f"{what} is {text.value!r}, expected true or false", place=text.place)
        return text.value.lower() in _TRUE

    def check_keys(self, node: Node, known: Iterable[str], what: str) -> None:
        """Reject unknown keys."""
        for key, _ in node.value:
            if key.value not in known:
                raise CodegenError(
                    f"unknown key {key.value!r} in {what}",
                    place=self.place(key),
                    hint=did_you_mean(key.value, known) or f"use one of: {', '.join(sorted(known))}",
                )

    def _check_kind(self, node: Node, kind: str, what: str) -> None:
        own = _kind(node)
        if own != kind:
            found = "empty" if self.is_null(node) else _KINDS[own]
            raise CodegenError(f"{what} is {found}, expected {_KINDS[kind]}", place=self.place(node))


def _kind(node: Node) -> str:
    # Every node class has it; the type stubs leave it out.
    return str(getattr(node, "id", ""))


def read_text(path: Path, option: str) -> str:
    """Return the text of an input file, with line feeds only."""
    try:
        return read_input(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise CodegenError("not UTF-8", place=Place(str(path), line), hint="save it as UTF-8") from error
    except OSError as error:
        raise CodegenError(
            f"cannot read {str(path)!r}: {reason_of(error)}", hint=f"check the path of {option}"
        ) from error


def read_document(path: Path, option: str) -> Document:
    """Read a whole YAML file."""
    return Document(str(path), read_text(path, option))


@functools.cache
def _loader() -> type:
    import yaml

    # PyYAML has the C parser only if it was built with libyaml.
    loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return loader
