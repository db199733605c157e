"""writable-executable-segment."""

from __future__ import annotations

from tests.support.facts import make_binary, problems, run
from wheelcheck.binary.elf.details import PF_R, PF_W, PF_X, PT_LOAD, Segment
from wheelcheck.rules.hardening.writable_executable_segment import writable_executable_segment

BOTH = PF_R | PF_W | PF_X


def test_segments_with_both_flags_are_one_finding() -> None:
    """The message gives their addresses."""
    segments = tuple(Segment(PT_LOAD, BOTH, 0, address, 1, 1, 0x1000) for address in (0x1000, 0x4000))
    (found,) = problems(run(writable_executable_segment, make_binary(segments=segments)))

    assert "0x1000, 0x4000" in found.message


def test_other_program_headers_are_fine() -> None:
    """PT_GNU_STACK has a rule of its own."""
    stack = Segment(0x6474E551, BOTH, 0, 0, 0, 0, 16)

    assert [] == run(writable_executable_segment, make_binary(segments=(stack,)))


def test_separate_segments_are_fine() -> None:
    """Code and data apart."""
    assert [] == run(writable_executable_segment, make_binary())
