"""Imports of a Python source, without compiling it."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wheelcheck.wheel.python.long_strings import BOM, LongStrings, long_strings

# Repeats of groups are bounded: each round of one takes memory. A run of blanks has one way to end, so that
# no two runs share it.
_LINE = re.compile(
    rb"\n(?:(?P<indent>[ \t]*)(?:"
    rb"import[ \t]+(?P<modules>[^\n#;\\]+(?:\\\r?\n[^\n#;\\]*){0,200})"
    rb"|from(?:[ \t]+(?![ \t.])|[ \t]*(?![ \t])(?P<dots>\.+)[ \t]*(?![ \t]))"
    rb"(?:(?P<module>[\w\x80-\xff][\w.\x80-\xff]*)[ \t]+)?import\b[ \t]*"
    rb"(?P<names>\([^()#]*(?:#[^\n]*[^()#]*){0,2000}|[^\n#;\\(]*(?:\\\r?\n[^\n#;\\(]*){0,200}))"
    rb"|(?P<head>def|class|async|if|elif|else|try|except|finally|with|for|while|match)\b(?P<rest>[^\n]*))"
)
_COMMENT = re.compile(r"#[^\n]*")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_BODIES = (b"def", b"class", b"async")
_CATCHING = re.compile(rb"try[ \t]*:|with[ \t][^\n]*\bsuppress\(")
_FARTHEST = 4_000
"""Bytes before an import in which the block around it is searched."""
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


def scan_imports(data: bytes) -> tuple[Import, ...]:
    """Give the imports of a source in order; those for type checkers only are left out.

    The nearest line in the first column that begins a block tells under what an indented statement is.
    """
    data = data.removeprefix(BOM)
    text = b"\n" + data
    spans = long_strings(data)
    found: list[Import] = []
    for match, when in _statements(text, spans):
        is_tried = bool(match["indent"]) and _is_tried(text, match.start(), len(match["indent"]))
        if match["modules"] is not None:
            modules = _plain(match["modules"]).split(",", _MOST)
            found.extend(
                Import(0, name, None, when, match.start(), is_tried)
                for name in (_first_word(each) for each in modules)
                if name
            )
        else:
            level = len(match["dots"] or b"")
            module = (match["module"] or b"").decode("utf-8", "replace")
            names = tuple(filter(None, map(_name, _plain(match["names"]).split(",", _MOST))))
            if names and (_DOTTED.fullmatch(module) or (level and not module)):
                found.append(Import(level, module[:_LONGEST], names, when, match.start(), is_tried))
        if len(found) > _MOST:
            break
    return tuple(found[:_MOST])


def packages(imports: Iterable[Import]) -> frozenset[str]:
    """Top-level packages that are imported whenever the module is."""
    names = {each.module.partition(".")[0] for each in imports if each.when is When.ALWAYS and not each.level}
    return frozenset(names - {"__future__"})


def _statements(text: bytes, strings: LongStrings) -> Iterator[tuple[re.Match[bytes], When]]:
    when: When | None = When.ALWAYS
    for match in _LINE.finditer(text):
        if strings.cover(match.start()) or text[match.start() - 1 : match.start()] == b"\\":
            continue
        if match["head"]:
            when = _when(match["head"], match["rest"])
            continue
        if not match["indent"]:
            yield match, When.ALWAYS
        elif when is not None:
            yield match, when if when is not When.ALWAYS else When.GUARDED


def _when(head: bytes, rest: bytes) -> When | None:
    """Under what the statements of a block are; None for type checkers."""
    if head in _BODIES or (head == b"if" and b"__name__" in rest and b"__main__" in rest):
        return When.LATER
    if head in {b"if", b"elif"} and b"TYPE_CHECKING" in rest and b"not " not in rest:
        return None
    return When.GUARDED


def _is_tried(text: bytes, start: int, indent: int) -> bool:
    """Whether the blocks around a statement, out to that of its function, catch what it raises."""
    first, end = max(0, start - _FARTHEST), start
    while indent and (at := text.rfind(b"\n", first, end)) >= 0:
        line, end = text[at + 1 : end], at
        code = line.lstrip(b" \t")
        depth = len(line) - len(code)
        if depth >= indent or not code.strip() or code.startswith(b"#"):
            continue
        if _CATCHING.match(code):
            return True
        if code.startswith(_BODIES):
            return False
        indent = depth
    return False


def _plain(names: bytes) -> str:
    text = names.decode("utf-8", "replace").strip().strip("()")
    return _COMMENT.sub("", text).replace("\\", " ") if "#" in text or "\\" in text else text


def _first_word(text: str) -> str:
    """Name of a module in `import a.b as c`; '' for anything else."""
    words = text.split()
    is_plain = len(words) == 1 or (len(words) == 3 and words[1] == "as")
    return words[0][:_LONGEST] if is_plain and _DOTTED.fullmatch(words[0]) else ""


def _name(text: str) -> str:
    words = text.split()
    is_plain = len(words) == 1 or (len(words) == 3 and words[1] == "as")
    return words[0][:_LONGEST] if is_plain and (words[0] == "*" or words[0].isidentifier()) else ""
