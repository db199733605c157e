"""Systems whose platform tags have no standardised form, as data."""

from __future__ import annotations

from functools import cache

from wheelcheck.policy.data_files import Document, read_document


class _Systems(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    unstandardised: tuple[str, ...]


@cache
def unstandardised_systems() -> tuple[str, ...]:
    """Give the starts of their platform tags."""
    return read_document("systems.toml", _Systems).unstandardised
