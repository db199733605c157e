"""Findings grouped by cause: what would be fixed in one go is shown together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from wheelcheck.model import Evidence, Finding, Severity


@dataclass(slots=True)
class Statement:
    """One message, and the members that it applies to."""

    message: str
    evidence: tuple[Evidence, ...]
    members: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Cause:
    """Statements of one rule that share a fix: their hints are the same, or overlap."""

    rule: str
    severity: Severity
    statements: list[Statement] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)

    def add(self, statements: Iterable[Statement], hints: Iterable[str]) -> None:
        """Add statements and their hints; each hint is kept once."""
        self.statements.extend(statements)
        self.hints = list(dict.fromkeys([*self.hints, *hints]))


def causes(findings: Iterable[Finding]) -> Iterator[Cause]:
    """Group findings by severity, highest first, then by rule; the order within a rule is kept."""
    ordered = sorted(findings, key=lambda finding: (-finding.severity.rank, finding.rule))
    for (rule, severity), group in groupby(ordered, key=lambda finding: (finding.rule, finding.severity)):
        yield from _clusters(rule, severity, _statements(group))


def _statements(findings: Iterable[Finding]) -> Iterable[Statement]:
    found: dict[tuple[str, tuple[Evidence, ...]], Statement] = {}
    for finding in findings:
        key = (finding.message, finding.evidence)
        statement = found.setdefault(key, Statement(finding.message, finding.evidence))
        if finding.location.member is not None:
            statement.members.append(finding.location.member)
        if finding.hint is not None and finding.hint not in statement.hints:
            statement.hints.append(finding.hint)
    return found.values()


def _clusters(rule: str, severity: Severity, statements: Iterable[Statement]) -> Iterable[Cause]:
    """Join statements that have hints in common."""
    clusters: dict[int, Cause] = {}
    home: dict[str, int] = {}
    for number, statement in enumerate(statements):
        # Without a hint, the rule itself is what the statements have in common.
        hints = statement.hints or [""]
        known = list(dict.fromkeys(home[hint] for hint in hints if hint in home))
        target = known[0] if known else number
        cause = clusters.setdefault(target, Cause(rule, severity))
        for other in known[1:]:
            absorbed = clusters.pop(other)
            cause.add(absorbed.statements, absorbed.hints)
            home.update((hint, target) for hint in absorbed.hints)
        cause.add([statement], statement.hints)
        home.update((hint, target) for hint in hints)
    return clusters.values()
