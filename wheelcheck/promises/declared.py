"""A contract applied to one wheel: which members are its libraries and extension modules."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from typing import NamedTuple

import msgspec

from wheelcheck.binary.library_names import names_a_file
from wheelcheck.binary.model import Binary, Binding
from wheelcheck.contract.model import Contract
from wheelcheck.contract.native import Library, NativeObject
from wheelcheck.contract.symbols import compile_patterns, is_plain
from wheelcheck.model import NotChecked
from wheelcheck.promises.matching import by_place, extension_files, library_members, means
from wheelcheck.wheel.model import Wheel


class DeclaredObject(NamedTuple):
    """One library or extension module of the contract, as the wheel has it."""

    key: str
    spec: NativeObject
    members: tuple[str, ...]
    """Empty when it does not ship."""
    binaries: tuple[Binary, ...]
    """What is checked: for each folder and stem the member named like its soname, else the first one;
    members that were not read are left out."""

    @property
    def binary(self) -> Binary | None:
        """The first of `binaries`; None if it does not ship or was not read."""
        return next(iter(self.binaries), None)


class Ownership(NamedTuple):
    """One symbol that the contract assigns to one object."""

    owner: DeclaredObject
    symbol: str
    definers: tuple[str, ...]
    """Members that define it, sorted."""


class Declared(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The contract's objects in one wheel."""

    contract: Contract
    wheel: Wheel
    libraries: Mapping[str, DeclaredObject]
    extensions: Mapping[str, DeclaredObject]

    @classmethod
    def of(cls, contract: Contract, wheel: Wheel) -> Declared:
        """Find every declared object; the contract's rows must already be merged in."""
        binaries = wheel.binaries_of

        def found(key: str, spec: NativeObject, members: tuple[str, ...]) -> DeclaredObject:
            places = by_place(members) if isinstance(spec, Library) else [members]
            groups = [[each for member in place for each in binaries.get(member, ())] for place in places]
            return DeclaredObject(key, spec, members, tuple(_own(group) for group in groups if group))

        modules = extension_files(wheel) if contract.extensions else {}
        return cls(
            contract=contract,
            wheel=wheel,
            libraries={
                key: found(key, library, library_members(key, library, wheel))
                for key, library in contract.libraries.items()
            },
            extensions={
                key: found(key, extension, modules.get(key, ()))
                for key, extension in contract.extensions.items()
            },
        )

    @cached_property
    def objects(self) -> tuple[tuple[DeclaredObject, Binary], ...]:
        """Declared objects that ship and were read, libraries first."""
        every = (*self.libraries.values(), *self.extensions.values())
        return tuple((each, binary) for each in every for binary in each.binaries)

    def unread(self, *wanted: str) -> Iterator[NotChecked]:
        """Report the objects that ship and declare something under these keys, but were not read."""
        refused = {unreadable.member for unreadable in self.wheel.unreadable}
        unread = [
            each.members[0]
            for each in (*self.libraries.values(), *self.extensions.values())
            if each.members and each.binary is None and each.members[0] not in refused
            if any(getattr(each.spec, key, None) not in (None, _NOTHING[key]) for key in wanted)
        ]
        if unread:
            first = f"{unread[0]!r} and {len(unread) - 1} more" if len(unread) > 1 else repr(unread[0])
            yield NotChecked(reason=f"no facts about {first}: no reader for this format")

    def library_called(self, name: str) -> str | None:
        """Key of the declared library that a DT_NEEDED entry or soname names, in any version."""
        return next((key for key, spec in self.contract.libraries.items() if means(key, spec, name)), None)

    def needs(self, binary: Binary, entry: str) -> bool:
        """Whether a binary needs what `entry` refers to: a declared library, or a glob over names."""
        return any(self.is_meant(entry, name) for name in binary.needed)

    def is_meant(self, entry: str, needed: str) -> bool:
        """Whether an entry of a needs list matches a name in DT_NEEDED."""
        key = self.library_called(needed)
        return fnmatchcase(needed, entry) or (key is not None and fnmatchcase(key, entry))

    def required_needs(self, spec: NativeObject) -> tuple[str, ...]:
        """Expand `must-need`: a glob over keys becomes the libraries that ship and may be needed."""
        wanted: list[str] = []
        for entry in spec.must_need:
            if entry in self.libraries:
                wanted += [entry] if self.libraries[entry].members else []
            elif is_plain(entry) or names_a_file(entry):
                wanted.append(entry)
            else:
                wanted += [
                    key
                    for key, library in self.libraries.items()
                    if library.members
                    and fnmatchcase(key, entry)
                    and not any(fnmatchcase(key, glob) for glob in spec.must_not_need)
                ]
        return tuple(dict.fromkeys(wanted))

    @cached_property
    def ownership(self) -> tuple[Ownership, ...]:
        """Every owned symbol with its definers."""
        loadable = [binary for binary in self.wheel.binaries if binary.is_loadable]
        owned = []
        for owner in (*self.libraries.values(), *self.extensions.values()):
            candidates = [
                binary
                for binary in loadable
                if binary.member in owner.members
                or not any(fnmatchcase(binary.member, glob) for glob in owner.spec.may_duplicate)
            ]
            for pattern in owner.spec.owns:
                for symbol, definers in _definers(pattern, candidates).items():
                    owned.append(Ownership(owner, symbol, definers))
        return tuple(owned)


_NOTHING: Mapping[str, object] = msgspec.structs.asdict(Library())
_VAGUE = frozenset({Binding.WEAK, Binding.UNIQUE})


def _own(group: list[Binary]) -> Binary:
    """Choose among the versions of one library."""
    named = (each for each in group if posixpath.basename(each.soname or "") == each.file_name)
    return next(named, group[0])


def _definers(pattern: str, binaries: list[Binary]) -> Mapping[str, tuple[str, ...]]:
    """Symbols that a pattern matches, sorted, each with the members that define it.

    A glob counts strong definitions only: inline functions, type information and template instances have
    weak or unique copies in every object that uses them.
    """
    if is_plain(pattern):
        return {pattern: _members(pattern, binaries, frozenset())}
    matches = compile_patterns((pattern,)).matches
    found = {
        symbol
        for binary in binaries
        for symbol, export in binary.exports.items()
        if export.binding not in _VAGUE and matches(symbol)
    }
    return {symbol: _members(symbol, binaries, _VAGUE) for symbol in sorted(found)} or {pattern: ()}


def _members(symbol: str, binaries: list[Binary], skipped: frozenset[Binding]) -> tuple[str, ...]:
    exports = ((binary.member, binary.exports.get(symbol)) for binary in binaries)
    return tuple(
        sorted(
            {
                member
                for member, export in exports
                if export is not None and not export.is_absolute and export.binding not in skipped
            }
        )
    )
