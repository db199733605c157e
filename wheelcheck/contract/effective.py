"""A contract as it is in force, written back as TOML: everything it extends merged in, defaults left out."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec

from wheelcheck.contract.model import Contract


def effective(contract: Contract) -> str:
    """Write a contract as TOML."""
    import tomli_w

    document: dict[str, Any] = msgspec.to_builtins(contract, builtin_types=(dt.date,))
    document.pop("extends", None)
    return tomli_w.dumps(document, multiline_strings=True)
