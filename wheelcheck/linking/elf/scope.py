"""Who provides each undefined symbol of a load (gABI chapter 5, "Shared Object Dependencies").

A symbol is looked up in the global scope (the interpreter and what it links) and in the whole load. For a
symbol with a version the object itself names the library; one without a version was not bound to a versioned
library when the object was linked.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Import, Kind
from wheelcheck.linking.elf.host_names import NEWEST, HostNames
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.linking.model import FOUND, Load, Loaded, Outcome, Why
from wheelcheck.linking.roots import is_extension
from wheelcheck.policy.host_classes import names_of
from wheelcheck.policy.host_symbols import Later
from wheelcheck.policy.platforms import PlatformPolicy

_INTERPRETER_API = re.compile(r"_?Py[A-Z_]\w*")

_BY_HEARSAY = frozenset({Why.OFFERED, Why.NAMED})
"""Only a text names the library, which does not prove that it is loaded by itself: other loads go first."""

Exporters = Callable[[str], tuple[str, ...]]
"""Symbol name → members of the wheel and its siblings that export it, libraries first, no program."""


class Fate(enum.Enum):
    """What becomes of an undefined symbol that the object's own closure lacks."""

    UNDEFINED = "undefined"
    """No provider."""
    VERSION = "version"
    """The named library has the symbol in other versions only."""
    LATER = "later"
    """The loaded library has the symbol in newer releases than those of the tag's hosts."""
    INTERPRETER = "interpreter"
    """Only Python's own libraries provide it."""
    PLUGIN = "plugin"
    """A known library of the host defines it, which this plug-in does not load: its program may."""
    UNDECIDED = "undecided"


class Gap(NamedTuple):
    """Undefined symbols of one member that share a fate."""

    member: str
    fate: Fate
    providers: tuple[str, ...]
    """`INTERPRETER`, `LATER` and `PLUGIN`: that library. `UNDEFINED`: the library that defines the symbols,
    if known. `UNDECIDED`: what may define them, but was not given; () if it is the program that loads a
    plug-in."""
    names: tuple[str, ...]
    later: Later | None = None
    """`LATER`: which releases."""
    failing: tuple[str, ...] = ()
    """`INTERPRETER`: Pythons in use that do not provide the symbols."""


class _Judged(NamedTuple):
    """The fate of one symbol, and the libraries concerned; fields as in `Gap`."""

    fate: Fate
    providers: tuple[str, ...]
    later: Later | None = None
    failing: tuple[str, ...] = ()


def gaps(graph: LoadGraph, platform: PlatformPolicy, binaries: Iterable[Binary]) -> tuple[Gap, ...]:
    """Give the undefined symbols of every load, one gap per member, fate and provider.

    Args:
        graph: the loads of the wheel under audit.
        platform: what its tag promises.
        binaries: of the wheel and its siblings, to tell which of them defines a symbol.
    """
    exporters = _exporters(tuple(binaries))
    open_ends: dict[tuple[str, tuple[str, ...]], tuple[Import, ...]] = {}
    found: dict[tuple[str, _Judged], set[str]] = {}
    loaded_otherwise = frozenset(
        loaded.path for load in graph.loads if load.why not in _BY_HEARSAY for loaded in load.objects
    )
    closures = _Closures()
    for load in graph.loads:
        scope = _Scope(load, platform)
        at = {loaded.path: loaded for loaded in load.objects}
        closures.enter(load)
        for loaded in load.objects:
            if loaded.wheel != 0 or (load.why in _BY_HEARSAY and loaded.path in loaded_otherwise):
                continue
            closure = closures.of(loaded, at)
            key = (loaded.path, closure)
            if key not in open_ends:
                own = [at[path] for path in closure]
                open_ends[key] = tuple(_open_ends(loaded.binary, own, platform))
            for symbol in open_ends[key]:
                judged = scope.fate_of(symbol, loaded, exporters)
                if judged is not None:
                    name = f"{symbol.name}@{symbol.version}" if judged.fate is Fate.VERSION else symbol.name
                    found.setdefault((loaded.binary.member, judged), set()).add(name)
    return tuple(
        Gap(member, judged.fate, judged.providers, tuple(sorted(names)), judged.later, judged.failing)
        for (member, judged), names in sorted(found.items(), key=_in_order)
    )


def _in_order(found: tuple[tuple[str, _Judged], set[str]]) -> tuple[str, str, tuple[str, ...], str]:
    (member, judged), _ = found
    return member, judged.fate.value, judged.providers, "" if judged.later is None else judged.later.since


def _exporters(binaries: tuple[Binary, ...]) -> Exporters:
    @cache
    def find(name: str) -> tuple[str, ...]:
        found = [
            binary for binary in binaries if name in binary.exports and binary.kind is not Kind.EXECUTABLE
        ]
        found.sort(key=lambda binary: (is_extension(binary), binary.member))
        return tuple(binary.member for binary in found)

    return find


class _Closures:
    """An object and everything that its own needs load, cached while every load resolves them alike."""

    def __init__(self) -> None:
        self._needs: dict[str, tuple[str | None, ...]] = {}
        self._kept: dict[str, tuple[str, ...]] = {}
        self._is_alike = True

    def enter(self, load: Load) -> None:
        """Check whether a load resolves the needs of its objects like the loads before it."""
        self._is_alike = True
        for loaded in load.objects:
            found = tuple(need.path if need.outcome in FOUND else None for need in loaded.needs)
            if self._needs.setdefault(loaded.path, found) != found:
                self._is_alike = False

    def of(self, root: Loaded, at: Mapping[str, Loaded]) -> tuple[str, ...]:
        """Paths of an object and of everything that its own needs load, nearest first."""
        if not self._is_alike:
            return tuple(_closure(root, at))
        kept = self._kept.get(root.path)
        if kept is None:
            kept = self._kept[root.path] = tuple(_closure(root, at))
        return kept


def _closure(root: Loaded, at: Mapping[str, Loaded]) -> list[str]:
    """Paths of an object and of everything that its own needs load, nearest first."""
    paths = {root.path: None}
    queue = [root]
    for loaded in queue:
        for need in loaded.needs:
            if need.outcome in FOUND and need.path is not None and need.path not in paths:
                paths[need.path] = None
                queue.append(at[need.path])
    return list(paths)


def _open_ends(binary: Binary, closure: list[Loaded], platform: PlatformPolicy) -> Iterator[Import]:
    """Strong undefined symbols that an object's own closure does not provide."""
    tables = [loaded.binary.exports for loaded in closure]
    by_name = _answering(closure[0], closure)
    hosts = frozenset(
        need.needed for loaded in closure for need in loaded.needs if need.outcome is Outcome.POLICY
    )
    for symbol in binary.imports:
        if symbol.weak or _is_interpreter_api(symbol.name):
            continue
        if symbol.version is None:
            if not any(symbol.name in table for table in tables):
                yield symbol
        elif not _has_version(symbol, by_name.get(symbol.library or ""), hosts, platform):
            yield symbol


def _answering(asker: Loaded, closure: list[Loaded]) -> dict[str, Binary]:
    """Objects by the names that `asker` uses for them in DT_NEEDED."""
    at = {loaded.path: loaded.binary for loaded in closure}
    return {
        need.needed: at[need.path] for need in asker.needs if need.outcome in FOUND and need.path is not None
    }


def _has_version(
    symbol: Import, provider: Binary | None, hosts: frozenset[str], platform: PlatformPolicy
) -> bool:
    """Whether a versioned symbol is provided; it may have moved from one host library to another by now."""
    if provider is not None:
        export = provider.exports.get(symbol.name)
        return export is not None and (
            symbol.version in export.versions or not elf_details(provider).version_definitions
        )
    symbols = platform.symbols
    library, version = symbol.library or "", symbol.version or ""
    if symbols is None or library not in symbols.libraries or symbol.name not in symbols.places:
        return True
    if version not in symbols.versions:
        return True  # newer than the lists, or private to glibc: `platform-tag-too-low` reports that
    return any(
        symbols.has_version(each, symbol.name, version, NEWEST)
        for each in (library, "libc.so.6", *sorted(hosts & symbols.libraries))
    )


class _Scope:
    """What one load provides beyond an object's own closure."""

    def __init__(self, load: Load, platform: PlatformPolicy) -> None:
        self._load = load
        self._host = HostNames(load, platform)
        self._tables = [loaded.binary.exports for loaded in load.objects]
        self._at = {loaded.path: loaded for loaded in load.objects}
        absent = {need for loaded in load.objects for need in _absent_needs(loaded)}
        self._host_names = [pattern for name in sorted(absent) if (pattern := names_of(name)) is not None]
        # No tag says which libc will be there: any library may define its symbols.
        some_libc = (min(self._host.loaded, default="the C library"),)
        self._some_libc: tuple[str, ...] = some_libc if platform.libc == "none" else ()
        self._absent_of: dict[str, tuple[str, ...]] = {}

    def fate_of(self, symbol: Import, loaded: Loaded, exporters: Exporters) -> _Judged | None:
        """Judge a symbol that the object's own closure lacks; None if something else provides it."""
        name = symbol.name
        homes = self._host.homes(name)
        if self._provides(symbol, homes):
            return None
        absent = self._absent(loaded)
        if absent:
            return _Judged(Fate.UNDECIDED, absent)
        leaning = self._host.relies_on(symbol, homes)
        if leaning is not None:
            return _Judged(Fate.INTERPRETER, (leaning[0],), failing=leaning[1].failing)
        if symbol.version is not None:
            return _Judged(Fate.VERSION, (symbol.library or "",))
        others = (member for member in exporters(name) if member != loaded.binary.member)
        return self._fate_of_lost(name, min(homes, default=None), next(others, None))

    def _fate_of_lost(self, name: str, home: str | None, definer: str | None) -> _Judged | None:
        """Judge a symbol that nothing in this load has; the program that loads a plug-in may provide it."""
        later = self._host.later(name)
        if later is not None:
            return _Judged(Fate.LATER, (later.library,), later=later)
        opaque = self._host.may_provide(name)
        if opaque and home is None:
            return _Judged(Fate.UNDECIDED, opaque)
        provider = home or definer
        if self._load.why is not Why.PLUGIN:
            return _Judged(Fate.UNDEFINED, (provider,) if provider is not None else ())
        if definer is not None:
            return None
        return _Judged(Fate.UNDECIDED, ()) if home is None else _Judged(Fate.PLUGIN, (home,))

    def _provides(self, symbol: Import, homes: frozenset[str]) -> bool:
        """Whether the rest of the load has the symbol, or a host library by its naming convention."""
        name = symbol.name
        if any(pattern.fullmatch(name) for pattern in self._host_names):
            return True
        if symbol.version is not None:
            return False
        return self._host.provides(name, homes) or any(name in table for table in self._tables)

    def _absent(self, loaded: Loaded) -> tuple[str, ...]:
        """Libraries that were not given, of the nearest that needs any: the object, its closure, the load."""
        if loaded.path not in self._absent_of:
            near = (self._at[path] for path in _closure(loaded, self._at))
            found = (tuple(_absent_needs(each)) for each in (*near, *self._load.objects))
            unnamed = (tuple(name for name in names if names_of(name) is None) for names in found)
            self._absent_of[loaded.path] = next((names for names in unnamed if names), self._some_libc)
        return self._absent_of[loaded.path]


def _absent_needs(loaded: Loaded) -> Iterator[str]:
    """Needs of an object that are nowhere in the load."""
    for need in loaded.needs:
        if need.outcome not in FOUND | {Outcome.POLICY, Outcome.INTERPRETER}:
            yield need.needed


@lru_cache(maxsize=65536)
def _is_interpreter_api(name: str) -> bool:
    return _INTERPRETER_API.fullmatch(name) is not None
