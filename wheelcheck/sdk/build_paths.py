"""Absolute paths of the machine that built a wheel, found in text.

`/usr`, `/usr/local` and `/opt` are places of an administrator, not of a build. A path in prose or in a
comment counts only where nothing but a build can have written it (`/home/runner/work/…`): manuals name
`/home/user` and `/tmp/x` as examples.
"""

from __future__ import annotations

import re

_LIMIT = 20
_LONGEST = 300
_PATH = rb"[^\s\"'`<>()\[\]{}|;:,*?\\$@#%]+"
# Both patterns start with fixed bytes: the engine then looks for those alone, five times as fast.
_UNIX = re.compile(
    rb"/(?:"
    rb"(?P<strong>(?:home|Users)/(?:runner|vsts|circleci|jenkins|conda|gitlab-runner|ubuntu|builder)/"
    rb"|__[wte]/|github/(?:workspace|home)/|project/(?:build|_skbuild|dist)/|private/var/folders/|var/folders/"
    rb"|(?:private/|var/)?tmp/(?:tmp|pip-|build-|cibw)|home/conda/feedstock_root/|opt/conda/conda-bld/"
    rb"|croot/|opt/hostedtoolcache/|opt/actions-runner/|builds/[\w.-]+/[\w.-]+/)"
    rb"|(?:home|Users)/[\w.-]+/|root/|(?:private/|var/)?tmp/[\w.-]+/"
    rb"|(?:project|workspaces?|io|builds|host|pytorch|bitrise|drone|scratch)/[\w.-]+/"
    rb")" + _PATH
)
_WINDOWS = re.compile(
    rb":[\\/](?:[\\/])?(?:Users|a|_work|agent|actions-runner|bld|b|(?P<strong>conda-bld)|jenkins)[\\/]"
    rb"[^\s\"'`<>()\[\]{}|;:,*?$@#%]+"
)
_DIRECTIVE = re.compile(rb"#\s*(?:!|include\b|define\b|line\b|pragma\b|\d)")
_BEFORE = frozenset(b"\"'` \t\r\n=:(,;<>|[{!")
_BACK = 1 << 16
_HEAD = 256


def find_build_paths(data: bytes) -> tuple[str, ...]:
    """Give the build machine's paths in a text file, each once, in order, at most twenty."""
    found: dict[str, None] = {}
    comments = _Comments(data)
    for match in _UNIX.finditer(data):
        start = match.start()
        if _starts_path(data, start) and (match["strong"] is not None or not comments.covers(start)):
            found.setdefault(match[0][:_LONGEST].rstrip(b".").decode(errors="replace"))
            if len(found) >= _LIMIT:
                return tuple(found)
    comments = _Comments(data)
    for match in _WINDOWS.finditer(data):
        start = match.start()
        drive = data[start - 1 : start]
        if not drive.isalpha() or data[start - 2 : start - 1].isalnum():
            continue
        if match["strong"] is not None or not comments.covers(start):
            found.setdefault((drive + match[0][:_LONGEST]).decode(errors="replace"))
    return tuple(found)[:_LIMIT]


def _starts_path(data: bytes, start: int) -> bool:
    """Whether nothing of a longer path or of a URL stands before; `-I` and `-L` may."""
    if start == 0 or data[start - 1] in _BEFORE:
        return True
    return data[max(0, start - 2) : start] in {b"-I", b"-L"}


class _Comments:
    """Tells whether a place lies in a comment; asked in rising order, it looks at each byte once."""

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
