"""Registries that a contract declares, as the binary reader takes them."""

from __future__ import annotations

import msgspec

from wheelcheck.binary import registry
from wheelcheck.contract.model import Contract


def registry_schemes(contract: Contract) -> tuple[registry.Scheme, ...]:
    """Give the contract's own registration schemes."""
    return tuple(
        registry.Scheme(
            name=name,
            records=registry.Records(**msgspec.structs.asdict(scheme.records)),
            names=None if scheme.names is None else registry.Names(**msgspec.structs.asdict(scheme.names)),
        )
        for name, scheme in sorted(contract.schemes.items())
    )
