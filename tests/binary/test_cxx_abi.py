"""The two C++ ABIs, told apart by mangled names."""

from __future__ import annotations

import pytest

from wheelcheck.binary.cxx_abi import has_old_string


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("_ZN4pair4readERKSs", True),
        ("_ZN4pair4readESsi", True),
        ("_ZN4pair9processSsEv", False),
        ("_ZN4pair3getILi5EEEvRKSs", True),
        ("_ZN4pair3getIiEEvT_S1_Ss", True),
    ],
)
def test_old_string_is_a_token_and_no_part_of_a_name(symbol: str, *, expected: bool) -> None:
    """Identifiers are skipped by their length."""
    assert expected is has_old_string(symbol)
