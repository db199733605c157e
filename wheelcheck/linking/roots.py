"""Which objects of a wheel are loaded directly: modules, programs, what a contract or a config offers."""

from __future__ import annotations

from collections.abc import Mapping

from wheelcheck.binary.model import Binary, Kind
from wheelcheck.contract.model import Contract
from wheelcheck.linking.loading import loader_of
from wheelcheck.linking.model import Why
from wheelcheck.promises.matching import library_members
from wheelcheck.wheel.extensions import holds_module
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.opened import is_opened


def is_extension(binary: Binary) -> bool:
    """Whether Python imports the object: it exports a module's entry point or has a tagged suffix."""
    if binary.kind is not Kind.SHARED:
        return False
    name = binary.file_name
    return holds_module(binary) or ".cpython-" in name or name.endswith(".abi3.so")


def find_roots(
    wheel: Wheel, needers: Mapping[str, tuple[str, ...]], contract: Contract, offered: frozenset[str]
) -> list[tuple[Binary, Why]]:
    """Give the roots and why each is one; an object that is only needed by others is not a root.

    Args:
        wheel: whose objects are examined.
        needers: name in DT_NEEDED → members that have it.
        contract: its libraries are roots.
        offered: members that a package config names as libraries to link.
    """
    declared = {
        member
        for key, library in contract.libraries.items()
        for member in library_members(key, library, wheel)
    }
    roots = []
    for binary in wheel.binaries:
        if not binary.is_loadable or loader_of(binary.format) is None:
            continue
        if is_extension(binary):
            roots.append((binary, Why.EXTENSION))
        elif binary.kind is Kind.EXECUTABLE:
            roots.append((binary, Why.EXECUTABLE))
        elif is_opened(wheel, binary.file_name):
            roots.append((binary, Why.NAMED))
        elif binary.member in declared:
            roots.append((binary, Why.CONTRACT))
        elif binary.member in offered:
            roots.append((binary, Why.OFFERED))
        elif not _is_needed(binary, needers):
            roots.append((binary, Why.PLUGIN))
    return roots


def _is_needed(binary: Binary, needers: Mapping[str, tuple[str, ...]]) -> bool:
    names = {binary.file_name, binary.soname or binary.file_name}
    return any(member != binary.member for name in names for member in needers.get(name, ()))
