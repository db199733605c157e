"""Architecture names of platform tags by the machine numbers of ELF files."""

from __future__ import annotations

# (e_machine, bits): (little endian, big endian)
_WORDS = {
    (2, 32): ("", "sparc"),
    (3, 32): ("i686", ""),
    (8, 32): ("mipsel", "mips"),
    (8, 64): ("mips64el", "mips64"),
    (20, 32): ("ppcle", "ppc"),
    (21, 64): ("ppc64le", "ppc64"),
    (22, 32): ("", "s390"),
    (22, 64): ("", "s390x"),
    (40, 32): ("armv7l", "armv7b"),
    (43, 64): ("", "sparc64"),
    (62, 32): ("x32", ""),
    (62, 64): ("x86_64", ""),
    (183, 32): ("aarch64_ilp32", "aarch64_be_ilp32"),
    (183, 64): ("aarch64", "aarch64_be"),
    (243, 32): ("riscv32", ""),
    (243, 64): ("riscv64", ""),
    (258, 32): ("loongarch32", ""),
    (258, 64): ("loongarch64", ""),
}


def arch_word(machine: int, bits: int, *, is_little_endian: bool) -> str:
    """Give the name of the architecture (`x86_64`, `i686`, …), `em-NNN` for an unknown machine."""
    little, big = _WORDS.get((machine, bits), ("", ""))
    return (little if is_little_endian else big) or f"em-{machine}"
