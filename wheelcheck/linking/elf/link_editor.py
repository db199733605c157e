"""What GNU ld does with the needs of a shared library that a program is linked against.

ld follows DT_NEEDED to resolve undefined symbols (ld(1), `-rpath-link`). For each need it searches the
`-rpath` folders of the link, then the DT_RUNPATH, or else the DT_RPATH, of the library that has the need,
then the system's folders. Unlike the loader it does not inherit DT_RPATH from the libraries above. A library
that it does not find is only a warning, unless one that it found uses a symbol that the missing one defines.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.search_paths import expand_entry
from wheelcheck.linking.layout import Layout


class Unfound(NamedTuple):
    """One need that ld does not find, although the library is installed."""

    needer: str
    """Installed path of the library that needs it."""
    needed: str
    path: str
    """Where it is installed."""
    symbols: tuple[str, ...]
    """Symbols that stay undefined without it, sorted."""


class LinkEditor:
    """Links programs against the libraries of one environment."""

    def __init__(self, layout: Layout) -> None:
        self.binaries: dict[str, Binary] = {}
        for index, wheel in enumerate(layout.wheels):
            for binary in wheel.binaries:
                if binary.format is Format.ELF and binary.is_loadable:
                    path = layout.installed[index].get(binary.member)
                    if path is not None and layout.places[path].wheel == index:
                        self.binaries[path] = binary
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self.binaries):
            self._by_name.setdefault(posixpath.basename(path), []).append(path)

    def link(self, root: str) -> tuple[Unfound, ...]:
        """Link the library at an installed path, with its folder as `-rpath`, as CMake does."""
        rpath = posixpath.dirname(root)
        loaded: dict[str, Binary] = {root: self.binaries[root]}
        known = _names(root, self.binaries[root])
        missing: dict[tuple[str, str], str] = {}
        queue = [root]
        for path in queue:
            binary = loaded[path]
            for needed in binary.needed:
                if needed in known:
                    continue
                found = self._search(needed, binary, posixpath.dirname(path), rpath)
                if found is not None:
                    if found not in loaded:
                        loaded[found] = self.binaries[found]
                        queue.append(found)
                    known |= _names(found, self.binaries[found])
                elif needed in self._by_name:
                    missing[path, needed] = self._by_name[needed][0]
        return tuple(self._unfound(loaded, known, missing))

    def _search(self, needed: str, binary: Binary, folder: str, rpath: str) -> str | None:
        own = binary.runpath or binary.rpath
        folders = [rpath, *(each for text in own for each in expand_entry(text, folder).folders)]
        paths = (posixpath.join(each, needed) for each in folders)
        return next((path for path in paths if path in self.binaries), None)

    def _unfound(
        self, loaded: Mapping[str, Binary], known: set[str], missing: Mapping[tuple[str, str], str]
    ) -> Iterable[Unfound]:
        wanted = {(path, needed): place for (path, needed), place in missing.items() if needed not in known}
        if not wanted:
            return
        defined = {name for binary in loaded.values() for name in binary.exports}
        undefined = {
            each.name for binary in loaded.values() for each in binary.imports if not each.weak
        } - defined
        for (path, needed), place in sorted(wanted.items()):
            symbols = tuple(sorted(undefined & self.binaries[place].exports.keys()))
            if symbols:
                yield Unfound(path, needed, place, symbols)


def _names(path: str, binary: Binary) -> set[str]:
    """Names by which a library is known once it is part of the link."""
    return {posixpath.basename(path), *([binary.soname] if binary.soname else [])}
