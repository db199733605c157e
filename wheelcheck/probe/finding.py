"""How each way of finding an SDK is written in a CMake project."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from wheelcheck.contract.probe import Find
from wheelcheck.probe.environment import NotInstallableError
from wheelcheck.probe.workplace import Workplace
from wheelcheck.wheel.metadata import parse_entry_points


def place(workplace: Workplace, site: Path, path: str) -> Path:
    """Resolve a path below site-packages or, if it does not exist there, below the prefix."""
    below = site / path
    return below if path and below.exists() else workplace.installed(path)


def filled(command: Sequence[str], workplace: Workplace) -> list[str]:
    """Replace `{python}` and `{prefix}` in a command of the contract."""
    names = {"{python}": str(workplace.prefix / "bin" / "python"), "{prefix}": str(workplace.prefix)}
    done = list(command)
    for name, value in names.items():
        done = [word.replace(name, value) for word in done]
    return done


def quoted(text: str) -> str:
    """Quote a CMake argument so that nothing in it is expanded or split."""
    fence = ""
    while f"]{fence}]" in text:
        fence += "="
    return f"[{fence}[{text}]{fence}]"


def find_lines(find: Find, workplace: Workplace, site: Path) -> list[str]:
    """Give the CMake commands that find the SDK, as a project would write them.

    Raises:
        NotInstallableError: the environment does not contain what the contract names.
    """
    if find.mode in {"paths", "wrapper"}:
        return []
    if find.mode == "pkg-config":
        folder = place(workplace, site, find.path)
        return [
            f"set(ENV{{PKG_CONFIG_PATH}} {quoted(str(folder))})",
            "find_package(PkgConfig REQUIRED)",
            f"pkg_check_modules(SDK REQUIRED IMPORTED_TARGET {find.package})",
        ]
    if not find.package:
        return []
    folder = _folder(find, workplace, site)
    kind = "MODULE" if find.mode == "module" else "CONFIG"
    request = f"find_package({find.package} {kind} REQUIRED"
    request += f" COMPONENTS {' '.join(find.components)}" if find.components else ""
    if find.mode in {"prefix", "entry-point"}:
        return [
            _prefixes(folder, workplace),
            f"unset({find.package}_DIR CACHE)",
            f"{request})",
            f'wheelcheck_write(found "${{{find.package}_DIR}}")',
        ]
    if find.mode == "module":
        return [
            f"set(CMAKE_MODULE_PATH {quoted(str(folder))})",
            f"set(CMAKE_PREFIX_PATH {quoted(str(workplace.prefix))})",
            f"{request})",
        ]
    return [
        _prefixes(folder, workplace),
        f"unset({find.package}_DIR CACHE)",
        f"{request} HINTS {quoted(str(folder))})",
        f'wheelcheck_write(found "${{{find.package}_DIR}}")',
    ]


def _prefixes(folder: Path, workplace: Workplace) -> str:
    """Look in the folder, then below the prefix: CMake finds that one by an activated environment's PATH."""
    return f"set(CMAKE_PREFIX_PATH {quoted(str(folder))} {quoted(str(workplace.prefix))})"


def version_lines(find: Find, version: str, workplace: Workplace, site: Path) -> list[str]:
    """Give the CMake commands that request one version from a config."""
    folder = _folder(find, workplace, site)
    return [
        _prefixes(folder, workplace),
        f"unset({find.package}_DIR CACHE)",
        f"find_package({find.package} {version} CONFIG QUIET HINTS {quoted(str(folder))})",
        f'wheelcheck_write(answer "${{{find.package}_FOUND}}")',
        f"unset({find.package}_DIR CACHE)",
    ]


def libraries(find: Find) -> list[str]:
    """Give what a consumer links."""
    if find.mode == "pkg-config":
        return ["PkgConfig::SDK"]
    return [*find.targets, *(f"${{{name}}}" for name in find.variables), *find.libraries]


def _folder(find: Find, workplace: Workplace, site: Path) -> Path:
    if find.mode == "command":
        return _printed_folder(find.command, workplace)
    if find.mode == "entry-point":
        return _entry_point_folder(find.entry_point, site)
    return place(workplace, site, find.path)


def _printed_folder(command: Sequence[str], workplace: Workplace) -> Path:
    words = filled(command, workplace)
    done = workplace.run(words, step="find", environment=workplace.activated, errors_apart=True)
    lines = done.output.strip().splitlines()
    if done.code or done.overrun or not lines:
        said = " ".join((done.errors or done.output).split())[-200:]
        raise NotInstallableError(f"{shlex.join(command)!r} does not print a folder: {done.status}: {said}")
    return Path(lines[-1].strip())


def _entry_point_folder(group: str, site: Path) -> Path:
    for file in sorted(site.glob("*.dist-info/entry_points.txt")):
        for point in parse_entry_points(file.read_text(encoding="utf-8", errors="replace")):
            if point.group == group:
                return site / point.module.replace(".", "/")
    raise NotInstallableError(f"no installed distribution has an entry point in the group {group!r}")
