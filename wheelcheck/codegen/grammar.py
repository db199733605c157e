"""Parser for operator schemas; every error has its offset in the text."""

from __future__ import annotations

import re
from typing import NamedTuple

from wheelcheck.codegen.schema import BASE_TYPES, CUSTOM_CLASS, Alias, Argument, Return, Schema, Type
from wheelcheck.spelling import did_you_mean

_SPACE = re.compile(r"\s*")
_NAMES = re.compile(r"[A-Za-z0-9_.:]*")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_OVERLOAD = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_TYPE = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*", re.ASCII)
_SUFFIX = re.compile(r"\?|\[\d*\]")
_SET = r"[A-Za-z]\w*(?:\s*\|\s*[A-Za-z]\w*)*"
_ALIAS = re.compile(rf"\(\s*({_SET}|\*)\s*(?:(!)\s*)?(?:->\s*({_SET}|\*)\s*)?\)", re.ASCII)
_OPENING = {"(": ")", "[": "]", "{": "}"}
_NAMESPACES_AT_MOST = 1


class SchemaError(Exception):
    """The text is not an operator schema; `offset` is where it stops being one."""

    def __init__(self, message: str, offset: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.hint = hint


class Parsed(NamedTuple):
    """A schema and the offsets of its parts in the text."""

    schema: Schema
    arguments: tuple[int, ...]
    """Offset of each argument."""
    returns: int


def parse_schema(text: str) -> Parsed:
    """Parse a whole schema."""
    return _Parser(text).schema()


def split_name(name: str, offset: int = 0) -> tuple[str | None, str, str]:
    """Return the namespace, base and overload of an operator's name."""
    *namespaces, rest = name.split("::")
    if len(namespaces) > _NAMESPACES_AT_MOST:
        raise SchemaError(
            f"operator name {name!r} has {len(namespaces)} namespaces, at most 1 is allowed",
            offset,
            f"rename it to {namespaces[-1]}::{rest}",
        )
    base, dot, overload = rest.partition(".")
    for part in (*namespaces, base):
        if not _IDENTIFIER.fullmatch(part):
            raise SchemaError(f"operator name {name!r}: {part!r} is not an identifier", offset)
    if dot and not _OVERLOAD.fullmatch(overload):
        raise SchemaError(
            f"operator name {name!r}: overload {overload!r} is not made of letters, digits and underscores",
            offset,
        )
    return (namespaces[0] if namespaces else None), base, overload


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def schema(self) -> Parsed:
        self._skip()
        start = self._at
        name = _NAMES.match(self._text, start)
        self._at = name.end() if name else start
        namespace, base, overload = split_name(self._text[start : self._at], start)
        self._expect("(")
        positional, keyword, offsets = self._arguments()
        if not self._take("->"):
            raise self._error(
                f"expected '->', found {self._found()}",
                "add what the operator returns, '-> ()' for nothing",
            )
        self._skip()
        returns_at = self._at
        returns = self._returns()
        self._skip()
        if self._at < len(self._text):
            raise self._error("text after the end of the schema")
        schema = Schema(namespace, base, overload, positional, keyword, returns)
        return Parsed(schema, offsets, returns_at)

    def _arguments(self) -> tuple[tuple[Argument, ...], tuple[Argument, ...], tuple[int, ...]]:
        before: list[Argument] = []
        after: list[Argument] = []
        accepted = before
        offsets: list[int] = []
        if not self._take(")"):
            while True:
                self._skip()
                start = self._at
                if self._take("*"):
                    if accepted is after:
                        raise SchemaError("'*' appears twice", start)
                    accepted = after
                else:
                    argument = self._argument(end=")")
                    if any(each.name == argument.name for each in before + after):
                        raise SchemaError(f"two arguments are named {argument.name!r}", start)
                    accepted.append(argument)
                    offsets.append(start)
                if self._take(")"):
                    break
                self._expect(",", "',' or ')'")
        if accepted is after and not after:
            raise self._error("no argument follows '*'")
        return tuple(before), tuple(after), tuple(offsets)

    def _argument(self, end: str) -> Argument:
        type_ = self._type()
        name = self._identifier("the argument's name")
        return Argument(type_, name, self._default(end) if self._take("=") else None)

    def _returns(self) -> tuple[Return, ...]:
        if not self._take("("):
            return (self._return(),)
        if self._take(")"):
            return ()
        found = [self._return()]
        while not self._take(")"):
            self._expect(",", "',' or ')'")
            found.append(self._return())
        return tuple(found)

    def _return(self) -> Return:
        type_ = self._type()
        self._skip()
        name = _IDENTIFIER.match(self._text, self._at)
        if name is None:
            return Return(type_)
        self._at = name.end()
        return Return(type_, name[0])

    def _type(self) -> Type:
        self._skip()
        match = _TYPE.match(self._text, self._at)
        if match is None:
            raise self._error(f"expected a type, found {self._found()}")
        base = match[0]
        if base not in BASE_TYPES and not base.startswith(CUSTOM_CLASS):
            hint = did_you_mean(base, BASE_TYPES) or f"use one of: {', '.join(BASE_TYPES)}"
            raise self._error(f"unknown type {base!r}", hint)
        self._at = match.end()
        alias = self._alias() if self._text.startswith("(", self._at) else None
        suffixes = []
        while suffix := _SUFFIX.match(self._text, self._at):
            suffixes.append(suffix[0])
            self._at = suffix.end()
        return Type(base, alias, tuple(suffixes))

    def _alias(self) -> Alias:
        match = _ALIAS.match(self._text, self._at)
        if match is None:
            raise self._error("expected an alias annotation such as (a), (a!), (a|b) or (a -> *)")
        self._at = match.end()
        before, mark, after = match.groups()
        return Alias(_members(before), bool(mark), _members(after) if after else ())

    def _default(self, end: str) -> str:
        """Text up to the first ',' or end character outside brackets and strings."""
        start = self._at
        expected: list[str] = []
        while self._at < len(self._text):
            character = self._text[self._at]
            if character in "'\"":
                self._string(character)
                continue
            if not expected and character in (",", end):
                break
            if character in _OPENING:
                expected.append(_OPENING[character])
            elif character in _OPENING.values():
                wanted = expected.pop() if expected else ","
                if wanted != character:
                    raise self._error(f"expected {wanted!r} in a default value, found {character!r}")
            self._at += 1
        default = self._text[start : self._at].strip()
        if expected:
            raise self._error(f"expected {expected[-1]!r} in a default value, found the end")
        if not default:
            raise self._error("expected a default value after '='")
        return default

    def _string(self, quote: str) -> None:
        start = self._at
        self._at += 1
        while self._at < len(self._text) and self._text[self._at] != quote:
            self._at += 2 if self._text[self._at] == "\\" else 1
        if self._at >= len(self._text):
            raise SchemaError("string without a closing quote", start)
        self._at += 1

    def _identifier(self, what: str) -> str:
        self._skip()
        match = _IDENTIFIER.match(self._text, self._at)
        if match is None:
            raise self._error(f"expected {what}, found {self._found()}")
        self._at = match.end()
        return match[0]

    def _take(self, token: str) -> bool:
        self._skip()
        if not self._text.startswith(token, self._at):
            return False
        self._at += len(token)
        return True

    def _expect(self, token: str, what: str | None = None) -> None:
        if not self._take(token):
            raise self._error(f"expected {what or repr(token)}, found {self._found()}")

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._at)
        if match is not None:
            self._at = match.end()

    def _found(self) -> str:
        return repr(self._text[self._at : self._at + 20]) if self._at < len(self._text) else "the end"

    def _error(self, message: str, hint: str | None = None) -> SchemaError:
        return SchemaError(message, self._at, hint)


def _members(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split("|"))
