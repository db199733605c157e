"""Registries that a contract declares, in the form that the binary readers take."""

from __future__ import annotations

from wheelcheck.binary.registry import Scheme
from wheelcheck.contract.model import Contract


def registry_schemes(contract: Contract) -> tuple[Scheme, ...]:
    """Return the contract's own registration schemes, sorted by name."""
    return tuple(
        Scheme(name=name, records=registry.records, names=registry.names)
        for name, registry in sorted(contract.schemes.items())
    )
