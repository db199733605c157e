"""Folders that exist only on the machine that builds a wheel, or that anybody may make: as data.

Who reads paths and who searches texts for them both build what they need from these lists.
"""

from __future__ import annotations

from functools import cache

import msgspec

from wheelcheck.policy.data_files import Document, read_document


class Root(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Folders below which everything is a build machine's."""

    paths: tuple[str, ...]
    text: tuple[str, ...] = ()
    """How a path that counts in a text goes on after the folder; `*` stands for one name."""
    certain: tuple[str, ...] = ()
    """The same for a path that counts in a comment as well."""
    is_world_writable: bool = False


class Folders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Folders of builds, wherever in a path they are."""

    names: tuple[str, ...]
    patterns: tuple[str, ...]
    """Regular expressions over one name."""


class WindowsFolders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Folders at the top of a drive."""

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
