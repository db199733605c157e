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


def find_build_paths(data: bytes) -> tuple[str, ...]:
    """Give the build machine's paths in a text file, each once, in order, at most twenty."""
    found: dict[str, None] = {}
    for match in _UNIX.finditer(data):
        if _starts_path(data, match.start()) and _counts(data, match):
            found.setdefault(match[0][:_LONGEST].rstrip(b".").decode(errors="replace"))
            if len(found) >= _LIMIT:
                return tuple(found)
    for match in _WINDOWS.finditer(data):
        drive = data[match.start() - 1 : match.start()]
        before = data[match.start() - 2 : match.start() - 1]
        if drive.isalpha() and not before.isalnum() and _counts(data, match):
            found.setdefault((drive + match[0][:_LONGEST]).decode(errors="replace"))
    return tuple(found)[:_LIMIT]


def _starts_path(data: bytes, start: int) -> bool:
    """Whether nothing of a longer path or of a URL stands before; `-I` and `-L` may."""
    if start == 0 or data[start - 1] in _BEFORE:
        return True
    return data[max(0, start - 2) : start] in {b"-I", b"-L"}


def _counts(data: bytes, match: re.Match[bytes]) -> bool:
    if match["strong"] is not None:
        return True
    return not _is_comment(data, match.start())


def _is_comment(data: bytes, start: int) -> bool:
    line = data[data.rfind(b"\n", 0, start) + 1 : start].lstrip()
    if line.startswith((b"//", b"*", b"/*", b"..")) or b" // " in line:
        return True
    opened = data.rfind(b"/*", max(0, start - _BACK), start)
    if opened >= 0 and data.find(b"*/", opened, start) < 0:
        return True
    return line.startswith(b"#") and _DIRECTIVE.match(line) is None
