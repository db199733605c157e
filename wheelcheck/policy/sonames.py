"""Names of the C library and of the dynamic loader, per architecture."""

from __future__ import annotations

import re

LOADERS = frozenset(
    {
        "ld-linux.so.2",
        "ld-linux.so.3",
        "ld-linux-aarch64.so.1",
        "ld-linux-armhf.so.3",
        "ld-linux-loongarch-lp64d.so.1",
        "ld-linux-riscv64-lp64d.so.1",
        "ld-linux-x86-64.so.2",
        "ld64.so.1",
        "ld64.so.2",
    }
)
"""glibc's dynamic loader; every policy allows it though none lists it."""

_MUSL_NAMES = {"i686": "x86", "armv7l": "armv7", "ppc64": "powerpc64"}
_MUSL = re.compile(r"libc\.musl-[\w.]+\.so\.1|ld-musl-[\w-]+\.so\.1")
_MUSL_ITSELF = re.compile(r"lib(?:c|pthread|rt|m|dl|util|xnet)\.|ld-musl-[\w-]+\.so\.1$")
_GLIBC = LOADERS | {"libc.so.6", "libc.so.6.1", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1"}


def musl_libc_soname(arch: str) -> str:
    """Name of musl on Alpine: `libc.musl-x86_64.so.1`."""
    return f"libc.musl-{_MUSL_NAMES.get(arch, arch)}.so.1"


def libc_of(names: tuple[str, ...]) -> str | None:
    """Which libc needed names or an interpreter's file name stand for: `glibc`, `musl` or None."""
    if any(name in _GLIBC for name in names):
        return "glibc"
    # musl-gcc outside Alpine writes plain libc.so.
    return "musl" if any(name == "libc.so" or _MUSL.fullmatch(name) for name in names) else None


def is_musl_itself(name: str) -> bool:
    """Whether musl answers to a needed name without a search (ldso/dynlink.c, `load_library`)."""
    return _MUSL_ITSELF.match(name) is not None
