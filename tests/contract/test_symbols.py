"""Symbol patterns."""

from __future__ import annotations

from wheelcheck.contract.symbols import compile_patterns


def test_patterns() -> None:
    """Names, globs over raw names, globs over qualified names."""
    matches = compile_patterns(("exact", "reg_*", "ns::Class::*")).matches

    assert [True, True, True, False, False] == [
        matches(each) for each in ("exact", "reg_x", "_ZN2ns5Class4sizeEv", "exactly", "_ZN2ns5OtherE")
    ]
