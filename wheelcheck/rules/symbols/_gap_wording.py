"""Words for undefined symbols whose provider is known or likely."""

from __future__ import annotations

from collections.abc import Sequence

from wheelcheck.linking.elf.scope import Fate, Gap
from wheelcheck.model import Severity
from wheelcheck.rules.listing import counted, listed


def reason_of(gap: Gap) -> str:
    """Say what may provide the symbols."""
    first = repr(gap.names[0]) if len(gap.names) == 1 else f"first: {gap.names[0]!r}"
    count = f"{counted(len(gap.names), 'undefined symbol')} ({first})"
    if not gap.providers:
        return f"{count} must come from the program that loads this plug-in"
    verb = "was" if len(gap.providers) == 1 else "were"
    return f"{count} may come from {listed(gap.providers)}, which {verb} not given"


def effect_of(gap: Gap, platform: str) -> tuple[Severity, str]:
    """Say how serious it is to use a library of the host without a need for it, and why."""
    missing = " without that library in DT_NEEDED"
    if gap.later is not None:
        since = (
            f"which has it since {gap.later.since}" if len(gap.names) == 1 else "which has them only later"
        )
        host = f"{gap.later.host}, on which {platform} must run, has {gap.later.has}"
        return Severity.WARNING, f", {since}; {host}"
    if gap.fate is Fate.PLUGIN:
        return Severity.WARNING, f"{missing}; it fails to load unless its program has loaded that library"
    if gap.failing:
        return Severity.WARNING, f"{missing}; the Python of {listed(gap.failing)} does not load it"
    return Severity.NOTE, f"{missing}; it works because Python loads that library"


def some(names: Sequence[str]) -> str:
    """Name the first of several symbols."""
    return f"{names[0]!r} and {len(names) - 1} more" if len(names) > 1 else repr(names[0])
