"""Member that is unpacked outside the installation, or differently from one system to the next.

## What it checks
Member names that are absolute (`/etc/x`), climb with `..`, start with a drive letter (`C:`), or contain a
backslash, a NUL or another control character, including those that reverse the direction of text or break
the line (U+202E, U+2028). Empty names. Names of more than 1,024 characters or 100 folders.

Names that cannot be installed together: `pkg/a` and `pkg/a/b.py`, where `a` would be both a file and a
folder, also across the wheels given with `--with`; and folders with content.

Members that are not files, folders or symbolic links (devices, pipes), and files that would run with
their owner's rights (setuid, setgid).

## Why it matters
An installer joins the name to site-packages. An absolute name or a `..` writes wherever the user may
write; a backslash is a separator on Windows and part of a file name elsewhere, so the same wheel
installs two different trees; a name with a NUL is cut short by some readers and not by others. A name
with U+202E displays an extension that it does not have. Paths longer than 1,024 characters cannot exist
on macOS, and a file cannot be a folder: the installation fails halfway.

## How to fix
- Backslashes: the archive was written by hand on Windows; write names with `/`, or let a build backend
  write the wheel.
- `..` or absolute: pass paths relative to the package to the packer; look for a package-data glob that
  reaches above the project.
- Control characters: rename the file.
- File and folder of the same name: look for a module that became a package and was packed as both.
- Devices, pipes and setuid: pack regular files with mode 644 or 755.

## When to ignore
Never for a wheel that others install.

## References
- Binary distribution format, "File contents"
- APPNOTE.TXT 4.4.17, file names in zip archives
- CWE-22, path traversal
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Wheel

_UNSAFE = re.compile(
    r"(?P<climb>(?:^|[/\\])\.\.(?:[/\\]|$))"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069])|(?P<drive>^[A-Za-z]:)"
    r"|(?P<absolute>^[/\\])|(?P<backslash>\\)"
)
_FAULTS = {
    "climb": ("a path that leaves the installation with '..'", "pack the file inside the package's folder"),
    "control": ("a control character in the name", "rename the file"),
    "drive": ("a drive letter in the name", "pack the file with a relative path"),
    "absolute": ("an absolute path", "pack the file with a relative path"),
    "long": ("a path too long or too deep to unpack", "shorten the path"),
    "folder": ("the same path as a folder", "keep either the file or the folder"),
    "content": ("the name of a folder, but also content", "write folders without content, or leave them out"),
    "special": ("a type other than file, folder or link", "pack regular files"),
    "nameless": ("an empty name", "write the archive anew, with the build backend"),
    "setuid": ("the setuid or setgid bit set", "pack the file with mode 644 or 755"),
    "backslash": ("a backslash in the name", "write '/' between folders, on Windows too"),
}
_PLAIN = frozenset({0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK})


@wheel_rule(family="archive", severity=Severity.ERROR)
def unsafe_member_path(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each kind of fault."""
    found: dict[str, list[str]] = {}
    for name in subject.wheel.by_name if _is_suspect(subject.wheel) else ():
        match = _UNSAFE.search(name)
        if match is not None:
            found.setdefault(match.lastgroup or "", []).append(name)
    found.update(_by_kind(subject))
    for fault, (words, hint) in _FAULTS.items():
        names = sorted(found.get(fault, ()))
        if names:
            yield Problem(
                subject=names[0] if len(names) == 1 else fault,
                message=f"{counted(len(names), 'member has', 'members have')} {words}: {listed(names)}",
                hint=hint,
                member=leading(names),
                evidence=evidence(names),
            )


def _by_kind(subject: Subject) -> dict[str, list[str]]:
    """Names by the faults that cannot be seen in a name alone."""
    members = subject.wheel.members
    return {
        "nameless": [each.name for each in members if not each.name],
        "long": [each.name for each in members if each.is_absurd],
        "folder": _clashes(subject),
        "content": [each.name for each in members if each.declared_size and each.is_folder],
        "special": [each.name for each in members if stat.S_IFMT(each.mode) not in _PLAIN],
        "setuid": [each.name for each in members if each.mode & (stat.S_ISUID | stat.S_ISGID)],
    }


def _clashes(subject: Subject) -> list[str]:
    """Files whose path is also a folder, if at least one of the two is in this wheel."""
    places = subject.layout.places
    clashes = sorted(subject.layout.folders & places.keys())
    own = subject.layout.installed[0].values() if clashes else ()
    return [
        places[path].member
        for path in clashes
        if places[path].wheel == 0 or any(each.startswith(f"{path}/") for each in own)
    ]


def _is_suspect(wheel: Wheel) -> bool:
    """Check all names at once: the expression takes 2 µs per name, and wheels have up to 13,000 names."""
    names = "|".join(("", *wheel.by_name))
    return "|/" in names or ".." in names or "\\" in names or ":" in names or not names.isprintable()
