"""Which library of the host defines a name in one load.

The host is the oldest of the platform tag, unless an object of the load needs a newer libc or C++ runtime:
then the loader starts the load only where that is there, and `platform-tag-too-low` reports the tag.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, partial

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Import
from wheelcheck.linking.model import Load, Outcome, Why
from wheelcheck.policy import host_symbols
from wheelcheck.policy.host_classes import names_of
from wheelcheck.policy.interpreters import Reliance, reliance
from wheelcheck.policy.libc import LibcSymbols
from wheelcheck.policy.platforms import Need, PlatformPolicy
from wheelcheck.policy.runtimes import RUNTIMES, is_listed, may_define, runtime_of
from wheelcheck.policy.sonames import LOADERS, is_musl_itself, musl_libc_soname

Release = tuple[int, ...]

NEWEST: Release = (900,)


class HostNames:
    """The host's libraries in one load, and the names that they define."""

    def __init__(self, load: Load, platform: PlatformPolicy) -> None:
        self._load = load
        self._platform = platform
        self._runs_in_python = load.why is not Why.EXECUTABLE
        needs = (need for loaded in load.objects for need in loaded.needs)
        self.loaded = _always_loaded(load, platform).union(
            need.needed for need in needs if need.outcome is Outcome.POLICY
        )
        """Sonames of the host's libraries that the load has."""

    @cached_property
    def _newest(self) -> Mapping[str, Release]:
        """Prefix of symbol versions → the newest one that an object of the load needs."""
        newest: dict[str, Release] = {}
        for loaded in self._load.objects:
            for asked in elf_details(loaded.binary).version_needs:
                if not asked.weak and asked.library in self.loaded:
                    need = Need.of(asked.version)
                    newest[need.prefix] = max(newest.get(need.prefix, ()), need.release)
        return newest

    @cached_property
    def _glibc(self) -> Release | None:
        """The oldest glibc on which the load starts; None if the tag promises none."""
        promised = self._platform.glibc
        return None if promised is None else max(promised, self._newest.get("GLIBC", ()))

    @cached_property
    def _libc(self) -> LibcSymbols | None:
        return self._platform.symbols

    @cached_property
    def _opaque(self) -> tuple[str, ...]:
        """Libraries of the load whose names are not known."""
        listed = self._libc.libraries if self._libc is not None else frozenset()
        return tuple(
            name
            for name in sorted(self.loaded)
            if name not in listed
            and name not in LOADERS
            and not (name in RUNTIMES and is_listed(self._platform))
            and not (self._platform.libc == "musl" and is_musl_itself(name))
            and not host_symbols.knows(name)
        )

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(pattern for library in sorted(self.loaded) if (pattern := names_of(library)) is not None)

    def homes(self, name: str) -> frozenset[str]:
        """Libraries that the host has and that define the name, whether they are loaded or not."""
        found = self._libc.provider(name, self._glibc or NEWEST) if self._libc is not None else frozenset()
        runtime = runtime_of(name, self._platform, self._newest)
        return (
            found
            | host_symbols.homes(name, self._platform, self._glibc)
            | ({runtime} if runtime else frozenset())
        )

    def provides(self, name: str, homes: frozenset[str]) -> bool:
        """Whether a loaded library defines the name, by the lists or by the pattern of its names."""
        if homes & self.loaded:
            return True
        return any(pattern.fullmatch(name) for pattern in self._patterns)

    def may_provide(self, name: str) -> tuple[str, ...]:
        """Give the loaded libraries that may define the name, sorted: nobody knows all of their names."""
        return tuple(library for library in self._opaque if may_define(library, name))

    def later(self, name: str) -> host_symbols.Later | None:
        """Say which loaded library has the name in newer releases than those of the tag's hosts."""
        found = host_symbols.later(name, self._platform, self._glibc)
        return found if found is not None and found.library in self.loaded else None

    def relies_on(self, symbol: Import, homes: frozenset[str]) -> tuple[str, Reliance] | None:
        """Name the library that has the symbol and that most Pythons in use load; None if most do not."""
        symbols, version = self._libc, symbol.version
        if symbols is None or self._platform.libc != "glibc" or not self._runs_in_python:
            return None
        floor = self._glibc or ()
        found = [
            (library, reliance(library, floor, partial(_is_in_libc, symbols, symbol.name)))
            for library in sorted(homes)
            if version is None or symbols.has_version(library, symbol.name, version, NEWEST)
        ]
        found = [each for each in found if len(each[1].loading) > len(each[1].failing)]
        return min(found, key=lambda each: len(each[1].failing), default=None)


def _is_in_libc(symbols: LibcSymbols, name: str, glibc: Release) -> bool:
    return "libc.so.6" in symbols.provider(name, glibc)


def _always_loaded(load: Load, platform: PlatformPolicy) -> frozenset[str]:
    """Give the libc of the process: Python itself uses one, and musl is its own loader."""
    if platform.libc == "musl":
        return frozenset({musl_libc_soname(platform.arch or "")})
    is_python = platform.libc == "glibc" and load.why is not Why.EXECUTABLE
    return LOADERS | {"libc.so.6"} if is_python else frozenset()
