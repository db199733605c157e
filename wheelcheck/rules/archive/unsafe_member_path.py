"""Member name that writes outside the installation or means something else on another system.

## What it checks
Names of archive entries that are absolute (`/etc/x`), climb with `..`, start with a drive (`C:`), or
hold a backslash, a NUL or another control character; among these are the characters that turn the
direction of text or break the line (U+202E, U+2028). Names of more than 1,024 characters or 100 folders.

Names that cannot be installed together: `pkg/a` and `pkg/a/b.py`, where `a` would be a file and a folder,
also across the wheels given with `--with`; and folder entries with content.

Entries that are neither file, folder nor symbolic link (devices, pipes), and files that would run with
their owner's rights (setuid, setgid).

## Why it matters
An installer joins the name to site-packages. An absolute name or a `..` writes wherever the user may
write; a backslash is a separator on Windows and part of a file name elsewhere, so the same wheel
installs two different trees; a name with a NUL is cut by some readers and not by others. A name with
U+202E shows another ending than it has. Longer paths than 1,024 characters cannot exist on macOS, and a
file cannot be a folder: the installation ends half-way.

## How to fix
- Backslashes: the archive was written by hand on Windows; write names with `/`, or let a build backend
  write the wheel.
- `..` or absolute: pass paths relative to the package to the packer; look for a package-data glob that
  leads above the project.
- Control characters: rename the file.
- File and folder of one name: look for a module that became a package and was packed twice.
- Devices, pipes and setuid: pack plain files with mode 644 or 755.

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
    "climb": ("climbing out of the installation with '..'", "pack the file below the package's own folder"),
    "control": ("holding a control character", "rename the file"),
    "drive": ("starting with a drive letter", "pack the file with a relative path"),
    "absolute": ("that start at the root", "pack the file with a relative path"),
    "long": ("too long or too deep to unpack", "shorten the path"),
    "folder": ("for a file where another is a folder", "keep one of them: the module or the package"),
    "content": ("of a folder that has content", "write folders without content, or none at all"),
    "special": ("for something else than a file, a folder or a link", "pack plain files"),
    "setuid": ("with the setuid or setgid bit", "pack the file with mode 644 or 755"),
    "backslash": ("holding a backslash", "write '/' between folders, on Windows too"),
}
_PLAIN = frozenset({0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK})


@wheel_rule(family="archive", severity=Severity.ERROR)
def unsafe_member_path(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each way in which names are unsafe."""
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
                message=f"{counted(len(names), 'member name')} {words}: {listed(names)}",
                hint=hint,
                member=leading(names),
                evidence=evidence(names),
            )


def _by_kind(subject: Subject) -> dict[str, list[str]]:
    """Names by the faults that are not in the letters of one name."""
    members = subject.wheel.members
    return {
        "long": [each.name for each in members if each.is_absurd],
        "folder": _clashes(subject),
        "content": [each.name for each in members if each.declared_size and each.is_folder],
        "special": [each.name for each in members if stat.S_IFMT(each.mode) not in _PLAIN],
        "setuid": [each.name for each in members if each.mode & (stat.S_ISUID | stat.S_ISGID)],
    }


def _clashes(subject: Subject) -> list[str]:
    """Files that are a folder too, where this wheel has one of the two."""
    places = subject.layout.places
    clashes = sorted(subject.layout.folders & places.keys())
    own = subject.layout.installed[0].values() if clashes else ()
    return [
        places[path].member
        for path in clashes
        if places[path].wheel == 0 or any(each.startswith(f"{path}/") for each in own)
    ]


def _is_suspect(wheel: Wheel) -> bool:
    """Look at all names at once: the expression costs 2 µs per name, and wheels have 13,000."""
    names = "|".join(("", *wheel.by_name))
    return "|/" in names or ".." in names or "\\" in names or ":" in names or not names.isprintable()
