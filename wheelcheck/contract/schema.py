"""The JSON Schema of contract files, generated from the structs."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from wheelcheck.contract.model import Contract

FILE_NAME = "contract.schema.json"
"""Ships next to this module."""


def contract_schema() -> dict[str, Any]:
    """Return the schema: a file is one contract, or contains `[contract.NAME]` tables, or both."""
    (contract,), components = msgspec.json.schema_components([Contract], ref_template="#/$defs/{name}")
    own = components["Contract"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "wheelcheck contract",
        "type": "object",
        "properties": {
            "contract": {"type": "object", "additionalProperties": contract},
            **own["properties"],
        },
        "additionalProperties": False,
        "$defs": dict(sorted(components.items())),
    }


def render_schema() -> str:
    """Return the schema as the text that ships."""
    return json.dumps(contract_schema(), indent=2, ensure_ascii=False) + "\n"
