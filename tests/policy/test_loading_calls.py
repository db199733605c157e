"""Names of the functions that open libraries."""

from __future__ import annotations

import pytest

from wheelcheck.policy.loading_calls import CALLS, SEARCHES, STEMS, TABLES, mentions


@pytest.mark.parametrize("name", sorted({*CALLS, *SEARCHES, *TABLES}))
def test_every_name_is_found(name: str) -> None:
    """By a part of it, which is what is looked for first, and only as a whole word."""
    assert any(stem in name for stem in STEMS)
    assert mentions(f"x = {name}('y')".encode())
    assert not mentions(f"x = my{name}".encode())
    assert not mentions(f"x = {name}_of".encode())
