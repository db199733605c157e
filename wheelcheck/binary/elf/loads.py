"""Which loaded segment of an ELF file an address lies in."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from wheelcheck.binary.elf.details import PF_W, PF_X, Segment
from wheelcheck.errors import UnreadableBinaryError

_PAGE = 4096
_MAX_UNORDERED = 64


class LoadMap:
    """The PT_LOAD segments of a file, looked up by address.

    The gABI wants them in ascending order, so that a search can halve them; a few that are not are
    searched one by one.
    """

    def __init__(self, loads: tuple[Segment, ...]) -> None:
        self._loads = loads
        self._starts = [each.address for each in loads]
        self._is_ordered = all(
            first.address + max(first.file_size, first.memory_size) <= second.address
            for first, second in pairwise(loads)
        )
        if not self._is_ordered and len(loads) > _MAX_UNORDERED:
            raise UnreadableBinaryError(
                f"{len(loads)} loaded segments overlap or are not in ascending order, "
                f"the limit for such ones is {_MAX_UNORDERED}",
                hint="the file is damaged or was edited by a tool that left it inconsistent; build it again",
            )
        fixed = tuple(each for each in loads if not each.flags & PF_W)
        plain = tuple(each for each in fixed if not each.flags & PF_X)
        self.constants = plain or fixed
        """Segments that hold constants: read-only ones, or where there are none, those of the code."""
        self._constants = frozenset(self.constants)

    def find(self, address: int) -> tuple[Segment, int] | None:
        """Segment whose bytes of the file are seen at an address, and the address where they end."""
        near = self._near(address)
        for load in near:
            if load.address <= address < load.address + load.file_size:
                return load, end_in_memory(load)
        # Whole pages are mapped: patchelf leaves tables behind the end of a segment, and they work.
        for load in near:
            if load.address - load.address % _PAGE <= address < end_in_memory(load):
                return load, end_in_memory(load)
        return None

    def is_executable(self, address: int) -> bool:
        """Whether an address lies in an executable segment."""
        return any(
            each.address <= address < each.address + each.memory_size
            for each in self._near(address)
            if each.flags & PF_X
        )

    def is_constant(self, address: int) -> bool:
        """Whether an address lies in one of `constants`."""
        return any(
            each.address <= address < each.address + each.file_size
            for each in self._near(address)
            if each in self._constants
        )

    def _near(self, address: int) -> tuple[Segment, ...]:
        """Segments that can hold an address: itself, or the rest of a page of theirs."""
        if not self._is_ordered or len(self._loads) <= 2:
            return self._loads
        at = bisect_right(self._starts, address)
        return self._loads[max(0, at - 1) : at + 1]


def end_in_memory(load: Segment) -> int:
    """Address up to which the file's bytes are seen: the end of the page, unless it is zeroed for .bss."""
    end = load.address + load.file_size
    return end if load.memory_size > load.file_size else end + -end % _PAGE
