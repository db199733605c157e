"""Options of a made ELF file: the table `[member.elf]` of a fixture."""

from __future__ import annotations

from typing import Any

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a fixture may say about an ELF file."""

    machine: str = "x86_64"
    type: str = "dyn"
    """`dyn` a library, `exec` a position-independent program, `static` one without a loader."""
    soname: str | None = None
    needed: list[str] = []
    runpath: list[str] | None = None
    rpath: list[str] | None = None
    exports: list[str | dict[str, Any]] = []
    imports: list[str | dict[str, Any]] = []
    version_definitions: list[str] = []
    """Versions defined besides those of the exports."""
    stack: str = "rw"
    """`rw`, `rwe`, `absent`."""
    textrel: bool = False
    writable_text: bool = False
    relro: bool = True
    bind_now: bool = True
    load_align: int | None = None
    interp: str | None = None
    init_array: int | None = None
    """Entries of DT_INIT_ARRAY; by default one when there are registrations."""
    init: bool = False
    """A DT_INIT function."""
    sections: bool = True
    hash: str = "both"
    """`both`, `sysv`, `gnu`."""
    registrations: list[str | dict[str, Any]] = []
    """Kernel records: `ns::op.out`, or a table with name, key, symbolic (an ABS64 function)."""
    registrar: bool = True
    """Whether registrations come with an import of `register_kernels`."""
    strings: list[str] = []
    build_id: str | None = None
    debug_info: int = 0
    """Bytes of .debug_info."""
    os_abi: int = 0
    size: int = 0
    """Least size of the file; padded with zeros."""
