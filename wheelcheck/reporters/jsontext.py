"""JSON documents as text, schema version 1: an interface."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wheelcheck.reporters.escape import encodable

SCHEMA_VERSION = 1


def dump(document: Mapping[str, Any]) -> str:
    """Render one document in ASCII, so that the encoding of a stream cannot change or break it."""
    return json.dumps(encodable({"schema_version": SCHEMA_VERSION, **document}), indent=2) + "\n"
