"""Which loaded segment of an ELF file contains an address."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from wheelcheck.binary.elf.details import PF_W, PF_X, Segment
from wheelcheck.errors import UnreadableBinaryError

_PAGE = 4096
_MAX_UNORDERED = 64


class LoadMap:
    """The PT_LOAD segments of a file, looked up by address.

    The gABI requires ascending order, which allows a binary search; a few that are out of order are
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
                f"{len(loads)} loaded segments overlap or are not in ascending order; "
                f"the limit for such segments is {_MAX_UNORDERED}",
                hint="the file is damaged, or a tool edited it and left it inconsistent; rebuild it",
            )
        fixed = tuple(each for each in loads if not each.flags & PF_W)
        plain = tuple(each for each in fixed if not each.flags & PF_X)
        self.constants = plain or fixed
        """Segments that hold constants: the read-only ones or, without any, those of the code."""
        self._constants = frozenset(self.constants)

    def find(self, address: int) -> tuple[Segment, int] | None:
        """Segment that maps bytes of the file to an address, and the address where these bytes end."""
        near = self._near(address)
        for load in near:
            if load.address <= address < load.address + load.file_size:
                return load, end_in_memory(load)
        # Whole pages are mapped: patchelf leaves tables after the end of a segment, and they work.
        for load in near:
            if load.address - load.address % _PAGE <= address < end_in_memory(load):
                return load, end_in_memory(load)
        return None

    def is_executable(self, address: int) -> bool:
        """Whether an address is in an executable segment."""
        return any(
            each.address <= address < each.address + each.memory_size
            for each in self._near(address)
            if each.flags & PF_X
        )

    def is_constant(self, address: int) -> bool:
        """Whether an address is in one of `constants`."""
        return any(
            each.address <= address < each.address + each.file_size
            for each in self._near(address)
            if each in self._constants
        )

    def _near(self, address: int) -> tuple[Segment, ...]:
        """Segments that can contain an address, in themselves or in the rest of their last page."""
        if not self._is_ordered or len(self._loads) <= 2:
            return self._loads
        at = bisect_right(self._starts, address)
        return self._loads[max(0, at - 1) : at + 1]


def end_in_memory(load: Segment) -> int:
    """Address where the file's bytes end: the end of the page, unless its rest is zeroed for .bss."""
    end = load.address + load.file_size
    return end if load.memory_size > load.file_size else end + -end % _PAGE
