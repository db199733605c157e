"""Names of the C library and of the dynamic loader, by architecture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from wheelcheck.policy.data_files import Document, Listed, read_document

_MUSL_LOADER = re.compile(r"ld-musl-[\w-]+\.so\.1")
_ALPINE = re.compile(r"libc\.musl-[\w.]+\.so\.1|ld-musl-[\w-]+\.so\.1")


class _Sonames(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    loaders: frozenset[str]
    glibc: frozenset[str]
    musl: tuple[str, ...]
    alpine_architectures: Mapping[str, str]


@cache
def _document() -> _Sonames:
    return read_document("sonames.toml", _Sonames)


LOADERS = Listed(lambda: _document().loaders)
"""glibc's dynamic loader; every policy allows it although none lists it."""


def musl_libc_soname(arch: str) -> str:
    """Name of musl on Alpine: `libc.musl-x86_64.so.1`."""
    return f"libc.musl-{_document().alpine_architectures.get(arch, arch)}.so.1"


def libc_of(names: tuple[str, ...]) -> str | None:
    """Which libc needed names or an interpreter's file name belong to: `glibc`, `musl` or None."""
    document = _document()
    if any(name in document.glibc or name in document.loaders for name in names):
        return "glibc"
    # musl-gcc outside Alpine writes plain libc.so.
    return "musl" if any(name == "libc.so" or _ALPINE.fullmatch(name) for name in names) else None


def is_musl_itself(name: str) -> bool:
    """Whether musl itself satisfies a needed name, without a search (ldso/dynlink.c, `load_library`)."""
    return name.startswith(_musl_beginnings()) or _MUSL_LOADER.fullmatch(name) is not None


@cache
def _musl_beginnings() -> tuple[str, ...]:
    return tuple(f"lib{name}." for name in _document().musl)
