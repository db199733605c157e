"""Which objects of a wheel something loads first: modules, programs, what a contract or a config offers."""

from __future__ import annotations

from collections.abc import Mapping

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.contract.matching import library_members
from wheelcheck.contract.model import Contract
from wheelcheck.wheel.extensions import holds_module
from wheelcheck.wheel.model import Wheel

EXTENSION, EXECUTABLE, NAMED, CONTRACT, OFFERED, PLUGIN = (
    "extension module",
    "executable",
    "loaded by name from python code",
    "contract library",
    "offered by a package config",
    "plug-in",
)


def is_extension(binary: Binary) -> bool:
    """Whether python imports the object: it exports a module's entry point or has a tagged suffix."""
    if binary.kind is not Kind.SHARED:
        return False
    name = binary.file_name
    return holds_module(binary) or ".cpython-" in name or name.endswith(".abi3.so")


def find_roots(
    wheel: Wheel, needers: Mapping[str, tuple[str, ...]], contract: Contract, offered: frozenset[str]
) -> list[tuple[Binary, str]]:
    """Give the roots and why each is one; what is only needed by others is none.

    Args:
        wheel: whose objects are sorted out.
        needers: name in DT_NEEDED → members that have it.
        contract: its libraries are roots.
        offered: members that a package config names as something to link.
    """
    declared = {
        member
        for key, library in contract.libraries.items()
        for member in library_members(key, library, wheel)
    }
    roots = []
    for binary in wheel.binaries:
        if not binary.is_loadable or binary.format is not Format.ELF:
            continue
        if is_extension(binary):
            roots.append((binary, EXTENSION))
        elif binary.kind is Kind.EXECUTABLE:
            roots.append((binary, EXECUTABLE))
        elif binary.file_name in wheel.python_library_names:
            roots.append((binary, NAMED))
        elif binary.member in declared:
            roots.append((binary, CONTRACT))
        elif binary.member in offered:
            roots.append((binary, OFFERED))
        elif not _is_needed(binary, needers):
            roots.append((binary, PLUGIN))
    return roots


def _is_needed(binary: Binary, needers: Mapping[str, tuple[str, ...]]) -> bool:
    names = {binary.file_name, binary.soname or binary.file_name}
    return any(member != binary.member for name in names for member in needers.get(name, ()))
