"""A C or C++ header, reduced to the `#include`s that every compile of it needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from wheelcheck.wheel.model import HeaderFile, Include

_NOTHING = HeaderFile(includes=())
_DIRECTIVE = re.compile(
    rb"#[ \t]*(?:(?P<open>if(?:n?def)?)\b[ \t]*(?P<condition>[^\n]*)|(?P<else>el)(?:se|if)|(?P<end>end)if"
    rb"|define[ \t]+(?P<name>\w+)"
    rb'|include[ \t]*(?:"(?P<quoted>[^"\n>]{1,300})"|<(?P<angled>[^>\n"]{1,300})>))'
)
_NOT_DEFINED = rb"!\s*defined\b\s*(?:\(\s*)?(\w+)\s*\)?"
_GUARD = re.compile(_NOT_DEFINED)
_SPACED = re.compile(rb"#[ \t]+include\b")
_LITERALS = re.compile(
    rb"/\*.*?(?:\*/|\Z)|//[^\n]*"
    rb'|R"(?P<mark>[^()\\\s"]{0,16})\(.*?(?:\)(?P=mark)"|\Z)'
    rb'|"(?:[^"\\\n]|\\.)*"?',
    re.DOTALL,
)
_COMMENTS = re.compile(rb"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_VERSION = re.compile(
    rb"[ \t]*#[ \t]*define[ \t]+(?P<name>[A-Za-z]\w*)[ \t]+\(?\"?v?(?P<value>\d{1,9}(?:\.\d{1,9}){0,3})"
)
_WHOLE = re.compile(r"_?VERSION(?:_STR(?:ING)?|_FULL)?\Z")
_PART = re.compile(r"_(MAJOR|MINOR|PATCH|MICRO|REVISION)(?=_VERSION\Z|\Z)")
_PARTS = ("MAJOR", "MINOR", "PATCH", "MICRO", "REVISION")
_MOST_VERSIONS = 200
_LONGEST_LINE = 200
_MOST_INCLUDES = 20_000
_MOST_DIRECTIVES = 50_000
_TAIL = 4096
"""A file's last `#endif` with this much text after it does not close a condition around the whole file."""


def scan_header(data: bytes) -> HeaderFile:
    """Give the includes that every compile needs, and the versions that macros state."""
    includes, versions = _includes(data), _versions(data)
    return HeaderFile(includes=includes, versions=versions) if includes or versions else _NOTHING


def _versions(data: bytes) -> tuple[tuple[str, str], ...]:
    found: dict[str, dict[str, str]] = {}
    for line in islice(_lines_with(data, b"VERSION"), _MOST_VERSIONS):
        match = _VERSION.match(line)
        if match is None:
            continue
        name, value = match["name"].decode(), match["value"].decode()
        part = _PART.search(name)
        if "." in value:
            found.setdefault(_WHOLE.sub("", name), {})["whole"] = value
        elif part is not None:
            found.setdefault(_PART.sub("", name).replace("_VERSION", ""), {})[part[1]] = value
    return tuple(
        (prefix, parts.get("whole") or ".".join(parts[each] for each in _PARTS if each in parts))
        for prefix, parts in sorted(found.items())
        if "whole" in parts or parts.keys() >= {"MAJOR", "MINOR"}
    )


def _lines_with(data: bytes, word: bytes) -> Iterator[bytes]:
    """Give the lines that contain a word, cut to a readable length."""
    at = data.find(word)
    while at >= 0:
        start = data.rfind(b"\n", max(0, at - _LONGEST_LINE), at) + 1
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        yield data[start or max(0, at - _LONGEST_LINE) : min(end, at + _LONGEST_LINE)]
        at = data.find(word, end)


def _includes(data: bytes) -> tuple[Include, ...]:
    """Give the includes outside every condition.

    The include guard is not counted as a condition, nor is one around the whole file that only lets a
    consumer opt out of it (`#if !defined(STABLE_ONLY)`).
    """
    last = _last_include(data)
    if last < 0:
        return ()
    end = data.find(b"\n", last)
    text = data if end < 0 else data[:end]
    if b"/*" in text or b'R"' in text:
        text = _LITERALS.sub(_blank, text)
    scan = _Scan()
    scan.read(text)
    includes = scan.plain
    if scan.wrapped and not scan.is_closed and _ends_with_endif(data):
        includes = scan.wrapped
    return tuple(includes)


def _last_include(data: bytes) -> int:
    """Position of the last directive, -1 without any: most of a header comes after it."""
    last = data.rfind(b"#include")
    if b"# " not in data and b"#\t" not in data:
        return last
    return max([last, *(match.start() for match in _SPACED.finditer(data, max(last, 0)))])


def _blank(match: re.Match[bytes]) -> bytes:
    """Remove comments and raw strings but keep the line count; other strings may be include paths."""
    found = match[0]
    return b"\n" * found.count(b"\n") if found[:1] in b"/R" else found


def _ends_with_endif(data: bytes) -> bool:
    tail = data[data.rfind(b"#endif") + 6 :]
    return len(tail) < _TAIL and not _COMMENTS.sub(b"", tail).strip()


class _Scan:
    """The includes of one header and the conditions around them."""

    def __init__(self) -> None:
        self.plain: list[Include] = []
        self.wrapped: list[Include] = []
        """Inside an opt-out that may enclose the whole file."""
        self.seen: set[tuple[str, str, int]] = set()
        self.is_closed = False
        """Whether that opt-out ends before the last include."""

    def read(self, text: bytes) -> None:
        depth, seen, line, counted = 0, 0, 1, 0
        guard, is_wrapped = b"", False
        for match in _DIRECTIVE.finditer(text):
            start = match.start()
            if not _starts_line(text, start):
                continue
            seen += 1
            if seen > _MOST_DIRECTIVES:
                return
            kind = match.lastgroup
            if kind in {"quoted", "angled"}:
                path = match[kind].decode(errors="replace").strip()
                if (depth == 0 or (depth == 1 and is_wrapped)) and self._is_new(path, kind, depth):
                    line += text.count(b"\n", counted, start)
                    counted = start
                    (self.wrapped if depth else self.plain).append(Include(line, path, kind == "quoted"))
            elif kind == "condition":
                depth += 1
                if seen == 1:
                    guard, is_wrapped = _first_condition(match)
            elif kind == "name":
                if seen == 2 and guard and match["name"] == guard:
                    depth, is_wrapped = 0, False
            else:
                self.is_closed = self.is_closed or depth <= 1
                # A condition with a second branch is not an include guard.
                depth = max(0, depth - 1) if kind == "end" else max(1, depth)
                is_wrapped = is_wrapped and depth > 1

    def _is_new(self, path: str, kind: str, depth: int) -> bool:
        """Whether to keep an include: the first of its path, and within the limit."""
        key = (path, kind, depth)
        if key in self.seen or len(self.seen) >= _MOST_INCLUDES:
            return False
        self.seen.add(key)
        return True


def _starts_line(text: bytes, start: int) -> bool:
    before = start - 1
    while before >= 0 and text[before] in b" \t":
        before -= 1
    return before < 0 or text[before] in b"\r\n"


def _only_opts_out(condition: bytes) -> bool:
    return all(_GUARD.fullmatch(part.strip()) for part in condition.split(b"&&"))


def _first_condition(match: re.Match[bytes]) -> tuple[bytes, bool]:
    """Give the name that an include guard would define, and whether the condition is only an opt-out."""
    condition = match["condition"].partition(b"//")[0].strip()
    if match["open"] == b"ifndef":
        name = condition.split()[0] if condition else b""
        return name, bool(name)
    if match["open"] != b"if" or not _only_opts_out(condition):
        return b"", False
    found = _GUARD.match(condition)
    return (found[1] if found else b""), True
