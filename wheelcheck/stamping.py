"""What rules say about one subject, stamped: slug, severity, place, fingerprint; and rules that break."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from wheelcheck.binary.model import Binary
from wheelcheck.contract.model import Contract
from wheelcheck.model import (
    Finding,
    IgnoredFinding,
    Location,
    NotChecked,
    Problem,
    Severity,
    SkippedCheck,
    Unreadable,
)
from wheelcheck.rules.base import Rule, Scope
from wheelcheck.rules.scene import Scene

CONTRACT_OFF = "switched off by the contract's severities"


class Run:
    """Results of the rules that ran on one subject so far."""

    def __init__(self, wheel: str, contract: Contract | None) -> None:
        self.wheel = wheel
        self.severities = contract.severities if contract is not None else {}
        self.findings: list[Finding] = []
        self.ignored: list[IgnoredFinding] = []
        self.skipped: list[SkippedCheck] = []
        self.broken: list[Unreadable] = []
        self.ran = 0
        self.not_applicable = 0

    def reported(self) -> frozenset[str]:
        """Slugs of the rules that found something."""
        return frozenset(finding.rule for finding in self.findings)

    def take(self, rule: Rule, results: Iterable[Problem | NotChecked], member: str | None = None) -> None:
        """Take in what a rule says; one that breaks on the way keeps what it said before."""
        try:
            for result in results:
                self._take_one(rule, result, member)
        except Exception as exc:  # noqa: BLE001  # a rule that breaks must not hide what others found
            reason = f"rule {rule.slug!r} broke: {type(exc).__name__}: {exc}"
            hint = "this is a fault of wheelcheck; report it with the wheel's name"
            self.broken.append(Unreadable(member=member, reason=reason, hint=hint))

    def _take_one(self, rule: Rule, result: Problem | NotChecked, member: str | None) -> None:
        where = result.member if result.member is not None else member
        if isinstance(result, NotChecked):
            self.skipped.append(SkippedCheck(rule=rule.slug, member=where, reason=result.reason))
            return
        level = self.severities.get(rule.slug)
        finding = Finding(
            rule=rule.slug,
            severity=Severity(level) if level not in {None, "off"} else result.severity or rule.severity,
            location=Location(wheel=self.wheel, member=where),
            subject=_bounded(result.subject),
            message=_bounded(result.message),
            hint=result.hint,
            evidence=result.evidence,
            fingerprint=fingerprint(rule.slug, where, result.subject),
        )
        if level == "off":
            self.ignored.append(IgnoredFinding(finding=finding, reason=CONTRACT_OFF))
        else:
            self.findings.append(finding)


def _bounded(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def run_rule(rule: Rule, scene: Scene, run: Run) -> None:
    """Run one rule about a wheel or its binaries, unless its ground is already reported."""
    blockers = sorted(rule.requires & run.reported())
    if blockers:
        run.skipped.append(
            SkippedCheck(rule=rule.slug, member=None, reason=f"{', '.join(blockers)} was reported")
        )
        return
    if rule.scope is Scope.WHEEL:
        if rule.formats and not any(binary.format in rule.formats for binary in scene.wheel.binaries):
            run.not_applicable += 1
            return
        run.take(rule, rule.check(scene))
    elif rule.scope is Scope.BINARY:
        binaries = [binary for binary in scene.wheel.binaries if binary.format in rule.formats]
        if not binaries:
            run.not_applicable += 1
            return
        _run_on_binaries(rule, binaries, scene, run)
    else:
        return
    run.ran += 1


def _run_on_binaries(rule: Rule, binaries: list[Binary], scene: Scene, run: Run) -> None:
    for binary in binaries:
        run.take(rule, rule.check(binary, scene), binary.member)


def order(finding: Finding) -> tuple[str, str, str, str]:
    """Key of the total order of a wheel's findings."""
    return (finding.location.member or "", finding.rule, finding.subject, finding.message)


_VERSION_PARTS = re.compile(r"(?<=-)[^-/]+(?=\.(?:dist-info|data)(?:/|\Z))|-[0-9a-f]{8}(?=[.-])")
"""Of dist-info and data folders, and repair hashes; a wheel may hold one library in two versions."""
_LONGEST = 8192
"""Characters of a message or subject: bounds what one hostile name makes of a report."""


def fingerprint(rule: str, member: str | None, subject: str) -> str:
    """Identity of a finding across releases: rule, member and subject without what a release changes."""
    stable = "\0".join((rule, _VERSION_PARTS.sub("", member or ""), _VERSION_PARTS.sub("", subject)))
    return hashlib.sha256(stable.encode("utf-8", "backslashreplace")).hexdigest()[:16]
