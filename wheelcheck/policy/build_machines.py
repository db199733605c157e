"""Folders that exist only on the machine that builds a wheel, or that anyone may create, as data.

Both the checks of paths and the search of texts use these lists.
"""

from __future__ import annotations

from functools import cache

import msgspec

from wheelcheck.policy.data_files import Document, read_document


class Root(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Folders whose contents all belong to a build machine."""

    paths: tuple[str, ...]
    text: tuple[str, ...] = ()
    """Continuations after the folder that make a path count in a text; `*` matches one name."""
    certain: tuple[str, ...] = ()
    """Continuations that make a path count in a comment too."""
    is_world_writable: bool = False


class Folders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Build folders, at any position in a path."""

    names: tuple[str, ...]
    patterns: tuple[str, ...]
    """Regular expressions that match one name."""


class WindowsFolders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Folders in the root of a drive."""

    text: tuple[str, ...]
    certain: tuple[str, ...]


class BuildMachines(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data file."""

    roots: tuple[Root, ...] = msgspec.field(name="root")
    folders: Folders
    windows: WindowsFolders


@cache
def build_machines() -> BuildMachines:
    """Read the lists, once."""
    return read_document("build_machines.toml", BuildMachines)
