"""What is read out of mangled names."""

from __future__ import annotations

import pytest

from wheelcheck.binary.names import qualified_name


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
