"""Processors of hosts, which platform tags name, as opposed to those of devices (gABI: `e_machine`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wheelcheck.policy.data_files import Document, Listed, read_document


class _Machines(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host_machines: frozenset[int]
    lp64: frozenset[str]
    same_code: Mapping[str, str]
    suffix_words: Mapping[str, str]


@cache
def _document() -> _Machines:
    return read_document("machines.toml", _Machines)


HOST_MACHINES = Listed(lambda: _document().host_machines)
"""Machines that run Python. Any other (GPU, DSP, BPF, microcontroller) is a device."""


def runs_on(arch: str, tagged: tuple[str, ...]) -> bool:
    """Whether code for a binary's architecture runs on one of the tagged architectures."""
    same_code = _document().same_code
    return arch in {same_code.get(tag, tag) for tag in tagged}


def suffix_arch(word: str) -> str:
    """Architecture that the first word of an extension module's platform stands for (`i386`)."""
    return _document().suffix_words.get(word, word)


def is_lp64(arch: str | None) -> bool:
    """Whether `long` and pointers have 64 bits on an architecture."""
    return arch in _document().lp64
