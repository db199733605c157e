"""Absolute paths of the machine that built a wheel, found in text.

`/usr`, `/usr/local` and `/opt` belong to an administrator, not to a build. A path in prose or in a comment
counts only if nothing but a build can have written it (`/home/runner/work/…`): manuals use `/home/user`
and `/tmp/x` as examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from wheelcheck.policy.build_machines import build_machines

_LIMIT = 20
_LONGEST = 300
_PATH = r"[^\s\"'`<>()\[\]{}|;:,*?\\$@#%]+"
_WINDOWS_PATH = r"[^\s\"'`<>()\[\]{}|;:,*?$@#%]+"
_NAME = r"[\w.-]+"
_DIRECTIVE = re.compile(rb"#\s*(?:!|include\b|define\b|line\b|pragma\b|\d)")
_BEFORE = frozenset(b"\"'` \t\r\n=:(,;<>|[{!")
_BACK = 1 << 16
_HEAD = 256


def find_build_paths(data: bytes) -> tuple[str, ...]:
    """Give the build machine's paths in a text file: unique, in order, at most twenty."""
    found: dict[str, None] = {}
    comments = _Comments(data)
    for match in _unix().finditer(data):
        start = match.start()
        if _starts_path(data, start) and (match["strong"] is not None or not comments.covers(start)):
            found.setdefault(match[0][:_LONGEST].rstrip(b".").decode(errors="replace"))
            if len(found) >= _LIMIT:
                return tuple(found)
    comments = _Comments(data)
    for match in _windows().finditer(data):
        start = match.start()
        drive = data[start - 1 : start]
        if not drive.isalpha() or data[start - 2 : start - 1].isalnum():
            continue
        if match["strong"] is not None or not comments.covers(start):
            found.setdefault((drive + match[0][:_LONGEST]).decode(errors="replace"))
    return tuple(found)[:_LIMIT]


@cache
def _unix() -> re.Pattern[bytes]:
    """Paths below a root; the pattern starts with fixed bytes, which makes the search five times faster."""
    roots = build_machines().roots
    certain = [_below(root.paths, root.certain) for root in roots if root.certain]
    others = [_below(root.paths, root.text) for root in roots if root.text]
    return re.compile(f"/(?:(?P<strong>{'|'.join(certain)})|{'|'.join(others)}){_PATH}".encode())


def _below(paths: Iterable[str], continuations: Iterable[str]) -> str:
    folders = "|".join(re.escape(path.removeprefix("/")) for path in paths)
    rests = "|".join(re.escape(each).replace(r"\*", _NAME) for each in continuations)
    return f"(?:{folders})/(?:{rests})"


@cache
def _windows() -> re.Pattern[bytes]:
    """Paths below a folder in the root of a drive, without the drive letter, for the same reason."""
    folders = build_machines().windows
    certain, others = ("|".join(map(re.escape, names)) for names in (folders.certain, folders.text))
    slash = r"[\\/]"
    return re.compile(f":{slash}{slash}?(?:(?P<strong>{certain})|{others}){slash}{_WINDOWS_PATH}".encode())


def _starts_path(data: bytes, start: int) -> bool:
    """Whether a position does not continue a longer path or a URL; it may follow `-I` or `-L`."""
    if start == 0 or data[start - 1] in _BEFORE:
        return True
    return data[max(0, start - 2) : start] in {b"-I", b"-L"}


class _Comments:
    """Tells whether a position is in a comment; queried in ascending order, it reads each byte once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._seen = 0
        self._line = -1
        self._head = b""
        self._is_behind_slashes = False
        self._opened = self._closed = -1

    def covers(self, start: int) -> bool:
        data, since = self._data, self._seen
        self._seen = start
        line = data.rfind(b"\n", since, start) + 1
        if line or self._line < 0:
            self._line = line
            self._head = data[line:start].lstrip()[:_HEAD]
            self._is_behind_slashes = False
        near = max(self._line, since - 3)
        self._is_behind_slashes = self._is_behind_slashes or data.find(b" // ", near, start) >= 0
        self._opened = max(self._opened, data.rfind(b"/*", max(0, since - 1), start))
        self._closed = max(self._closed, data.rfind(b"*/", max(0, since - 1), start))
        if self._is_behind_slashes or self._head.startswith((b"//", b"*", b"/*", b"..")):
            return True
        if self._opened > self._closed and start - self._opened <= _BACK:
            return True
        return self._head.startswith(b"#") and _DIRECTIVE.match(self._head) is None
