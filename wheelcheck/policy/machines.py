"""Processors that platform tags name, against those of devices (gABI: `e_machine`)."""

from __future__ import annotations

HOST_MACHINES = frozenset(
    {
        0,  # none: no processor runs it
        2, 18, 43,  # SPARC
        3,  # Intel 80386
        8,  # MIPS
        15,  # PA-RISC
        20, 21,  # PowerPC
        22,  # IBM S/390
        40,  # Arm
        42,  # SuperH
        50,  # IA-64
        62,  # x86-64
        183,  # AArch64
        243,  # RISC-V
        258,  # LoongArch
        0x9026,  # Alpha
    }
)  # fmt: skip
"""Machines that run Python. Any other (GPU, DSP, BPF, microcontroller) is the business of a device."""

_SAME_CODE = {"armv5l": "armv7l", "armv6l": "armv7l", "armv8l": "armv7l", "i386": "i686", "i586": "i686"}
"""Tag architectures that share one `e_machine`."""


def runs_on(arch: str, tagged: tuple[str, ...]) -> bool:
    """Whether code of a binary's architecture runs on one of the tagged ones."""
    return arch in {_SAME_CODE.get(tag, tag) for tag in tagged}
