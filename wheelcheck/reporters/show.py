"""Facts about one wheel, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wheelcheck.binary.model import Binary
from wheelcheck.reporters.json_v1 import SCHEMA_VERSION, dump
from wheelcheck.reporters.lines import Lines, count
from wheelcheck.wheel.model import Wheel

OPERATOR_SCHEME = "executorch"
"""The scheme whose records are operators and stand under `registers`; others get keys of their own."""

_LABEL_WIDTH = 11


class WheelFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What `show` shows."""

    wheel: Wheel
    claimed: tuple[str, ...]
    """Platform tags of the file name."""
    needed: str | None
    """The lowest platform tag that is true of every binary; None when they do not say."""


def render_json(facts: WheelFacts) -> str:
    """Render as JSON, schema version 1."""
    wheel = facts.wheel
    return dump(
        {
            "schema_version": SCHEMA_VERSION,
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


def registered(binary: Binary) -> dict[str, dict[str, list[str]]]:
    """Names in the static tables of a binary: scheme → namespace → names, all sorted."""
    schemes: dict[str, dict[str, list[str]]] = {}
    records = {(each.scheme, each.namespace, each.name) for each in binary.registrations}
    for scheme, namespace, name in sorted(records):
        schemes.setdefault(scheme, {}).setdefault(namespace, []).append(name)
    return schemes


def render_text(facts: WheelFacts, *, verbosity: int, color: bool) -> str:
    """Render for a person; `verbosity` lists the registered names instead of counting them."""
    wheel = facts.wheel
    lines = Lines(color=color)
    lines.add(0, "", f"{wheel.name} {wheel.version}", color="white")
    _field(lines, "file", wheel.file)
    _field(lines, "tags", ", ".join(wheel.tags))
    _field(lines, "platform", f"claims {', '.join(facts.claimed)}; needs {facts.needed or 'unknown'}")
    unread = f", {len(wheel.unread_natives)} native not read" if wheel.unread_natives else ""
    contents = f"{count(len(wheel.members), 'member')}, {len(wheel.binaries)} native{unread}"
    _field(lines, "contents", contents)
    for binary in wheel.binaries:
        lines.blank()
        _add_binary(lines, binary, verbosity)
    return lines.text()


def _add_binary(lines: Lines, binary: Binary, verbosity: int) -> None:
    lines.add(0, "", binary.member, color="cyan")
    _field(lines, "format", f"{binary.format.value} {binary.arch}, {count(len(binary.exports), 'export')}")
    _field(lines, "soname", binary.soname or "none")
    _field(lines, "needed", ", ".join(binary.needed) or "nothing")
    for kind, entries in (("rpath", binary.rpath), ("runpath", binary.runpath)):
        if entries:
            _field(lines, kind, ":".join(entries))
    for scheme, namespaces in registered(binary).items():
        _add_registered(lines, scheme, namespaces, verbosity)


def _add_registered(lines: Lines, scheme: str, namespaces: Mapping[str, list[str]], verbosity: int) -> None:
    total = sum(len(names) for names in namespaces.values())
    parts = ", ".join(f"{namespace} {len(names)}" for namespace, names in namespaces.items())
    _field(lines, "registers", f"{total} ({scheme}): {parts}")
    if verbosity:
        for namespace, names in namespaces.items():
            for name in names:
                lines.add(2, f"{namespace}::{name}")


def _field(lines: Lines, label: str, value: str) -> None:
    lines.add(1, f"{label:<{_LABEL_WIDTH}}{value}")
