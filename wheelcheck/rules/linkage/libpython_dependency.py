"""Library that is linked against libpython.

## What it checks

On Linux, no shared library of the wheel may have `libpython` in DT_NEEDED. Executables, and libraries that
start an interpreter themselves (they import `Py_Initialize…`, `Py_RunMain` and the like), may.

## Why it matters

Many interpreters (Debian's, python-build-standalone, those of manylinux images) have libpython linked into
the executable: the import then fails because there is no such file, or it loads a second Python runtime into
the process. Extension modules resolve Python's symbols from the process.

## How to fix

- CMake: link `Python::Module`, not `Python::Python`.
- Autotools and scripts: use `python3-config --ldflags` without `--embed`.

## When to ignore

If the package is only ever installed for one interpreter that ships this libpython.

## References

- PEP 513, "libpythonX.Y.so.1"
- CMake, "FindPython", imported targets
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading, listed
from wheelcheck.subject import Subject

_LIBPYTHON = re.compile(r"lib(?:python|pypy)[\w.-]*\.so[\d.]*")
_STARTERS = (
    "Py_Initialize",
    "Py_InitializeEx",
    "Py_InitializeFromConfig",
    "Py_Main",
    "Py_BytesMain",
    "Py_RunMain",
)


@wheel_rule(family="linkage", severity=Severity.WARNING, concerns=frozenset({Format.ELF, Format.MACHO}))
def libpython_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per libpython."""
    if not subject.platform.is_linux or "android" in subject.platform.libcs:
        return
    users: dict[str, list[str]] = {}
    for binary in subject.wheel.binaries:
        for needed in binary.needed:
            if binary.kind is Kind.SHARED and _LIBPYTHON.fullmatch(needed) and not _embeds(binary):
                users.setdefault(needed, []).append(binary.member)
    for needed, members in sorted(users.items()):
        verb = "needs" if len(members) == 1 else "need"
        yield Problem(
            subject=needed,
            message=f"{listed(members)} {verb} {needed!r}, which not every interpreter ships",
            hint="do not link against libpython: the process provides Python's symbols",
            member=leading(members),
            evidence=evidence(members),
        )


def _embeds(binary: Binary) -> bool:
    return any(symbol.name in _STARTERS for symbol in binary.imports)
