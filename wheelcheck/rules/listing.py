"""Text of findings about several members."""

from __future__ import annotations

from collections.abc import Sequence

from wheelcheck.model import Evidence, Problem, Severity

_SHOWN = 3
_LONGEST, _HEAD, _TAIL = 1000, 200, 60
_MOST = 10_000
"""Limits the report about a hostile wheel; no genuine list is that long. Reporters choose what to show."""


def listed(names: Sequence[str]) -> str:
    """Return the first names, quoted, and the number of the rest."""
    shown = ", ".join(repr(shortened(name)) for name in names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else shown


def shortened(name: str) -> str:
    """Cut a name to a readable length; genuine names are shorter."""
    return name if len(name) <= _LONGEST else f"{name[:_HEAD]}...{name[-_TAIL:]}"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{number:,} {singular}" if number == 1 else f"{number:,} {plural or singular + 's'}"


def leading(names: Sequence[str]) -> str | None:
    """Return the member at which a finding is reported: the first one it names."""
    return names[0] if names else None


def problem_about(
    names: Sequence[str], *, message: str, hint: str, severity: Severity | None = None
) -> Problem:
    """Return one problem about one or more members, reported at the first and listing all of them."""
    return Problem(
        subject=names[0],
        message=message,
        hint=hint,
        member=names[0],
        severity=severity,
        evidence=evidence(names),
    )


def evidence(names: Sequence[str], label: str = "member") -> tuple[Evidence, ...]:
    """Return the names as evidence, unless there is only one."""
    return values(names, label) if len(names) > 1 else ()


def values(found: Sequence[str], label: str) -> tuple[Evidence, ...]:
    """Return every value under one label; a last row counts those beyond the limit."""
    shown = tuple(Evidence(label=label, value=shortened(value)) for value in found[:_MOST])
    rest = len(found) - _MOST
    return (*shown, Evidence(label=label, value=f"and {rest:,} more")) if rest > 0 else shown
