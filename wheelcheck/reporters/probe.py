"""The probe of one wheel in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wheelcheck.reporters.lines import count


def probe_lines(probe: Mapping[str, Any] | None) -> Iterator[str]:
    """Say what was built and counted; nothing when no probe ran."""
    if probe is None:
        return
    offered = probe["offered"]
    if offered:
        linked = sum(each["links"] for each in offered)
        yield f"probe: {linked} of {count(len(offered), 'offered library', 'offered libraries')} linked"
    if probe["link"] is not None:
        yield f"probe {probe['component'] or ''}: {_told(probe)}"
    for name, component in probe["components"].items():
        if component["link"] is not None:
            yield f"probe {name}: {_told(component)}"


def _told(component: Mapping[str, Any]) -> str:
    link, namespace = component["link"], component["namespace"]
    parts = [count(sum(link.values()), "registration")] if link else []
    if namespace is not None:
        parts.append(f"{link[namespace]} in {namespace}")
        sources = component["sources"] or {}
        others = [
            f"{name} {number}" for name, number in sources.items() if number is not None and name != "probe"
        ]
        parts[-1] += f" ({', '.join(others)})" if others else ""
    if component["baseline"] is not None:
        parts.append(f"{sum(component['baseline'].values())} without it")
    if component["load"] is not None and namespace is not None:
        before, after = (component["load"][when][namespace] for when in ("before", "after"))
        parts.append(f"{before} -> {after} when opened at run time")
    parts += [
        f"{name} {', '.join(items) or 'none'}"
        for name, items in component["lists"].items()
        if len(items) < 10
    ]
    if component["headers"] is not None:
        parts.append(f"{count(component['headers']['compiled'], 'header')} compiled alone")
    if component["relocated"] is not None:
        parts.append("relocates" if component["relocated"] else "does not relocate")
    return ", ".join(parts) or "links and runs"
