"""Ignores applied to findings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from wheelcheck.contract.model import Contract, Ignore
from wheelcheck.model import Finding, IgnoredFinding


@dataclass(frozen=True, kw_only=True, slots=True)
class IgnoreOutcome:
    """Outcome of applying the ignores of one contract to the findings of one wheel."""

    kept: tuple[Finding, ...]
    ignored: tuple[IgnoredFinding, ...]
    unused: tuple[Ignore, ...]
    """Matched no finding."""
    expired: tuple[Ignore, ...]
    """Past their date: their findings are kept."""


def apply_ignores(findings: Iterable[Finding], contract: Contract, today: dt.date) -> IgnoreOutcome:
    """Split findings into kept and ignored; the first ignore in force that matches provides the reason."""
    expired = tuple(
        ignore for ignore in contract.ignores if ignore.expires is not None and ignore.expires <= today
    )
    in_force = [ignore for ignore in contract.ignores if ignore not in expired]
    used = set()
    kept: list[Finding] = []
    ignored: list[IgnoredFinding] = []
    for finding in findings:
        matching = [index for index, ignore in enumerate(in_force) if _matches(ignore, finding)]
        used.update(matching)
        if matching:
            ignored.append(IgnoredFinding(finding=finding, reason=in_force[matching[0]].reason))
        else:
            kept.append(finding)
    return IgnoreOutcome(
        kept=tuple(kept),
        ignored=tuple(ignored),
        unused=tuple(ignore for index, ignore in enumerate(in_force) if index not in used),
        expired=expired,
    )


def _matches(ignore: Ignore, finding: Finding) -> bool:
    return (
        ignore.rule == finding.rule
        and fnmatchcase(finding.location.member or "", ignore.member)
        and fnmatchcase(finding.subject, ignore.subject)
    )
