"""The reference page against the structs."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from wheelcheck.contract import model, native, probe
from wheelcheck.contract.native import Part

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "contract.md").read_text(encoding="utf-8")
PARTS = sorted(
    {
        value
        for module in (model, native, probe)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Part)
    },
    key=lambda part: part.__name__,
)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_key_is_on_the_page(part: type[Part]) -> None:
    """A key that nobody can read about does not exist."""
    keys = [field.encode_name for field in msgspec.structs.fields(part)]

    assert [] == [key for key in keys if not re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", PAGE)]
