"""What `show` reports about one wheel."""

from __future__ import annotations

import msgspec

from wheelcheck.binary.model import Binary
from wheelcheck.wheel.model import Wheel


class WheelFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The document of `show`."""

    wheel: Wheel
    claimed: tuple[str, ...]
    """Platform tags of the file name."""
    needed: str | None
    """The lowest platform tag that is true of every binary; None when the binaries do not tell."""


def registered(binary: Binary) -> dict[str, dict[str, list[str]]]:
    """Names in the static tables of a binary: scheme → namespace → names, all sorted."""
    schemes: dict[str, dict[str, list[str]]] = {}
    records = {(each.scheme, each.namespace, each.name) for each in binary.registrations}
    for scheme, namespace, name in sorted(records):
        schemes.setdefault(scheme, {}).setdefault(namespace, []).append(name)
    return schemes
