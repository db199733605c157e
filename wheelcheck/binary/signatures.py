"""Native formats identified by the first bytes of a file, whether or not they have a reader."""

from __future__ import annotations

from wheelcheck.binary.model import Format

_MACHO = frozenset(
    bytes.fromhex(magic) for magic in ("feedface", "cefaedfe", "feedfacf", "cffaedfe", "cafebabf")
)


def sniff(head: bytes) -> Format | None:
    """Identify the native format of a file by its first 4,096 bytes; None when it is not native code."""
    magic = head[:4]
    if magic == b"\x7fELF":
        return Format.ELF
    if magic in _MACHO or (magic == b"\xca\xfe\xba\xbe" and _is_fat(head)):
        return Format.MACHO
    return Format.PE if head[:2] == b"MZ" and _is_pe(head) else None


def _is_fat(head: bytes) -> bool:
    """Tell a universal Mach-O file from a Java class: both start with cafebabe."""
    return len(head) >= 8 and 0 < int.from_bytes(head[4:8], "big") < 20


def _is_pe(head: bytes) -> bool:
    """Tell native Windows code from a .NET assembly, which runs on every system."""
    offset = int.from_bytes(head[0x3C:0x40], "little")
    if offset + 4 > len(head):
        return offset > 0
    optional = offset + 24
    is_wide = head[optional : optional + 2] == b"\x0b\x02"
    # Data directory 14 is the CLR header (PE format, "Optional Header Data Directories").
    directory = optional + (112 if is_wide else 96) + 14 * 8
    is_managed = any(head[directory : directory + 4])
    return head[offset : offset + 4] == b"PE\0\0" and not is_managed
