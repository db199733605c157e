"""Members that a contract refers to: libraries by stem, extension modules by dotted name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from wheelcheck.binary.library_names import LibraryName, split_library_name
from wheelcheck.contract.model import Contract
from wheelcheck.contract.native import Library
from wheelcheck.wheel.extensions import parse_extension_name
from wheelcheck.wheel.metadata import import_paths, per_wheel
from wheelcheck.wheel.model import Wheel


class Placed(NamedTuple):
    """One native member and its folder below site-packages."""

    member: str
    folder: str
    name: LibraryName


@per_wheel
def native_members(wheel: Wheel) -> tuple[str, ...]:
    """Members that are native code, in archive order, readable or not."""
    return tuple(member.name for member in wheel.members if member.format is not None)


@per_wheel
def placed_libraries(wheel: Wheel) -> tuple[Placed, ...]:
    """Native members with the name of a shared library."""
    paths = import_paths(wheel)
    placed = []
    for member in native_members(wheel):
        folder, _, file_name = paths.get(member, member).rpartition("/")
        name = split_library_name(file_name)
        if name is not None:
            placed.append(Placed(member, folder, name))
    return tuple(placed)


@per_wheel
def extension_files(wheel: Wheel) -> Mapping[str, tuple[str, ...]]:
    """Dotted module name → members that could be its extension module."""
    paths = import_paths(wheel)
    found: dict[str, list[str]] = {}
    for member in native_members(wheel):
        folder, _, file_name = paths.get(member, member).rpartition("/")
        parsed = parse_extension_name(file_name)
        if parsed is not None:
            parts = [*folder.split("/"), parsed.module] if folder else [parsed.module]
            found.setdefault(".".join(parts), []).append(member)
    return {module: tuple(members) for module, members in found.items()}


def library_members(key: str, library: Library, wheel: Wheel) -> tuple[str, ...]:
    """Members that a library's table matches, those named by the stem alone first."""
    stem = library.stem or key
    found = [
        placed
        for placed in placed_libraries(wheel)
        if fnmatchcase(placed.name.stem, stem)
        and (not library.folder or fnmatchcase(placed.folder, library.folder))
    ]
    return tuple(placed.member for placed in sorted(found, key=lambda each: (each.name, each.member)))


def by_place(members: Iterable[str]) -> list[tuple[str, ...]]:
    """Group the versions of each library: same folder, same stem."""
    places: dict[tuple[str, str], list[str]] = {}
    for member in members:
        folder, _, file_name = member.rpartition("/")
        name = split_library_name(file_name)
        places.setdefault((folder, file_name if name is None else name.stem), []).append(member)
    return [tuple(group) for group in places.values()]


def means(key: str, library: Library, name: str) -> bool:
    """Whether a DT_NEEDED entry or soname names this library, in any version."""
    parts = split_library_name(name)
    return parts is not None and fnmatchcase(parts.stem, library.stem or key)


def declared_members(contract: Contract, wheel: Wheel) -> tuple[str, ...]:
    """Members of the wheel that are declared libraries, sorted."""
    found = (library_members(key, library, wheel) for key, library in contract.libraries.items())
    return tuple(sorted({member for members in found for member in members}))
