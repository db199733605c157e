"""A `.pc` file, read as pkg-config does (pc(5)): variables, fields, and what it tells to link."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wheelcheck.linking.elf.search_paths import is_build_machine_path
from wheelcheck.sdk.cmake_values import ROOT
from wheelcheck.sdk.faults import Fault, FaultKind
from wheelcheck.sdk.installed import Installed

_LINE = re.compile(r"[ \t]*([\w.]+)[ \t]*([:=])[ \t]*(.*)")
_REFERENCE = re.compile(r"\$\{([\w.]+)\}")
_PLACEHOLDER = re.compile(r"@[A-Za-z_]\w*@")
_LIBRARY_FILE = re.compile(r"\.(?:so|a|dylib|lib)(?:\.\d+)*$")
_LONGEST = 1 << 14
_MOST = 2000


class PkgConfigFile(msgspec.Struct, frozen=True, kw_only=True):
    """One evaluated `.pc` file."""

    prefix: str
    """Value of `prefix`; '' without one."""
    version: str
    faults: tuple[Fault, ...]
    offered: tuple[str, ...]
    """Installed paths of the libraries that it tells to link."""
    stopped: str
    """Why the search ended early; '' when it did not."""


def evaluate(text: bytes, path: str, installed: Installed) -> PkgConfigFile:
    """Evaluate the file installed at `path`, with the other files in `installed`."""
    variables = {"pcfiledir": f"{ROOT}/{posixpath.dirname(path)}"}
    fields: dict[str, str] = {}
    faults: list[Fault] = []
    for number, line in enumerate(text.decode("utf-8", "replace").splitlines()[:_MOST], start=1):
        content = line[:_LONGEST].partition("#")[0].rstrip()
        match = _LINE.match(content)
        if match is None:
            continue
        value = _expanded(match[3], variables)
        (variables if match[2] == "=" else fields)[match[1]] = value
        placeholder = _PLACEHOLDER.search(content)
        if placeholder:
            faults.append(Fault(FaultKind.PLACEHOLDER, path, number, placeholder[0], match[1]))
        elif match[2] == "=" and value.startswith("/") and not value.startswith(ROOT):
            if is_build_machine_path(value):
                faults.append(Fault(FaultKind.BUILD_PATH, path, number, value, match[1]))
            elif match[1] == "prefix":
                faults.append(Fault(FaultKind.DEAD_PREFIX, path, number, value, match[1]))
    offered, missing = _libraries(fields.get("Libs", ""), path, installed)
    faults += missing
    folders = [word[2:] for word in fields.get("Cflags", "").split() if word.startswith("-I")]
    faults += _missing_folders(folders, path, installed, "Cflags")
    return PkgConfigFile(
        prefix=variables.get("prefix", ""),
        version=fields.get("Version", "").strip(),
        faults=_one_per_prefix(faults, variables.get("prefix", "")),
        offered=tuple(offered),
        stopped="" if installed.searches > 0 else "it names more libraries than wheelcheck searches for",
    )


def _expanded(text: str, variables: Mapping[str, str]) -> str:
    """Replace the references, up to a length that only a hostile file exceeds."""
    parts: list[str] = []
    length = position = 0
    for match in _REFERENCE.finditer(text):
        value = variables.get(match[1], "")
        parts += (text[position : match.start()], value)
        length += match.start() - position + len(value)
        position = match.end()
        if length > _LONGEST:
            break
    return "".join([*parts, text[position:]])[:_LONGEST]


def _one_per_prefix(faults: list[Fault], prefix: str) -> tuple[Fault, ...]:
    """Keep one fault for a bad prefix: the other variables only repeat it."""
    return tuple(
        fault
        for fault in faults
        if fault.context == "prefix"
        or fault.kind is not FaultKind.BUILD_PATH
        or not prefix
        or not fault.subject.startswith(prefix)
    )


def _libraries(libs: str, path: str, installed: Installed) -> tuple[list[str], list[Fault]]:
    """Find what `Libs` names: in its folders, or by name alone when the folders are elsewhere."""
    words = list(dict.fromkeys(libs.split()))
    folders = [word[2:] for word in words if word.startswith("-L")]
    all_there = all(installed.exists(each, folder=True) for each in folders)
    inside = [each for each in map(installed.relative, folders) if each is not None]
    offered: dict[str, None] = {}
    faults: list[Fault] = []
    names = [word[2:] for word in words if word.startswith("-l")]
    found_names: list[str] = []
    for name in names:
        found = _search(name, folders, installed, is_inside=bool(inside))
        if found is not None:
            offered[found] = None
            found_names.append(name)
        elif folders and all_there and _only_versioned(name, inside, installed):
            faults.append(Fault(FaultKind.MISSING, path, 0, f"lib{name}.so", f"-l{name} of Libs"))
    # A further folder that is not there does no harm, as long as the others have the libraries.
    if names and len(found_names) < len(names):
        faults += _missing_folders(folders, path, installed, "Libs")
    for word in words:
        if not word.startswith(("-l", "-L")) and _LIBRARY_FILE.search(word):
            file = installed.relative(word)
            if file is not None and installed.has_file(file):
                offered[file] = None
            elif file is not None:
                faults.append(Fault(FaultKind.MISSING, path, 0, file, "Libs"))
    return list(offered), faults


def _missing_folders(
    folders: Sequence[str], path: str, installed: Installed, context: str
) -> Iterator[Fault]:
    """Yield the folders that do not exist, except the shared ones at the top of the prefix."""
    for folder in dict.fromkeys(folders):
        inside = installed.relative(folder)
        if inside is not None and "/" in inside and not installed.exists(folder, folder=True):
            yield Fault(FaultKind.MISSING, path, 0, inside, context)


def _search(name: str, folders: Sequence[str], installed: Installed, *, is_inside: bool) -> str | None:
    for folder in folders:
        installed.searches -= 1
        found = installed.find_library(folder, name) if installed.searches > 0 else None
        if found is not None:
            return found
    if is_inside:
        return None
    # The folders are those of another machine; the name still tells which library is meant.
    names = (f"lib{name}.so", f"lib{name}.dylib", f"lib{name}.a")
    found_by_name = [installed.by_name[each] for each in names if each in installed.by_name]
    return min(found_by_name, default=None)


def _only_versioned(name: str, inside: Sequence[str], installed: Installed) -> bool:
    """Whether the library exists under a name that the linker does not try."""
    starts = (f"lib{name}.so.", f"lib{name}.")
    for folder in inside:
        files = installed.files_in(folder)
        installed.searches -= 1 + (len(files) >> 4)
        if installed.searches > 0 and any(each.startswith(starts) for each in files):
            return True
    return False
