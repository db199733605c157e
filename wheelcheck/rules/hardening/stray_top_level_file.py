"""File or folder in site-packages that is not a module of the distribution.

## What it checks
Top-level entries that are evidently left-overs: folders with a generic name (`tests`, `examples`, `docs`,
`lib`, `include`…), folders without any code, object files, logs, static and plain shared libraries, readme
and project files. Names that the contract declares are allowed, as are tests inside the package, folders
of grafted libraries, and folders named after the distribution.

## Why it matters
Site-packages is shared: the `tests/` of one distribution overwrites that of another and shadows the user's
own `import tests`. A loose library or log shows that the wheel picked up more than it was meant to.

## How to fix
- setuptools: restrict `packages.find` (`include = ["pkg*"]`).
- Data and libraries: install them inside the package's own folder.
- CMake: set the install destination to the package, not to the root of the wheel.

## When to ignore
A name that the project documents as one of its modules.

## References
- Packaging user guide, "Package discovery and namespace packages"
- OpenMined/PyDP issue 119
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from wheelcheck.model import Problem, Severity
from wheelcheck.policy.install_layout import install_layout
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.extensions import is_importable, parse_extension_name
from wheelcheck.wheel.metadata import import_paths
from wheelcheck.wheel.model import FileKind, Wheel

_NO_NAMES = frozenset({"", ".", ".."})  # reported by `unsafe-member-path`


@wheel_rule(family="hardening", severity=Severity.WARNING)
def stray_top_level_file(subject: Subject) -> Iterator[Problem]:
    """Yield one problem that names every such entry."""
    allowed = subject.contract.closed.top_level
    strays = sorted(
        entry
        for entry in _strays(subject.wheel)
        if not any(fnmatchcase(entry.rstrip("/"), glob.rstrip("/")) for glob in allowed)
    )
    if strays:
        what = counted(len(strays), "top-level entry is not a module", "top-level entries are not modules")
        yield Problem(
            subject=strays[0],
            message=f"{what} of the distribution: {listed(strays)}",
            hint="leave it out of the wheel, or ship it inside the package",
            member=None if strays[0].endswith("/") else leading(strays),
            evidence=evidence(strays, "entry"),
        )


def _strays(wheel: Wheel) -> Iterator[str]:
    own = wheel.name.lower().replace("-", "_").replace(".", "_").split("_")
    known = install_layout().top_level
    files, folders = _top_level(wheel, known.code)
    for folder, has_code in folders.items():
        name = folder.lower()
        is_placed = name.endswith(known.tool_folders) or name in own
        if not is_placed and (name in known.generic_folders or not has_code):
            yield f"{folder}/"
    for file in files:
        if file in known.file_names or file.lower().endswith(known.suffixes) or _is_plain_library(file):
            yield file


def _top_level(wheel: Wheel, code: tuple[str, ...]) -> tuple[list[str], dict[str, bool]]:
    """Files that are not extension modules, and folders with whether they contain code."""
    files: list[str] = []
    folders: dict[str, bool] = {}
    for member, path in import_paths(wheel).items():
        first, slash, _ = path.partition("/")
        if slash and first not in _NO_NAMES:
            if not folders.get(first):
                folders[first] = (
                    path.endswith(code) or ".so." in path or wheel.by_name[member].kind is not FileKind.OTHER
                )
        elif not slash and not any(map(is_importable, wheel.binaries_of.get(member, ()))):
            files.append(first)
    return files, folders


def _is_plain_library(file: str) -> bool:
    if ".so." in file or file.endswith((".dll", ".dylib")):
        return True
    parsed = parse_extension_name(file) if file.endswith(".so") else None
    return parsed is not None and not parsed.suffix and file.startswith("lib")
