"""JSON, schema version 1: an interface; `check.schema.json` and `show.schema.json` publish it."""

from __future__ import annotations

import json
from typing import Any

from wheelcheck.model import (
    EVERY_RULE,
    Finding,
    IgnoredFinding,
    Report,
    Severity,
    SkippedCheck,
    Unreadable,
    WheelReport,
)
from wheelcheck.reporters.escape import encodable

SCHEMA_VERSION = 1


def render_check(report: Report) -> str:
    """Render the report of `check`."""
    return dump(check_document(report))


def dump(document: dict[str, Any]) -> str:
    """Render one document: ASCII only, so that no stream's encoding can change or break it."""
    return json.dumps(encodable(document), indent=2) + "\n"


def check_document(report: Report) -> dict[str, Any]:
    """Give the document of `check --format json`."""
    wheels = [_wheel(wheel, report.verdict(wheel)) for wheel in report.wheels]
    release_not_checked = _not_checked(report.release_unreadable, report.release_not_checked)
    not_checked = sum(len(wheel["not_checked"]) for wheel in wheels) + len(release_not_checked)
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "wheelcheck", "version": report.version},
        "summary": {
            "wheels": len(wheels),
            "errors": _count(report, Severity.ERROR),
            "warnings": _count(report, Severity.WARNING),
            "notes": _count(report, Severity.NOTE),
            "not_checked": not_checked,
            "ignored": sum(len(wheel.ignored) for wheel in report.wheels),
            "exit_code": report.exit_code,
        },
        "wheels": wheels,
        "release_findings": [_finding(finding) for finding in report.release_findings],
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
            "rules": wheel.checked.rules,
            "rules_not_applicable": wheel.checked.rules_not_applicable,
            "unreadable": len(wheel.unreadable),
        },
        "findings": [_finding(finding) for finding in wheel.findings],
        "not_checked": _not_checked(wheel.unreadable, wheel.not_checked),
        "ignored": [_ignored(ignored) for ignored in wheel.ignored],
        "probe": wheel.probe,
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


def _not_checked(
    unreadable: tuple[Unreadable, ...], skipped: tuple[SkippedCheck, ...]
) -> list[dict[str, Any]]:
    return [
        *({"rule": EVERY_RULE, "member": each.member, "reason": each.reason} for each in unreadable),
        *({"rule": each.rule, "member": each.member, "reason": each.reason} for each in skipped),
    ]


def _ignored(ignored: IgnoredFinding) -> dict[str, Any]:
    finding = ignored.finding
    return {"rule": finding.rule, "member": finding.location.member, "reason": ignored.reason}
