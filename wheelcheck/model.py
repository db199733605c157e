"""Severities, problems, findings and reports: what rules say and what reporters print."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any


class Severity(enum.Enum):
    """How much a finding weighs; maps one-to-one to SARIF levels."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """Position in the order of weight: note 0, warning 1, error 2."""
        return _RANKS[self]

    def at_least(self, other: Severity) -> bool:
        """Whether this severity weighs as much as `other` or more."""
        return self.rank >= other.rank


EVERY_RULE = "*"
"""Stands for the rule of a skipped check where no rule could look."""

_RANKS = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.ERROR: 2}


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One labelled value that supports a finding."""

    label: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """What a rule yields; the engine stamps slug, wheel and (for binary rules) member."""

    subject: str
    """The exact thing at fault: a path entry, a symbol, a soname. Sorts and fingerprints."""
    message: str
    """One sentence, present tense, no full stop: the named thing, found vs expected."""
    hint: str | None = None
    """One action, imperative."""
    member: str | None = None
    """Archive member; a binary rule leaves it to the engine."""
    severity: Severity | None = None
    """Set only where the catalogue gives this case another weight than the rule's own."""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class NotChecked:
    """A rule could not decide, and why."""

    reason: str
    member: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Location:
    """Where a finding stands."""

    wheel: str
    member: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One fault, as reported."""

    rule: str
    severity: Severity
    location: Location
    subject: str
    message: str
    hint: str | None = None
    evidence: tuple[Evidence, ...] = ()
    fingerprint: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SkippedCheck:
    """A rule that did not decide, as reported."""

    rule: str
    member: str | None
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class IgnoredFinding:
    """A finding that an ignore took away, with the ignore's reason."""

    finding: Finding
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Unreadable:
    """A member, or the whole wheel, that could not be read: exit 3."""

    member: str | None
    reason: str
    hint: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """How much was looked at."""

    binaries: int = 0
    members: int = 0
    rules: int = 0
    rules_not_applicable: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class WheelReport:
    """Everything said about one wheel."""

    file: str
    sha256: str | None = None
    name: str | None = None
    version: str | None = None
    tags: tuple[str, ...] = ()
    contract: str | None = None
    checked: Checked = field(default_factory=Checked)
    findings: tuple[Finding, ...] = ()
    not_checked: tuple[SkippedCheck, ...] = ()
    ignored: tuple[IgnoredFinding, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    probe: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The result of one run."""

    version: str
    wheels: tuple[WheelReport, ...]
    release_findings: tuple[Finding, ...] = ()
    release_not_checked: tuple[SkippedCheck, ...] = ()
    release_unreadable: tuple[Unreadable, ...] = ()
    """Rules about the set that broke."""
    fail_on: Severity = Severity.ERROR
    require_complete: bool = False

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings at or above `fail_on`, 3 could not complete; 3 wins over 1."""
        release_is_incomplete = self.release_unreadable or (
            self.require_complete and self.release_not_checked
        )
        if release_is_incomplete or any(self.is_incomplete(wheel) for wheel in self.wheels):
            return 3
        if any(finding.severity.at_least(self.fail_on) for finding in self.all_findings()):
            return 1
        return 0

    def is_incomplete(self, wheel: WheelReport) -> bool:
        """Whether this wheel could not be judged as a whole."""
        return bool(wheel.unreadable) or (self.require_complete and bool(wheel.not_checked))

    def verdict(self, wheel: WheelReport) -> str:
        """Give `pass`, `fail` or `incomplete` for one wheel."""
        if self.is_incomplete(wheel):
            return "incomplete"
        failed = any(finding.severity.at_least(self.fail_on) for finding in wheel.findings)
        return "fail" if failed else "pass"

    def all_findings(self) -> tuple[Finding, ...]:
        """Every finding, wheels in order, then those about the set."""
        return (
            *(finding for wheel in self.wheels for finding in wheel.findings),
            *self.release_findings,
        )
