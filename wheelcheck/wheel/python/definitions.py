"""Names that a Python source defines at its top."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from wheelcheck.wheel.python.long_strings import BOM
from wheelcheck.wheel.python.tokens import Kind, Statement, Token, TooMuchError, statements

_DYNAMIC = frozenset(
    {
        "__dict__",
        "__getattr__",
        "__import__",
        "__path__",
        "_getframe",
        "currentframe",
        "exec",
        "execfile",
        "extend_path",
        "find_current_module",
        "globals",
        "import_module",
        "locals",
        "modules",
        "setattr",
        "vars",
    }
)
"""A source with one of these names may define, or serve, names that it does not spell out."""
_OPENING = re.compile(rb"\*|__name__|%b" % "|".join(sorted(_DYNAMIC)).encode())
"""What every source contains that may define more."""
_DEFINING = frozenset({"def", "class", "type"})
_SCOPES = frozenset({"def", "class"})


_HARMLESS = frozenset({"getLogger", "get_logger", "version", "distribution", "files", "metadata"})
"""Functions that take `__name__` and leave the module as it is."""


class Definitions(msgspec.Struct, frozen=True):
    """What a source defines."""

    names: frozenset[str]
    """Bound at the top, under any condition but that for programs; without submodules taken from its own
    package. Of an open source, some of them.
    """
    is_open: bool
    """Whether there may be more: a star import, `__getattr__`, a change of `sys.modules` or `__path__`."""


def scan_definitions(data: bytes) -> Definitions:
    """Read the names that a source binds."""
    names: set[str] = set()
    scopes: list[int] = []
    may_be_open = _OPENING.search(data) is not None
    try:
        for line in statements(data.removeprefix(BOM)):
            if may_be_open and (_is_dynamic(line.tokens) or _takes_all(line.tokens)):
                return Definitions(frozenset(names), is_open=True)
            while scopes and line.indent <= scopes[-1]:
                scopes.pop()
            if not scopes:
                names.update(_bound(line.tokens))
            elif line.tokens[0].text == "global":
                names.update(token.text for token in line.tokens[1:])
            if _opens_scope(line) or (not scopes and _is_for_programs(line.tokens)):
                scopes.append(line.indent)
    except TooMuchError:
        return Definitions(frozenset(names), is_open=True)
    return Definitions(frozenset(names), is_open=False)


def _is_dynamic(tokens: Sequence[Token]) -> bool:
    """Whether a statement may change the module: by a name that can, or by a call that gets its name."""
    for at, token in enumerate(tokens):
        if token.kind is Kind.NAME and token.text in _DYNAMIC:
            return True
        if token.text == "__name__" and at >= 2 and tokens[at - 1].text == "(":
            callee = tokens[at - 2]
            if callee.kind is Kind.NAME and callee.text not in _HARMLESS:
                return True
    return False


def _takes_all(tokens: Sequence[Token]) -> bool:
    return tokens[0].text == "from" and tokens[-1].text in {"*", ")"} and any(t.text == "*" for t in tokens)


def _opens_scope(line: Statement) -> bool:
    if _SCOPES.isdisjoint(token.text for token in line.tokens[:2]):
        return False
    words = [token.text for token in line.tokens[:2] if token.kind is Kind.NAME]
    return bool(words) and (words[0] in {"def", "class"} or words == ["async", "def"])


def _is_for_programs(tokens: Sequence[Token]) -> bool:
    """Whether a block runs only when the module is the program: `if __name__ == "__main__":`."""
    words = {token.text for token in tokens}
    return tokens[0].text == "if" and {"__name__", "__main__", "=="} <= words and "or" not in words


def _bound(tokens: Sequence[Token]) -> Iterator[str]:
    """Give the names that one statement binds."""
    words = [token.text if token.kind is not Kind.STRING else "" for token in tokens]
    if words[0] == "async":
        words = words[1:]
    if words and words[0] in _DEFINING and len(words) > 1:
        yield words[1]
    elif words and words[0] in {"import", "from"}:
        yield from _imported(words)
    else:
        yield from _assigned(tokens)


def _imported(words: Sequence[str]) -> Iterator[str]:
    """Read an import; `from . import x` of a package takes a submodule, which has to be there."""
    start = words.index("import") + 1 if "import" in words else len(words)
    is_own = words[0] == "from" and words[1:start] == [".", "import"]
    for at in range(start, len(words)):
        before, after = words[at - 1], words[at + 1] if at + 1 < len(words) else ""
        is_alias = before == "as"
        is_first = before in {"import", ",", "("}
        if words[at].isidentifier() and (is_alias or (is_first and after != "as" and not is_own)):
            yield words[at]


def _assigned(tokens: Sequence[Token]) -> Iterator[str]:
    """Give the names before `=`, `:=`, after `as` and in `for x in`."""
    depth, pending, is_loop = 0, list[str](), False
    for at, token in enumerate(tokens):
        text = token.text
        if token.kind is Kind.NAME and (at == 0 or tokens[at - 1].text != "."):
            pending.append(text)
            is_loop = is_loop or text == "for"
            if at and tokens[at - 1].text == "as":
                yield text
        elif token.kind is Kind.OTHER:
            depth += (text in "([{") - (text in ")]}")
            if text == ":=" or (text == "=" and depth == 0):
                yield from pending
        if is_loop and text == "in":
            yield from pending
            is_loop = False
