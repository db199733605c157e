"""Symbol patterns and what they read out of mangled names."""

from __future__ import annotations

import pytest

from wheelcheck.contract.cxx_abi import has_old_string
from wheelcheck.contract.symbols import compile_patterns, qualified_name


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("open", "open"),
        ("_Z4openPKc", "open"),
        ("_ZN2ns4openEPKc", "ns::open"),
        ("_ZNK2ns5Class4sizeEv", "ns::Class::size"),
        ("_ZN2ns5ClassC1Ei", "ns::Class::Class"),
        ("_ZN2ns5ClassD0Ev", "ns::Class::~Class"),
        ("_ZTVN2ns5ClassE", "ns::Class"),
        ("_ZThn16_N2ns5Class4sizeEv", "ns::Class::size"),
        ("_ZN12_GLOBAL__N_14openEv", "(anonymous namespace)::open"),
        ("_ZNSt6vectorIiSaIiEE4pushEv", "std::vector"),
        ("_ZSt4moveIiEvT_", "std::move"),
        ("_ZStplIcSt11char_traitsIcESaIcEEvv", "std"),
        ("_ZGTtNSt11logic_errorC1Ev", "std::logic_error::logic_error"),
        ("_ZL6hiddenv", "hidden"),
        ("_ZN2ns3mapIiE3getEv", "ns::map"),
        ("_Z", "_Z"),
    ],
)
def test_qualified_name(symbol: str, name: str) -> None:
    """Without parameters; template arguments end it."""
    assert name == qualified_name(symbol)


def test_patterns() -> None:
    """Names, globs over raw names, globs over qualified names."""
    matches = compile_patterns(("exact", "reg_*", "ns::Class::*")).matches

    assert [True, True, True, False, False] == [
        matches(each) for each in ("exact", "reg_x", "_ZN2ns5Class4sizeEv", "exactly", "_ZN2ns5OtherE")
    ]


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
