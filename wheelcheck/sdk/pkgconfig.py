"""A `.pc` file, read as pkg-config does (pc(5)): variables, fields, and what it tells to link."""

from __future__ import annotations

import posixpath
import re

import msgspec

from wheelcheck.linking.search_paths import is_build_machine_path
from wheelcheck.sdk.cmake_state import Fault
from wheelcheck.sdk.cmake_values import ROOT
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
    """Value of `prefix`, '' without one."""
    version: str
    faults: tuple[Fault, ...]
    offered: tuple[str, ...]
    """Installed paths of the libraries that it tells to link."""


def evaluate(text: bytes, path: str, installed: Installed) -> PkgConfigFile:
    """Evaluate the file installed at `path`; `installed` answers what is installed."""
    variables = {"pcfiledir": f"{ROOT}/{posixpath.dirname(path)}"}
    fields: dict[str, str] = {}
    faults: list[Fault] = []
    for number, line in enumerate(text.decode("utf-8", "replace").splitlines()[:_MOST], start=1):
        content = line.partition("#")[0].rstrip()
        match = _LINE.match(content)
        if match is None:
            continue
        value = _REFERENCE.sub(lambda found: variables.get(found[1], ""), match[3])[:_LONGEST]
        (variables if match[2] == "=" else fields)[match[1]] = value
        placeholder = _PLACEHOLDER.search(content)
        if placeholder:
            faults.append(Fault("placeholder", path, number, placeholder[0], match[1]))
        elif match[2] == "=" and value.startswith("/") and not value.startswith(ROOT):
            if is_build_machine_path(value):
                faults.append(Fault("build-path", path, number, value, match[1]))
            elif match[1] == "prefix":
                faults.append(Fault("dead-prefix", path, number, value, match[1]))
    offered, missing = _libraries(fields.get("Libs", ""), path, installed)
    faults += missing
    return PkgConfigFile(
        prefix=variables.get("prefix", ""),
        version=fields.get("Version", "").strip(),
        faults=_one_per_prefix(faults, variables.get("prefix", "")),
        offered=tuple(offered),
    )


def _one_per_prefix(faults: list[Fault], prefix: str) -> tuple[Fault, ...]:
    """Keep one finding of a bad prefix: the other variables only repeat it."""
    return tuple(
        fault
        for fault in faults
        if fault.context == "prefix"
        or fault.kind != "build-path"
        or not prefix
        or not fault.subject.startswith(prefix)
    )


def _libraries(libs: str, path: str, installed: Installed) -> tuple[list[str], list[Fault]]:
    """Find what `Libs` names: in its folders, else by name alone when the folders are elsewhere."""
    words = libs.split()
    folders = [word[2:] for word in words if word.startswith("-L")]
    offered: dict[str, None] = {}
    faults: list[Fault] = []
    for word in words:
        if word.startswith("-l"):
            found = _search(word[2:], folders, installed)
            if found is not None:
                offered[found] = None
            elif folders and all(installed.exists(each, folder=True) for each in folders):
                versioned = _only_versioned(word[2:], folders, installed)
                if versioned:
                    faults.append(Fault("missing", path, 0, f"lib{word[2:]}.so", f"{word} of Libs"))
        elif _LIBRARY_FILE.search(word):
            inside = installed.relative(word)
            if inside is not None and installed.has_file(inside):
                offered[inside] = None
            elif inside is not None:
                faults.append(Fault("missing", path, 0, inside, "Libs"))
    return list(offered), faults


def _search(name: str, folders: list[str], installed: Installed) -> str | None:
    for folder in folders:
        found = installed.find_library(folder, name)
        if found is not None:
            return found
    if any(installed.relative(folder) is not None for folder in folders):
        return None
    # The folders are those of another machine; the name still says which library is meant.
    names = (f"lib{name}.so", f"lib{name}.dylib", f"lib{name}.a")
    return min((each for each in installed.layout.places if posixpath.basename(each) in names), default=None)


def _only_versioned(name: str, folders: list[str], installed: Installed) -> bool:
    """Whether the library is there under a name that the link editor does not try."""
    starts = (f"lib{name}.so.", f"lib{name}.")
    inside = [each for each in map(installed.relative, folders) if each is not None]
    return any(each.startswith(starts) for folder in inside for each in installed.files_in(folder))
