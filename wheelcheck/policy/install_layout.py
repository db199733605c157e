"""What belongs into the folders that all distributions of an environment share, as data."""

from __future__ import annotations

from functools import cache

import msgspec

from wheelcheck.policy.data_files import Document, read_document


class TopLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names at the top level of site-packages; those of folders are in lower case."""

    generic_folders: frozenset[str]
    tool_folders: tuple[str, ...]
    """Endings of folders that installers and repair tools create."""
    suffixes: tuple[str, ...]
    """Endings of files that are left over from sources and builds."""
    file_names: frozenset[str]
    code: tuple[str, ...]
    """Endings of files that make a folder a part of a program or an SDK."""


class Prefix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Folders below the prefix that take files of any distribution."""

    common: frozenset[str]
    common_share: frozenset[str]
    """Below `share`."""


class InstallLayout(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data file."""

    top_level: TopLevel
    prefix: Prefix


@cache
def install_layout() -> InstallLayout:
    """Read the lists, once."""
    return read_document("install_layout.toml", InstallLayout)
