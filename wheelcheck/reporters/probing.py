"""The probe of one wheel in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.probe.summary import ComponentSummary, Counts, ProbeSummary
from wheelcheck.reporters.lines import count


def probe_lines(probe: ProbeSummary | None) -> Iterator[str]:
    """Summarise what was built and counted; nothing when no probe ran."""
    if probe is None:
        return
    if probe.packages:
        configured = sum(each.configures is True for each in probe.packages)
        targets = {each.name: each.links for package in probe.packages for each in package.targets}
        linked = sum(links is True for links in targets.values())
        found = f"{configured} of {count(len(probe.packages), 'package config')} found by CMake"
        told = f", {linked} of {count(len(targets), 'target')} linked" if targets else ""
        yield f"probe: {found}{told}"
    if probe.offered:
        linked = sum(each.links for each in probe.offered)
        yield f"probe: {linked} of {count(len(probe.offered), 'offered library', 'offered libraries')} linked"
    if probe.main.link is not None:
        named = f" {probe.main.component}" if probe.main.component else ""
        yield f"probe{named}: {_told(probe.main, probe.main.link)}"
    for name, component in probe.components.items():
        if component.link is not None:
            yield f"probe {name}: {_told(component, component.link)}"


def _told(component: ComponentSummary, link: Counts) -> str:
    namespace = component.namespace
    parts = [count(sum(link.values()), "registration")] if link else []
    if namespace is not None:
        parts.append(f"{link[namespace]} in {namespace}{_other_sources(component)}")
    if component.baseline is not None:
        parts.append(f"{sum(component.baseline.values())} without it")
    if component.load is not None and namespace is not None:
        before, after = component.load.before[namespace], component.load.after[namespace]
        parts.append(f"{before} -> {after} when opened at run time")
    parts += [
        f"{name} {', '.join(items) or 'none'}" for name, items in component.lists.items() if len(items) < 10
    ]
    if component.headers is not None:
        parts.append(f"{count(component.headers.compiled, 'header')} compiled alone")
    if component.relocated is not None:
        parts.append("relocates" if component.relocated else "does not relocate")
    return ", ".join(parts) or "links and runs"


def _other_sources(component: ComponentSummary) -> str:
    found = component.sources
    if found is None:
        return ""
    numbers = {"static": found.static, "contract": found.contract, "yaml": found.yaml}
    others = [f"{name} {number}" for name, number in numbers.items() if number is not None]
    return f" ({', '.join(others)})" if others else ""
