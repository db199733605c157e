"""The result of one run, complete enough for any reporter."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from wheelcheck.model import Finding, IgnoredFinding, Incomplete, Severity, SkippedCheck
from wheelcheck.probe.summary import ProbeSummary


class Verdict(enum.Enum):
    """Outcome of the audit of one wheel."""

    PASS = "pass"  # noqa: S105  # a verdict, not a password
    FAIL = "fail"
    INCOMPLETE = "incomplete"
    """Something could not be read, or a step failed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleInfo:
    """What a report contains about a rule, whether or not it found anything."""

    slug: str
    family: str
    severity: Severity
    summary: str
    scope: str
    """What the rule checks: `binary`, `wheel`, `set`, `ignores` or `probe`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """How much was checked."""

    binaries: int = 0
    unread: tuple[str, ...] = ()
    """Label of the format of each binary that no reader reads; '' when the format is unknown."""
    members: int = 0
    ran: tuple[str, ...] = ()
    """Slugs of the rules that ran, in the order in which they ran."""
    not_applicable: tuple[str, ...] = ()
    """Slugs of the rules that do not apply to the wheel: it has no binary of their formats."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WheelReport:
    """All results for one wheel."""

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
    incomplete: tuple[Incomplete, ...] = ()
    probe: ProbeSummary | None = None
    not_probed: str = ""
    """Why a requested probe did not run although nothing failed, in a few words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SetReport:
    """Results of the rules about all wheels of the run together."""

    ran: tuple[str, ...] = ()
    """Slugs of the rules that ran."""
    not_applicable: tuple[str, ...] = ()
    """Slugs of the rules that did not: there is one wheel, without siblings."""
    findings: tuple[Finding, ...] = ()
    not_checked: tuple[SkippedCheck, ...] = ()
    ignored: tuple[IgnoredFinding, ...] = ()
    incomplete: tuple[Incomplete, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The result of one run."""

    version: str
    """Of wheelcheck."""
    rules: tuple[RuleInfo, ...] = ()
    """Every rule that was selected, sorted by slug."""
    wheels: tuple[WheelReport, ...]
    """In the order in which the wheels were given."""
    release: SetReport = field(default_factory=SetReport)
    fail_on: Severity = Severity.ERROR
    require_complete: bool = False

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings at or above `fail_on`, 3 could not complete; 3 takes precedence over 1."""
        if any(map(self._is_incomplete, self.parts)):
            return 3
        if any(finding.severity.at_least(self.fail_on) for finding in self.all_findings()):
            return 1
        return 0

    def verdict(self, part: WheelReport | SetReport) -> Verdict:
        """Judge one wheel of the report, or the set."""
        if self._is_incomplete(part):
            return Verdict.INCOMPLETE
        failed = any(finding.severity.at_least(self.fail_on) for finding in part.findings)
        return Verdict.FAIL if failed else Verdict.PASS

    @property
    def parts(self) -> tuple[WheelReport | SetReport, ...]:
        """The wheels in order, then the set."""
        return (*self.wheels, self.release)

    def failures(self, *, unreadable: bool) -> int:
        """Count what could not be read, or else the steps that failed."""
        causes = (each.cause for part in self.parts for each in part.incomplete)
        return sum(cause.is_unreadable is unreadable for cause in causes)

    def all_findings(self) -> tuple[Finding, ...]:
        """Every finding, wheels in order, then those about the set."""
        return tuple(finding for part in self.parts for finding in part.findings)

    def _is_incomplete(self, part: WheelReport | SetReport) -> bool:
        return bool(part.incomplete) or (self.require_complete and bool(part.not_checked))
