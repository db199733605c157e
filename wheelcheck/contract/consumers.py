"""The contract's probes, with what they inherit from each other merged in."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wheelcheck.contract.model import Contract
from wheelcheck.contract.probe import Find, Probe
from wheelcheck.contract.rows import merge
from wheelcheck.errors import ContractError
from wheelcheck.spelling import did_you_mean


def resolved_probes(contract: Contract) -> dict[str, Probe]:
    """Resolve every `like`, so that each probe is complete; in contract order.

    Raises:
        ContractError: `like` names an unknown probe, or leads back to the probe itself.
    """
    return {name: _resolved(name, contract.probes, ()) for name in contract.probes}


def main_probe(probes: Mapping[str, Probe]) -> str | None:
    """Name of the probe that is reported first: one that counts registrations, else the first."""
    counting = (name for name, probe in probes.items() if probe.namespace)
    return next(counting, next(iter(probes), None))


def baseline_of(probe: Probe) -> Find | None:
    """How the consumer without the component finds the SDK: keys that are not set are as in `find`."""
    if probe.baseline is None:
        return None
    return msgspec.convert(merge(msgspec.to_builtins(probe.find), msgspec.to_builtins(probe.baseline)), Find)


def _resolved(name: str, probes: Mapping[str, Probe], above: tuple[str, ...]) -> Probe:
    probe = probes[name]
    if not probe.like:
        return probe
    if probe.like in (*above, name):
        raise ContractError(f"probes.{name}: `like` leads back to this probe", hint="remove one `like`")
    if probe.like not in probes:
        hint = did_you_mean(probe.like, probes)
        raise ContractError(f"probes.{name}.like: unknown probe {probe.like!r}", hint=hint)
    base = msgspec.to_builtins(_resolved(probe.like, probes, (*above, name)))
    return msgspec.convert(merge(base, msgspec.to_builtins(probe)), Probe)
