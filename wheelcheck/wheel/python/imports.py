"""Imports of a Python source, without compiling it."""

from __future__ import annotations

import enum
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from wheelcheck.wheel.python.long_strings import BOM, LongStrings

# Repeats of groups are bounded: each round of one takes memory. A run of blanks has one way to end, so that
# no two runs share it.
_LINE = re.compile(
    rb"\n\f?(?P<indent>[ \t]*)(?:"
    rb"import[ \t]+(?P<modules>[^\n#;\\]+(?:\\\r?\n[^\n#;\\]*){0,200})"
    rb"|from(?:[ \t]+(?![ \t.])|[ \t]*(?![ \t])(?P<dots>\.+)[ \t]*(?![ \t]))"
    rb"(?:(?P<module>[\w\x80-\xff][\w.\x80-\xff]*)[ \t]+)?import\b[ \t]*"
    rb"(?P<names>\([^()#]*(?:#[^\n]*[^()#]*){0,2000}|[^\n#;\\(]*(?:\\\r?\n[^\n#;\\(]*){0,200}))"
)
_BLOCK = re.compile(
    rb"\n(?P<head>def|class|async|if|elif|else|try|except|finally|with|for|while|match)\b(?P<rest>[^\n]*)"
)
_WORD = b"import"
_COMMENT = re.compile(r"#[^\n]*")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_BODIES = (b"def", b"class", b"async")
_CATCHING = re.compile(rb"try[ \t]*:|with[ \t][^\n]*\bsuppress\(")
_FARTHEST = 4_000
"""Bytes before an import in which the block around it is searched."""
_MOST_WATCHED = 100
_LONGEST = 200
_MOST = 10_000
"""Imports of one source, and characters in a name: bounds for hostile text."""


class When(enum.Enum):
    """When an import happens."""

    ALWAYS = "always"
    """Whenever the module is imported."""
    GUARDED = "guarded"
    """At import too, under `if`, `try` or the like."""
    LATER = "later"
    """In a function or class, or only when the module is the program."""


class Import(NamedTuple):
    """One imported module, or names of one."""

    level: int
    """Dots of a relative import."""
    module: str
    """As written; '' for `from . import x`."""
    names: tuple[str, ...] | None
    """What `from` takes of it; None for `import module`."""
    when: When
    position: int
    """Byte offset, which gives the order among what the module does."""
    is_tried: bool = False
    """In a `try` block, or one that suppresses exceptions, of the module or the same function."""


def scan_imports(data: bytes, watched: Container[str] = ()) -> tuple[Import, ...]:
    """Give the imports of a source in order; those for type checkers only are left out.

    The nearest line in the first column that begins a block tells under what an indented statement is.

    Args:
        data: the source.
        watched: last names of modules; of an import that may lead to one it is told whether it is tried.
    """
    data = data.removeprefix(BOM)
    found: list[Import] = []
    for match, when in _Statements(data):
        position = match.start()
        if match["modules"] is not None:
            modules = _plain(match["modules"]).split(",", _MOST)
            found.extend(
                Import(0, name, None, when, position)
                for name in (_first_word(each) for each in modules)
                if name
            )
        else:
            level = len(match["dots"] or b"")
            module = (match["module"] or b"").decode("utf-8", "replace")
            names = tuple(filter(None, map(_name, _plain(match["names"]).split(",", _MOST))))
            if names and (_DOTTED.fullmatch(module) or (level and not module)):
                found.append(Import(level, module[:_LONGEST], names, when, position))
        if len(found) > _MOST:
            break
    del found[_MOST:]
    asked = (index for index, each in enumerate(found) if _leads_to(each, watched))
    for index in islice(asked, _MOST_WATCHED):
        found[index] = found[index]._replace(is_tried=_is_tried(data, found[index].position))
    return tuple(found)


def is_cut(imports: Sequence[Import]) -> bool:
    """Whether a source may import more than was read."""
    return len(imports) >= _MOST or any(len(each.names or ()) >= _MOST for each in imports)


def _leads_to(imported: Import, watched: Container[str]) -> bool:
    return imported.module.rpartition(".")[2] in watched or any(
        name in watched for name in imported.names or ()
    )


def packages(imports: Iterable[Import]) -> frozenset[str]:
    """Top-level packages that are imported whenever the module is."""
    names = {each.module.partition(".")[0] for each in imports if each.when is When.ALWAYS and not each.level}
    return frozenset(names - {"__future__"})


def takes_all(imports: Iterable[Import]) -> bool:
    """Whether one of them is a star import."""
    return any("*" in (each.names or ()) for each in imports)


def _is_tried(data: bytes, position: int) -> bool:
    """Whether an import is in a `try` block of its module or function, or one that suppresses exceptions."""
    indent = _depth(data[position : position + _LONGEST])
    for line in reversed(data[max(0, position - _FARTHEST) : position].split(b"\n")):
        code, depth = line.strip(), _depth(line)
        if depth >= indent or not code or code.startswith(b"#"):
            continue
        if _CATCHING.match(code):
            return True
        if code.startswith(_BODIES):
            return False
        indent = depth
    return False


def _depth(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" \t"))


class _Statements:
    """The statements that import, and when they do.

    Only lines with the word are looked at, and the blocks around them only where an indented line asks.
    """

    def __init__(self, data: bytes) -> None:
        self._text = b"\n" + data
        self._strings = LongStrings(data)
        self._gaps: list[tuple[int, int]] = []
        """Parts before the present line in which no block was looked for."""
        self._when: When | None = When.ALWAYS

    def __iter__(self) -> Iterator[tuple[re.Match[bytes], When]]:
        end = 0
        for match in self._lines():
            start = match.start()
            self._gaps.append((end, start))
            end = match.end()
            if self._is_text(start):
                continue
            if not match["indent"]:
                yield match, When.ALWAYS
                continue
            when = self._around()
            if when is not None:
                yield match, when if when is not When.ALWAYS else When.GUARDED

    def _lines(self) -> Iterator[re.Match[bytes]]:
        text, at = self._text, 0
        while (word := text.find(_WORD, at)) >= 0:
            line = text.rfind(b"\n", at, word)
            match = _LINE.match(text, line) if line >= 0 else None
            at = word + len(_WORD)
            if match is not None:
                yield match
                at = match.end()

    def _is_text(self, start: int) -> bool:
        return self._text[start - 1 : start] == b"\\" or self._strings.cover(start)

    def _around(self) -> When | None:
        """Under what an indented line is; None for type checkers."""
        gaps, self._gaps = self._gaps, []
        for start, end in reversed(gaps):
            last = None
            for match in _BLOCK.finditer(self._text, start, end):
                if not self._is_text(match.start()):
                    last = match
            if last is not None:
                self._when = _when(last["head"], last["rest"])
                break
        return self._when


def _when(head: bytes, rest: bytes) -> When | None:
    """Under what the statements of a block are; None for type checkers."""
    if head in _BODIES or (head == b"if" and b"__name__" in rest and b"__main__" in rest):
        return When.LATER
    if head in {b"if", b"elif"} and b"TYPE_CHECKING" in rest and b"not " not in rest:
        return None
    return When.GUARDED


def _plain(names: bytes) -> str:
    text = names.decode("utf-8", "replace").strip().strip("()")
    return _COMMENT.sub("", text).replace("\\", " ") if "#" in text or "\\" in text else text


def _first_word(text: str) -> str:
    """Name of a module in `import a.b as c`; '' for anything else."""
    words = text.split()
    is_plain = len(words) == 1 or (len(words) == 3 and words[1] == "as")
    return words[0][:_LONGEST] if is_plain and _DOTTED.fullmatch(words[0]) else ""


def _name(text: str) -> str:
    word = text.strip()
    if word.isidentifier():
        return word[:_LONGEST]
    words = text.split()
    is_plain = len(words) == 1 or (len(words) == 3 and words[1] == "as")
    return words[0][:_LONGEST] if is_plain and (words[0] == "*" or words[0].isidentifier()) else ""
