"""Facts about one wheel, as JSON."""

from __future__ import annotations

from typing import Any

from wheelcheck.binary.model import Binary
from wheelcheck.reporters.facts import WheelFacts, registered
from wheelcheck.reporters.formats import Detail
from wheelcheck.reporters.jsontext import dump

OPERATOR_SCHEME = "executorch"
"""The scheme whose records are operators and appear in `registers`; others have keys of their own."""


def render(facts: WheelFacts, detail: Detail) -> str:
    """Render every fact."""
    del detail
    wheel = facts.wheel
    return dump(
        {
            "wheel": {
                "file": wheel.file,
                "name": wheel.name,
                "version": wheel.version,
                "tags": list(wheel.tags),
            },
            "platform_floor": {"claimed": list(facts.claimed), "needed": facts.needed},
            "binaries": [_binary(binary) for binary in wheel.binaries],
            "unreadable": [{"member": each.member, "reason": each.reason} for each in wheel.unreadable],
        }
    )


def _binary(binary: Binary) -> dict[str, Any]:
    schemes = registered(binary)
    document: dict[str, Any] = {
        "member": binary.member,
        "format": binary.format.value,
        "arch": binary.arch,
        "soname": binary.soname,
        "needed": list(binary.needed),
        "rpath": list(binary.rpath),
        "runpath": list(binary.runpath),
        "exports": len(binary.exports),
        "registers": schemes.pop(OPERATOR_SCHEME, {}),
    }
    document.update((f"registers_{scheme}", names) for scheme, names in schemes.items())
    return document
