"""A contract held against one wheel: which members its libraries and extension modules are."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from typing import NamedTuple

import msgspec

from wheelcheck.binary.model import Binary
from wheelcheck.contract.matching import extension_files, library_members, means
from wheelcheck.contract.model import Contract
from wheelcheck.contract.native import Library, NativeObject
from wheelcheck.contract.symbols import compile_patterns, is_plain
from wheelcheck.model import NotChecked
from wheelcheck.wheel.model import Wheel


class DeclaredObject(NamedTuple):
    """One library or extension module of the contract, as the wheel has it."""

    key: str
    spec: NativeObject
    members: tuple[str, ...]
    """Empty when it does not ship."""
    binary: Binary | None
    """Facts of the member that is called as its soname, else of the first one; None when it does not
    ship or was not read."""


class Ownership(NamedTuple):
    """One symbol that the contract gives to one object."""

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
        """Find every declared object; the contract's rows must be laid in already."""
        binaries = wheel.binary_by_member

        def found(key: str, spec: NativeObject, members: tuple[str, ...]) -> DeclaredObject:
            read = [binaries[member] for member in members if member in binaries]
            own_name = (
                binary for binary in read if posixpath.basename(binary.soname or "") == binary.file_name
            )
            return DeclaredObject(key, spec, members, next(own_name, read[0] if read else None))

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
        return tuple((each, each.binary) for each in every if each.binary is not None)

    def unread(self, *wanted: str) -> Iterator[NotChecked]:
        """Say which objects have something declared under the wanted keys, ship, and were not read."""
        refused = {unreadable.member for unreadable in self.wheel.unreadable}
        unread = [
            each.members[0]
            for each in (*self.libraries.values(), *self.extensions.values())
            if each.members and each.binary is None and each.members[0] not in refused
            if any(getattr(each.spec, key, None) not in (None, _NOTHING[key]) for key in wanted)
        ]
        if unread:
            first = f"{unread[0]!r} and {len(unread) - 1} more" if len(unread) > 1 else repr(unread[0])
            yield NotChecked(reason=f"no facts of {first}: no reader for this format")

    def library_called(self, name: str) -> str | None:
        """Key of the declared library that a DT_NEEDED entry or soname means, in whatever version."""
        return next((key for key, spec in self.contract.libraries.items() if means(key, spec, name)), None)

    def needs(self, binary: Binary, entry: str) -> bool:
        """Whether a binary needs what `entry` means: a declared library, or a glob over names."""
        return any(self.is_meant(entry, name) for name in binary.needed)

    def is_meant(self, entry: str, needed: str) -> bool:
        """Whether an entry of a needs list means one DT_NEEDED name."""
        key = self.library_called(needed)
        return fnmatchcase(needed, entry) or (key is not None and fnmatchcase(key, entry))

    def required_needs(self, spec: NativeObject) -> tuple[str, ...]:
        """Spell out `must-need`: a glob becomes the libraries that ship and may be needed."""
        wanted: list[str] = []
        for entry in spec.must_need:
            if entry in self.libraries:
                wanted += [entry] if self.libraries[entry].members else []
            elif is_plain(entry):
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
                for symbol in _spelled_out(pattern, candidates):
                    definers = sorted({each.member for each in candidates if _defines(each, symbol)})
                    owned.append(Ownership(owner, symbol, tuple(definers)))
        return tuple(owned)


_NOTHING: Mapping[str, object] = msgspec.structs.asdict(Library())


def _spelled_out(pattern: str, binaries: list[Binary]) -> tuple[str, ...]:
    if is_plain(pattern):
        return (pattern,)
    matches = compile_patterns((pattern,)).matches
    found = {symbol for binary in binaries for symbol in binary.exports if matches(symbol)}
    return tuple(sorted(found)) or (pattern,)


def _defines(binary: Binary, symbol: str) -> bool:
    export = binary.exports.get(symbol)
    return export is not None and not export.is_absolute
