"""JSON, schema version 1: an interface; `check.schema.json` and `show.schema.json` publish it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from wheelcheck.model import Finding, IgnoredFinding, Incomplete, Severity, SkippedCheck, Topic
from wheelcheck.probe.summary import ProbeSummary
from wheelcheck.report import Report, SetReport, WheelReport
from wheelcheck.reporters.formats import Detail, Need
from wheelcheck.reporters.jsontext import dump

NEEDS = frozenset({Need.WHEEL_SHA256})


def render(report: Report, detail: Detail) -> str:
    """Render the whole report."""
    del detail
    return dump(check_document(report))


def check_document(report: Report) -> dict[str, Any]:
    """Give the document of `check --format json`."""
    wheels = [_wheel(wheel, report.verdict(wheel).value) for wheel in report.wheels]
    release_not_checked = _not_checked(report.release)
    not_checked = sum(len(wheel["not_checked"]) for wheel in wheels) + len(release_not_checked)
    return {
        "tool": {"name": "wheelcheck", "version": report.version},
        "summary": {
            "wheels": len(wheels),
            "errors": _count(report, Severity.ERROR),
            "warnings": _count(report, Severity.WARNING),
            "notes": _count(report, Severity.NOTE),
            "not_checked": not_checked,
            "ignored": sum(len(part.ignored) for part in report.parts),
            "exit_code": report.exit_code,
        },
        "wheels": wheels,
        "release_findings": [_finding(finding) for finding in report.release.findings],
        "release_not_checked": release_not_checked,
    }


def _count(report: Report, severity: Severity) -> int:
    return sum(finding.severity is severity for finding in report.all_findings())


def _wheel(wheel: WheelReport, verdict: str) -> dict[str, Any]:
    return {
        "file": wheel.file,
        "sha256": wheel.sha256,
        "name": wheel.name,
        "version": wheel.version,
        "tags": list(wheel.tags),
        "contract": wheel.contract,
        "verdict": verdict,
        "checked": {
            "binaries": wheel.checked.binaries,
            "members": wheel.checked.members,
            "rules": len(wheel.checked.ran),
            "rules_not_applicable": len(wheel.checked.not_applicable),
            "unreadable": sum(each.cause.is_unreadable for each in wheel.incomplete),
        },
        "findings": [_finding(finding) for finding in wheel.findings],
        "not_checked": _not_checked(wheel),
        "ignored": [_ignored(ignored) for ignored in wheel.ignored],
        "probe": None if wheel.probe is None else _probe(wheel.probe),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "member": finding.location.member,
        "subject": finding.subject,
        "message": finding.message,
        "hint": finding.hint,
        "evidence": [{"label": each.label, "value": each.value} for each in finding.evidence],
        "fingerprint": finding.fingerprint,
    }


def _not_checked(part: WheelReport | SetReport) -> list[dict[str, Any]]:
    failures: Iterable[Incomplete] = part.incomplete
    skipped: Iterable[SkippedCheck] = part.not_checked
    return [
        *(
            {"rule": Topic.EVERY_RULE.value, "member": each.member, "reason": each.reason}
            for each in failures
        ),
        *({"rule": each.topic, "member": each.member, "reason": each.reason} for each in skipped),
    ]


def _probe(probe: ProbeSummary) -> dict[str, Any]:
    """Give the main component's fields, followed by those of the whole probe."""
    document: dict[str, Any] = msgspec.to_builtins(probe)
    return {**document.pop("main"), **document}


def _ignored(ignored: IgnoredFinding) -> dict[str, Any]:
    finding = ignored.finding
    return {"rule": finding.rule, "member": finding.location.member, "reason": ignored.reason}
