"""Words for findings that name several members at once."""

from __future__ import annotations

from collections.abc import Sequence

from wheelcheck.model import Evidence, Problem, Severity

_SHOWN = 3
_LONGEST, _HEAD, _TAIL = 1000, 200, 60
_MOST = 10_000
"""Bounds a report about a hostile wheel; no honest list is that long. The reporters choose what to show."""


def listed(names: Sequence[str]) -> str:
    """Give the first names, quoted, and how many more there are."""
    shown = ", ".join(repr(shortened(name)) for name in names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown


def shortened(name: str) -> str:
    """Give a name in a length that can be read; no honest one is longer."""
    return name if len(name) <= _LONGEST else f"{name[:_HEAD]}...{name[-_TAIL:]}"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """Give a number with its noun."""
    return f"{number} {singular}" if number == 1 else f"{number} {plural or singular + 's'}"


def leading(names: Sequence[str]) -> str | None:
    """Give the member that a finding stands at: the first of those that it names."""
    return names[0] if names else None


def problem_about(
    names: Sequence[str], *, message: str, hint: str, severity: Severity | None = None
) -> Problem:
    """Give one problem of several members, at least one: it stands at the first and lists all of them."""
    return Problem(
        subject=names[0],
        message=message,
        hint=hint,
        member=names[0],
        severity=severity,
        evidence=evidence(names),
    )


def evidence(names: Sequence[str], label: str = "member") -> tuple[Evidence, ...]:
    """Give the names of a finding about several."""
    return values(names, label) if len(names) > 1 else ()


def values(found: Sequence[str], label: str) -> tuple[Evidence, ...]:
    """Give every value under one label; what is beyond the bound is counted in a last row."""
    shown = tuple(Evidence(label=label, value=shortened(value)) for value in found[:_MOST])
    rest = len(found) - _MOST
    return (*shown, Evidence(label=label, value=f"and {rest} more")) if rest > 0 else shown
