"""The reference page against the structs."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from wheelcheck.contract import model, native, probe
from wheelcheck.policy.host_classes import host_classes

PAGE_FOLDER = Path(__file__).parents[2] / "docs" / "reference"
PAGE = (PAGE_FOLDER / "contract.md").read_text(encoding="utf-8")
PARTS = sorted(
    {
        value
        for module in (model, native, probe)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct)
    },
    key=lambda part: part.__name__,
)

DEFAULTS = {
    "presence": "required",
    "count": 1,
    "member": "*",
    "subject": "*",
    "bits": 64,
    "mode": "prefix",
    "kind": "executable",
    "language": "c++",
    "standard": 17,
}
"""What the page says of keys that are not empty when they are left out."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_key_is_on_the_page(part: type[msgspec.Struct]) -> None:
    """An undocumented key might as well not exist."""
    keys = [field.encode_name for field in msgspec.structs.fields(part)]

    assert [] == [key for key in keys if not re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", PAGE)]


def test_defaults_are_on_the_page() -> None:
    """All that are not empty."""
    fields = [field for part in PARTS for field in msgspec.structs.fields(part)]
    found = {
        field.encode_name: field.default
        for field in fields
        if isinstance(field.default, str | int) and field.default
    }
    section = PAGE.partition("## Defaults")[2].partition("\n## ")[0]

    assert found == DEFAULTS
    assert [] == [
        key
        for key, value in DEFAULTS.items()
        if not re.search(rf"`{key}`.*`.?{re.escape(str(value))}", section)
    ]


def test_host_classes_are_on_the_page() -> None:
    """Every class that an external may name."""
    section = PAGE.partition("## `requires`")[2].partition("\n## ")[0]
    line = section.partition("The classes are ")[2].partition("\n")[0]

    assert re.findall(r"`([\w-]+)`", line) == [each.name for each in host_classes()]
