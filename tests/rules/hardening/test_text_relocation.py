"""text-relocation."""

from __future__ import annotations

from tests.support.facts import make_binary, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.hardening.text_relocation import text_relocation


def test_text_relocation_is_reported() -> None:
    """An error by the rule's own weight."""
    (found,) = problems(run(text_relocation, make_binary(has_text_relocations=True)))

    assert None is found.severity


def test_text_relocation_on_32_bit_x86_is_a_warning() -> None:
    """Position-independent code is costly there."""
    (found,) = problems(run(text_relocation, make_binary(arch="i686", has_text_relocations=True)))

    assert Severity.WARNING is found.severity


def test_position_independent_code_is_fine() -> None:
    """No flag, no finding."""
    assert [] == run(text_relocation, make_binary())
