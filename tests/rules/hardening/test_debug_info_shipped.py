"""debug-info-shipped."""

from __future__ import annotations

from tests.support.facts import make_binary, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.hardening.debug_info_shipped import debug_info_shipped


def test_debug_sections_are_noted_with_their_size() -> None:
    """The size is what stripping saves."""
    (found,) = problems(run(debug_info_shipped, make_binary(size=10000, debug_size=2500)))

    assert None is found.severity
    assert "2,500 bytes of debug information, 25 %" in found.message


def test_more_than_half_of_the_file_is_a_warning() -> None:
    """Most of the download is for nobody."""
    (found,) = problems(run(debug_info_shipped, make_binary(size=10000, debug_size=5001)))

    assert Severity.WARNING is found.severity


def test_stripped_file_is_fine() -> None:
    """Nothing to save."""
    assert [] == run(debug_info_shipped, make_binary())
