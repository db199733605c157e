"""File names of Python extension modules (PEP 3149, PEP 384, PEP 425)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from wheelcheck.binary.model import Binary

_NAME = re.compile(r"(?P<module>[^./]+)(?:\.(?P<suffix>[^/]+))?\.(?:so|pyd)")
_INTERPRETER = re.compile(
    r"(?P<implementation>cpython-|cp|pypy)(?P<version>\d+)(?P<flags>[a-z]*)(?:-pp\d+)?(?:-(?P<platform>.*))?"
)
_ENTRY_POINTS = ("PyInit_", "PyInitU_", "PyModExport_", "PyModExportU_")
_IMPLEMENTATIONS = {"cpython-": "cp", "cp": "cp", "pypy": "pp"}


class ExtensionName(NamedTuple):
    """Parts of the file name of an extension module."""

    module: str
    suffix: str
    """Between module and file type: `cpython-311-x86_64-linux-gnu`, `abi3`; '' when there is none."""
    interpreter: str
    """`cp311`, `cp313t`, `cp311d`, `pp310`; '' for an untagged or a stable-ABI name."""
    platform: str = ""
    """`x86_64-linux-gnu`, `darwin`, `win_amd64`; '' when the suffix does not tell."""


def parse_extension_name(file_name: str) -> ExtensionName | None:
    """Split a file name; None when no import system would look at it."""
    match = _NAME.fullmatch(file_name)
    if match is None:
        return None
    suffix = match["suffix"] or ""
    interpreter = _INTERPRETER.match(suffix)
    if interpreter is None:
        return ExtensionName(match["module"], suffix, "")
    # 'm' (pymalloc) and 'u' (wide characters) ended with Python 3.8 and add nothing to the tags.
    flags = "".join(flag for flag in "dt" if flag in interpreter["flags"])
    if match["module"].endswith("_d") and suffix.startswith("cp") and file_name.endswith(".pyd"):
        flags = f"d{flags.replace('d', '')}"
    name = f"{_IMPLEMENTATIONS[interpreter['implementation']]}{interpreter['version']}{flags}"
    return ExtensionName(match["module"], suffix, name, interpreter["platform"] or "")


def is_importable(binary: Binary) -> bool:
    """Whether a binary exports the entry point that `import` derives from the file name."""
    parsed = parse_extension_name(binary.file_name)
    return parsed is not None and any(name in binary.exports for name in expected_entry_points(parsed.module))


def expected_entry_points(module: str) -> tuple[str, str]:
    """Entry points that `import` calls for a module of this name (PEP 489, PEP 793)."""
    if module.isascii():
        name = f"_{module}"
    else:  # PEP 489: punycode, with underscores for its hyphens
        name = f"U_{module.encode('punycode', 'replace').decode('ascii').replace('-', '_')}"
    return f"PyInit{name}", f"PyModExport{name}"


def holds_module(binary: Binary) -> bool:
    """Whether a binary exports a module's entry point (PEP 489, PEP 793), whatever its name.

    Packages import such files with a loader of their own. A file that uses nothing of the interpreter is
    not a module, so the names of large libraries are not searched.
    """
    return any(symbol.name.startswith("Py") for symbol in binary.imports) and has_entry_point(binary)


def has_entry_point(binary: Binary) -> bool:
    """Whether a binary exports the entry point of any module."""
    return any(name.startswith(_ENTRY_POINTS) for name in binary.exports)


def entry_points_of(binary: Binary) -> tuple[str, ...]:
    """Entry points of modules that a binary exports, sorted."""
    return tuple(sorted(name for name in binary.exports if name.startswith(_ENTRY_POINTS)))


def module_names(members: Iterable[str]) -> frozenset[str]:
    """Names of the extension modules among members, without their packages."""
    parsed = (parse_extension_name(member.rpartition("/")[2]) for member in members)
    return frozenset(each.module for each in parsed if each is not None)
