"""The `probe` object of the JSON report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wheelcheck.contract.consumers import resolved_probes
from wheelcheck.contract.model import Contract
from wheelcheck.probe.compare import sources
from wheelcheck.probe.facts import Consumer, Observation, ProbeFacts, ProbeResult
from wheelcheck.wheel.model import Wheel


def document(facts: ProbeFacts, contract: Contract, wheel: Wheel) -> dict[str, Any] | None:
    """Give the document; None when nothing was probed."""
    if facts.impossible:
        return None
    schemes = {name: probe.scheme for name, probe in resolved_probes(contract).items()}
    main = _component(facts.main, schemes, wheel)
    others = {each.name: _component(each, schemes, wheel) for each in facts.probes[1:]}
    return {
        **main,
        "not_checked": [*facts.not_checked, *(line for each in facts.probes for line in each.not_checked)],
        "components": others,
        "offered": [
            {"member": each.member, "targets": list(each.targets), "links": each.failure is None}
            for each in facts.offered
        ],
        "versions": [
            {"package": each.package, "requested": each.requested, "accepted": each.accepted}
            for each in facts.versions
        ],
        "toolchain": dict(facts.toolchain),
    }


def _component(result: ProbeResult | None, schemes: Mapping[str, str], wheel: Wheel) -> dict[str, Any]:
    if result is None:
        nothing = ("component", "namespace", "baseline", "link", "load", "legacy", "relocated", "sources")
        return dict.fromkeys(nothing) | {
            "names": [], "lists": {}, "values": {}, "needed": [], "loaded": [], "headers": None
        }  # fmt: skip
    found = sources(result, schemes.get(result.name, ""), wheel)
    link = result.link
    return {
        "component": result.component or None,
        "namespace": result.namespace or None,
        "baseline": _counts(result.baseline, result),
        "link": _counts(link, result),
        "load": _load(result),
        "legacy": _counts(result.legacy, result),
        "names": list(found.probe or ()) if result.namespace else _names(link),
        "lists": {}
        if link is None or link.at_startup is None
        else {k: list(v) for k, v in link.at_startup.lists.items()},
        "values": _values(link),
        "needed": [] if link is None else list(link.needed),
        "loaded": [] if link is None else list(link.loaded),
        "relocated": all(not each.fault for each in result.relocations) if result.relocations else None,
        "sources": {
            "static": _length(found.static),
            "probe": _length(found.probe),
            "contract": found.contract,
            "yaml": _length(found.listed),
        }
        if result.namespace
        else None,
        "headers": {"compiled": result.headers, "failed": [each.member for each in result.header_failures]}
        if result.headers
        else None,
    }


def _counts(consumer: Consumer | None, result: ProbeResult) -> dict[str, int] | None:
    return None if consumer is None or consumer.at_startup is None else _around(consumer.at_startup, result)


def _names(consumer: Consumer | None) -> list[str]:
    return [] if consumer is None or consumer.at_startup is None else list(consumer.at_startup.registered)


def _values(consumer: Consumer | None) -> dict[str, Any]:
    if consumer is None:
        return {}
    if isinstance(consumer.output, Mapping):
        return dict(consumer.output)
    return {} if consumer.at_startup is None else dict(consumer.at_startup.values)


def _load(result: ProbeResult) -> dict[str, Any] | None:
    load = result.load
    if load is None or load.at_startup is None or load.after_load is None:
        return None
    return {"before": _around(load.at_startup, result), "after": _around(load.after_load, result)}


def _around(moment: Observation, result: ProbeResult) -> dict[str, int]:
    """Count one moment; the probe's own namespace is there even when nothing is registered in it."""
    return dict(sorted({**({result.namespace: 0} if result.namespace else {}), **moment.counts()}.items()))


def _length(names: tuple[str, ...] | None) -> int | None:
    return None if names is None else len(names)
