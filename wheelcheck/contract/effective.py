"""A contract in force, written back as TOML: with all that it extends merged in, and without defaults."""

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
