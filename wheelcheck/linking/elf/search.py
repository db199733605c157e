"""The loader's search, in the layout of a wheel after installation.

glibc (elf/dl-load.c, `_dl_map_object`): a name that matches an object already loaded is not searched for;
an object with DT_RUNPATH searches only that, for its own needs; without it, its DT_RPATH and then that
of each object up the chain that loaded it. musl (ldso/dynlink.c, `load_library`): either tag, inherited
down the chain. Both load breadth first.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wheelcheck.binary.model import Binary, Format
from wheelcheck.contract.model import Contract
from wheelcheck.linking.elf.search_paths import EntryKind, expand_entry
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.model import (
    NOTHING_PRELOADED,
    Load,
    Loaded,
    Outcome,
    Preloaded,
    Resolution,
    TooManyStepsError,
    Why,
)
from wheelcheck.linking.origins import framework_of
from wheelcheck.policy.host_classes import host_class
from wheelcheck.policy.platforms import PlatformPolicy

STEPS = 500_000
"""Objects loaded and folders searched, over all loads of a wheel. Of real wheels, VTK needs most: 114,000."""


class _Object(NamedTuple):
    binary: Binary
    wheel: int
    path: str


class ElfLoader:
    """The search, over every ELF object of the environment."""

    def __init__(self, layout: Layout, platform: PlatformPolicy, contract: Contract) -> None:
        self._layout = layout
        self._platform = platform
        self._contract = contract
        self._preloaded = NOTHING_PRELOADED
        self._steps_left = STEPS
        self._inherits_runpath = platform.libc == "musl"
        self._at: dict[str, _Object] = {}
        self._by_name: dict[str, list[_Object]] = {}
        for index, wheel in enumerate(layout.wheels):
            for binary in wheel.binaries:
                if binary.is_loadable and binary.format is Format.ELF:
                    self._add(_Object(binary, index, layout.path_of(binary.member, index)))

    def _add(self, found: _Object) -> None:
        self._at.setdefault(found.path, found)
        for name in dict.fromkeys((found.binary.file_name, found.binary.soname or found.binary.file_name)):
            self._by_name.setdefault(name, []).append(found)

    def load(self, binary: Binary, why: Why, preloaded: Preloaded = NOTHING_PRELOADED) -> Load:
        """Load one object of the wheel under audit, breadth first.

        Raises:
            TooManyStepsError: this load and those before it would take too long.
        """
        self._preloaded = preloaded
        root = _Object(binary, 0, self._layout.path_of(binary.member))
        objects = [root]
        parents: list[int | None] = [None]
        needs: list[tuple[Resolution, ...]] = []
        known: dict[str, int] = {root.binary.soname: 0} if root.binary.soname else {}
        paths = {root.path: 0}
        at = 0
        while at < len(objects):
            resolutions = []
            self._step()
            for name in objects[at].binary.needed:
                resolution, found = self._resolve(name, at, objects, parents, known)
                resolutions.append(resolution)
                if found is None:
                    continue
                index = paths.setdefault(found.path, len(objects))
                if index == len(objects):
                    objects.append(found)
                    parents.append(at)
                known.setdefault(name, index)
                if found.binary.soname:
                    known.setdefault(found.binary.soname, index)
            needs.append(tuple(resolutions))
            at += 1
        loaded = (
            Loaded(each.binary, each.wheel, each.path, parent, resolved)
            for each, parent, resolved in zip(objects, parents, needs, strict=True)
        )
        return Load(root.binary, why, tuple(loaded))

    def _step(self) -> None:
        if self._steps_left <= 0:
            raise TooManyStepsError
        self._steps_left -= 1

    def _resolve(
        self,
        name: str,
        asker: int,
        objects: list[_Object],
        parents: list[int | None],
        known: Mapping[str, int],
    ) -> tuple[Resolution, _Object | None]:
        if name in known:
            return Resolution(name, Outcome.LOADED, objects[known[name]].path, None, ()), None
        searched: list[str] = []
        if "/" not in name:
            for folder in self._folders(asker, objects, parents):
                self._step()
                searched.append(folder)
                found = self._at.get(f"{folder}/{name}" if folder else name)
                if found is not None and _same_machine(found.binary, objects[asker].binary):
                    return self._found(name, found, searched), found
        return self._elsewhere(name, objects[asker].binary, tuple(dict.fromkeys(searched)))

    def _found(self, name: str, found: _Object, searched: list[str]) -> Resolution:
        distribution = self._layout.wheels[found.wheel].name if found.wheel else None
        outcome = Outcome.SIBLING if found.wheel else Outcome.WHEEL
        return Resolution(name, outcome, found.path, distribution, tuple(dict.fromkeys(searched)))

    def _elsewhere(
        self, name: str, asker: Binary, searched: tuple[str, ...]
    ) -> tuple[Resolution, _Object | None]:
        """Judge a name that is not found on any search path."""
        provided = self._provided(name)
        if provided is not None:
            return Resolution(name, provided, None, None, searched), None
        loaded = self._at.get(self._preloaded.paths.get(name, ""))
        if loaded is not None and _same_machine(loaded.binary, asker):
            return Resolution(name, Outcome.PRELOADED, loaded.path, None, searched), loaded
        here = [each for each in self._by_name.get(name, ()) if _same_machine(each.binary, asker)]
        here.sort(key=lambda each: each.binary.file_name != name)
        sibling = next((each for each in here if each.wheel), None)
        if sibling is not None:
            return self._found(name, sibling, list(searched)), sibling
        if here:
            return Resolution(name, Outcome.UNREACHABLE, here[0].path, None, searched), None
        stranger = next((each for each in self._by_name.get(name, ()) if each.wheel == 0), None)
        if stranger is not None:
            return Resolution(name, Outcome.MISSING, stranger.path, None, searched), None
        return self._outside(name, searched), None

    def _outside(self, name: str, searched: tuple[str, ...]) -> Resolution:
        """Judge a name that no given wheel has."""
        external = self._contract.external_for(name)
        if external is not None:
            return Resolution(name, Outcome.EXTERNAL, None, external.distribution or None, searched)
        if host_class(name) is not None:
            return Resolution(name, Outcome.HOST_CLASS, None, None, searched)
        framework = framework_of(name, self._preloaded.packages, self._layout.wheels)
        outcome = Outcome.EXTERNAL if framework is not None else Outcome.MISSING
        return Resolution(name, outcome, None, framework, searched)

    def _provided(self, name: str) -> Outcome | None:
        """Say what part of the host provides a name on every machine of the tag; None if nothing does."""
        if self._platform.has_library(name):
            return Outcome.POLICY
        return Outcome.INTERPRETER if name.startswith("libpython") else None

    def _folders(self, asker: int, objects: list[_Object], parents: list[int | None]) -> Iterator[str]:
        """Folders that the loader searches for the needs of `asker`, in order."""
        own = objects[asker].binary
        if self._inherits_runpath:
            at: int | None = asker
            while at is not None:
                binary = objects[at].binary
                yield from self._expand(binary.runpath or binary.rpath, objects[at].path)
                at = parents[at]
            return
        if own.runpath:
            yield from self._expand(own.runpath, objects[asker].path)
            return
        at = asker
        while at is not None:
            binary = objects[at].binary
            if not binary.runpath:
                yield from self._expand(binary.rpath, objects[at].path)
            at = parents[at]

    def _expand(self, entries: tuple[str, ...], path: str) -> Iterator[str]:
        origin = posixpath.dirname(path)
        for text in entries:
            entry = expand_entry(text, origin)
            if entry.kind in {EntryKind.ORIGIN, EntryKind.ABSOLUTE}:
                yield from entry.folders


def _same_machine(first: Binary, second: Binary) -> bool:
    return (first.machine, first.bits, first.is_little_endian) == (
        second.machine,
        second.bits,
        second.is_little_endian,
    )


LOADER = ElfLoader
