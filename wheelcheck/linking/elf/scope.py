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
from wheelcheck.binary.model import Binary, Import
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.linking.model import FOUND, Load, Loaded, Outcome, Why
from wheelcheck.policy.host_classes import names_of
from wheelcheck.policy.libc import UNVERSIONED_LIBRARIES, Release, interpreter_libraries
from wheelcheck.policy.platforms import PlatformPolicy
from wheelcheck.policy.runtimes import RUNTIMES, is_listed, runtime_of
from wheelcheck.policy.sonames import LOADERS, musl_libc_soname

_INTERPRETER_API = re.compile(r"_?Py[A-Z_]\w*")
_ONE_LIBC: Release = (2, 34)
_NEWEST: Release = (900,)

_BY_HEARSAY = frozenset({Why.OFFERED, Why.NAMED})
"""Only a text names the library, which does not prove that it is loaded by itself: other loads go first."""

Exporters = Callable[[str], tuple[str, ...]]
"""Symbol name → members of the wheel and its siblings that export it, sorted."""


class Fate(enum.Enum):
    """What becomes of an undefined symbol that the object's own closure lacks."""

    UNDEFINED = "undefined"
    """No provider."""
    VERSION = "version"
    """The named library has the symbol in other versions only."""
    INTERPRETER = "interpreter"
    """Only Python's own libraries provide it."""
    UNDECIDED = "undecided"


class _Judged(NamedTuple):
    """The fate of one symbol, and the library concerned."""

    fate: Fate
    provider: str | None


class Gap(NamedTuple):
    """Undefined symbols of one member that share a fate."""

    member: str
    fate: Fate
    provider: str | None
    """`INTERPRETER`: that library. `UNDEFINED`: the library that defines the symbols, if known.
    `UNDECIDED`: what was not given; None if it is the program that loads a plug-in."""
    names: tuple[str, ...]


def gaps(graph: LoadGraph, platform: PlatformPolicy, binaries: Iterable[Binary]) -> tuple[Gap, ...]:
    """Give the undefined symbols of every load, one gap per member, fate and provider.

    Args:
        graph: the loads of the wheel under audit.
        platform: what its tag promises.
        binaries: of the wheel and its siblings, to tell which of them defines a symbol.
    """
    exporters = _exporters(tuple(binaries))
    open_ends: dict[tuple[str, tuple[str, ...]], tuple[Import, ...]] = {}
    found: dict[tuple[str, Fate, str | None], set[str]] = {}
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
                judged = scope.fate_of(symbol, loaded.binary, exporters)
                if judged is not None:
                    name = f"{symbol.name}@{symbol.version}" if judged.fate is Fate.VERSION else symbol.name
                    found.setdefault((loaded.binary.member, *judged), set()).add(name)
    ordered = sorted(found.items(), key=lambda each: (each[0][0], each[0][1].value, each[0][2] or ""))
    return tuple(
        Gap(member, fate, provider, tuple(sorted(names))) for (member, fate, provider), names in ordered
    )


def _exporters(binaries: tuple[Binary, ...]) -> Exporters:
    @cache
    def find(name: str) -> tuple[str, ...]:
        return tuple(sorted(binary.member for binary in binaries if name in binary.exports))

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
        symbols.has_version(each, symbol.name, version, _NEWEST)
        for each in (library, "libc.so.6", *sorted(hosts & symbols.libraries))
    )


class _Scope:
    """What one load provides beyond an object's own closure."""

    def __init__(self, load: Load, platform: PlatformPolicy) -> None:
        self._load = load
        self._platform = platform
        self._tables = [loaded.binary.exports for loaded in load.objects]
        needs = [need for loaded in load.objects for need in loaded.needs]
        self._hosts = _always_loaded(load, platform).union(
            need.needed for need in needs if need.outcome is Outcome.POLICY
        )
        absent = [
            need.needed for need in needs if need.outcome not in FOUND | {Outcome.POLICY, Outcome.INTERPRETER}
        ]
        # No tag says which libc will be there: any library may define its symbols.
        some_libc = min(self._hosts, default="the C library") if platform.libc == "none" else None
        self._absent = next((name for name in absent if names_of(name) is None), some_libc)
        self._host_names = [pattern for name in absent if (pattern := names_of(name)) is not None]
        opaque = UNVERSIONED_LIBRARIES if is_listed(platform) else UNVERSIONED_LIBRARIES | RUNTIMES
        self._opaque = min(self._hosts & opaque, default=None)

    def fate_of(self, symbol: Import, binary: Binary, exporters: Exporters) -> _Judged | None:
        """Judge a symbol that the object's own closure lacks; None if something else provides it."""
        name = symbol.name
        homes = _homes(name, self._platform)
        if self._provides(symbol, homes):
            return None
        if self._absent is not None:
            return _Judged(Fate.UNDECIDED, self._absent)
        leaning = self._leaning(symbol, homes)
        if leaning is not None:
            return _Judged(Fate.INTERPRETER, leaning)
        if symbol.version is not None:
            return _Judged(Fate.VERSION, symbol.library)
        if not homes and self._opaque is not None:
            return _Judged(Fate.UNDECIDED, self._opaque)
        definer = next((member for member in exporters(name) if member != binary.member), None)
        return self._fate_of_lost(homes, definer)

    def _fate_of_lost(self, homes: frozenset[str], definer: str | None) -> _Judged | None:
        """Judge a symbol that nothing in this load has; the program that loads a plug-in may provide it."""
        if self._load.why is not Why.PLUGIN:
            return _Judged(Fate.UNDEFINED, min(homes, default=definer))
        return _Judged(Fate.UNDECIDED, None) if definer is None else None

    def _provides(self, symbol: Import, homes: frozenset[str]) -> bool:
        """Whether the rest of the load has the symbol, or a host library by its naming convention."""
        name = symbol.name
        if any(pattern.fullmatch(name) for pattern in self._host_names):
            return True
        if symbol.version is not None:
            return False
        return bool(homes & self._hosts) or any(name in table for table in self._tables)

    def _leaning(self, symbol: Import, homes: frozenset[str]) -> str | None:
        """Library that Python links, if it has the symbol, in its version when it has one."""
        symbols, version = self._platform.symbols, symbol.version
        if symbols is None or self._load.why is Why.EXECUTABLE:
            return None
        libraries = homes & self._interpreter_libraries()
        having = (
            each
            for each in libraries
            if version is None or symbols.has_version(each, symbol.name, version, _NEWEST)
        )
        return min(having, default=None)

    def _interpreter_libraries(self) -> frozenset[str]:
        if self._platform.glibc is not None and self._platform.glibc >= _ONE_LIBC:
            return frozenset({"libm.so.6"})
        return interpreter_libraries()


def _always_loaded(load: Load, platform: PlatformPolicy) -> frozenset[str]:
    """Give the libc of the process: Python itself uses one, and musl is its own loader."""
    if platform.libc == "musl":
        return frozenset({musl_libc_soname(platform.arch or "")})
    return (
        LOADERS | {"libc.so.6"}
        if platform.libc == "glibc" and load.why is not Why.EXECUTABLE
        else frozenset()
    )


def _homes(name: str, platform: PlatformPolicy) -> frozenset[str]:
    """Libraries of the platform that define the symbol on every host of the tag."""
    symbols = platform.symbols
    homes = symbols.provider(name, platform.glibc or _NEWEST) if symbols is not None else frozenset()
    runtime = runtime_of(name, platform)
    return homes if runtime is None else homes | {runtime}


@lru_cache(maxsize=65536)
def _is_interpreter_api(name: str) -> bool:
    return _INTERPRETER_API.fullmatch(name) is not None
