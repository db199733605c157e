"""Facts about one wheel, as text for people."""

from __future__ import annotations

from collections.abc import Mapping

from wheelcheck.binary.model import Binary
from wheelcheck.reporters.facts import WheelFacts, registered
from wheelcheck.reporters.formats import Detail
from wheelcheck.reporters.lines import Lines, count

_LABEL_WIDTH = 11


def render(facts: WheelFacts, detail: Detail) -> str:
    """Render the facts; with `-v`, the registered names are listed too."""
    wheel = facts.wheel
    lines = Lines(color=detail.color)
    lines.add(0, "", f"{wheel.name} {wheel.version}", color="white")
    _field(lines, "file", wheel.file)
    _field(lines, "tags", ", ".join(wheel.tags))
    _field(lines, "platform", f"claims {', '.join(facts.claimed)}; needs {facts.needed or 'unknown'}")
    unread = f", {len(wheel.unread_natives)} native not read" if wheel.unread_natives else ""
    contents = f"{count(len(wheel.members), 'member')}, {len(wheel.binaries)} native{unread}"
    _field(lines, "contents", contents)
    for binary in wheel.binaries:
        lines.blank()
        _add_binary(lines, binary, detail.verbosity)
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
