"""CMake's own commands, and what a consumer has who sets nothing, as dated data."""

from __future__ import annotations

from functools import cache

from wheelcheck.policy.data_files import Document, read_document


class CMakeLanguage(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data file."""

    newest_policy: int
    """Number of the newest policy: CMP<number>."""
    commands: frozenset[str]
    reserved: frozenset[str]
    """First words of variables, up to an underscore, that CMake or the toolchain sets."""
    unset: frozenset[str]
    """Variables with the prefix CMAKE_ that are unset unless the consumer sets them."""
    environment: frozenset[str]
    """Variables of the environment that a machine has although nobody set them for this package."""


@cache
def cmake_language() -> CMakeLanguage:
    """Read the lists, once."""
    return read_document("cmake_language.toml", CMakeLanguage)
