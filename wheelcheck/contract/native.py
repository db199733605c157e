"""What a contract states about one native object: a library of the SDK or an extension module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from wheelcheck.binary.registry import Names, Records

Presence = Literal["required", "optional", "forbidden"]


class Part(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True
):
    """Base of every table of a contract: kebab-case keys, unknown keys rejected."""


class Exports(Part, frozen=True, kw_only=True):
    """Symbol patterns over an object's exports (see `symbols.py` for how a pattern matches)."""

    required: tuple[str, ...] = ()
    """Each pattern matches at least one export."""
    denied: tuple[str, ...] = ()
    """No export matches; a pattern in `required` or `allowed` wins over it."""
    allowed: tuple[str, ...] = ()
    """Exceptions to `denied`."""


class Registers(Part, frozen=True, kw_only=True):
    """Static registrations of one scheme and namespace."""

    names: tuple[str, ...] = ()
    """Without the namespace: `add.out`."""
    count: int = 0
    """Exact number; 0 means any."""
    open: bool = False
    """Names other than `names` are allowed."""


class NativeObject(Part, frozen=True, kw_only=True):
    """What libraries and extension modules have in common."""

    presence: Presence = "required"
    must_need: tuple[str, ...] = ()
    """Declared libraries (globs match those that ship) or plain names in DT_NEEDED."""
    must_not_need: tuple[str, ...] = ()
    """The same notation; wins over a glob in `must-need`."""
    needed_only: tuple[str, ...] = ()
    """Closed list: nothing else may be needed. Empty: not closed."""
    exports: Exports = Exports()
    owns: tuple[str, ...] = ()
    """Symbols that this object alone defines."""
    may_duplicate: tuple[str, ...] = ()
    """Member globs of objects that also define owned symbols, and that no process loads with this one."""
    must_import: tuple[str, ...] = ()
    """Symbols that this object imports from others."""
    registers: Mapping[str, Mapping[str, Registers]] = {}
    """Scheme, then namespace."""
    backends: tuple[str, ...] = ()
    """Names that its code registers."""
    registrar: tuple[str, ...] = ()
    """Entry points of a registry, as symbol patterns: an initialiser of this object calls one of them."""


class Library(NativeObject, frozen=True, kw_only=True):
    """One shared library, found by folder and stem whatever its suffix and version."""

    folder: str = ""
    """Archive folder; a glob. Empty: anywhere."""
    stem: str = ""
    """File name up to `.so`, `.dylib`, `.dll`; a glob. Empty: the table's key."""
    soname: str = ""
    """Exact name, template (`{stem}.so.{major}`) or `regex:…`, for file name and soname alike."""
    soname_group: str = ""
    """Group of `soname-groups` whose version this library has."""


class Extension(NativeObject, frozen=True, kw_only=True):
    """One Python extension module; the table's key is its dotted name."""

    count: int = 1
    """Number of files that contain it."""


class SonameGroup(Part, frozen=True, kw_only=True):
    """Libraries whose sonames share one version."""

    same_as: str = ""
    """The declared library whose soname version the others follow."""
    version: str | None = None
    """`1` for `libx.so.1`, an empty string for the unversioned form; wins over `same-as`."""


class Registry(Part, frozen=True, kw_only=True):
    """A registry of the project's own, in addition to those that wheelcheck knows; the key is its name."""

    records: Records
    names: Names | None = None
