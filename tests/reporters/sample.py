"""One report with something of everything, for the tests of every reporter."""

from __future__ import annotations

from wheelcheck.model import (
    Cause,
    Evidence,
    Finding,
    IgnoredFinding,
    Incomplete,
    Location,
    Severity,
    SkippedCheck,
)
from wheelcheck.report import Checked, Report, WheelReport

BROKEN = "sdk-1.0-cp312-cp312-manylinux_2_28_x86_64.whl"
HEALTHY = "tool-2.0-py3-none-any.whl"


def slugs(number: int) -> tuple[str, ...]:
    """Make the slugs of so many rules."""
    return tuple(f"rule-{each}" for each in range(number))


def finding(rule: str, severity: Severity, member: str | None, **overrides: object) -> Finding:
    """Make a finding whose message follows from its subject."""
    facts: dict[str, object] = {
        "subject": "/ci/lib",
        "message": "RUNPATH '/ci/lib' exists only on the build machine",
        "hint": "link with a path relative to $ORIGIN",
        "fingerprint": "0123456789abcdef",
    }
    facts.update(overrides)
    return Finding(rule=rule, severity=severity, location=Location(wheel=BROKEN, member=member), **facts)  # type: ignore[arg-type]  # keyword by keyword


def search_path(number: int) -> Finding:
    """Make one of many findings of one cause."""
    return finding("absolute-search-path", Severity.ERROR, f"sdk/lib/lib{number:02}.so")


MISSING = finding(
    "unresolved-dependency",
    Severity.ERROR,
    "sdk/lib/libx.so",
    subject="liby.so.2",
    message="needs 'liby.so.2', which is neither in this wheel nor allowed by manylinux_2_28",
    hint="vendor it, or declare the package that provides it",
    evidence=(
        Evidence(label="searched", value="sdk/lib"),
        Evidence(label="found", value="sdk/other/liby.so.2"),
    ),
)
UNBOUND = finding(
    "unbounded-native-dependency", Severity.NOTE, None, message="'torch' has no upper bound", hint=None
)
BYTECODE = finding("bytecode-shipped", Severity.WARNING, "sdk/x.pyc", message="ships bytecode", hint=None)


def broken_wheel(**overrides: object) -> WheelReport:
    """Make the report of a wheel with every kind of result but unreadable members."""
    facts: dict[str, object] = {
        "file": BROKEN,
        "sha256": "ab" * 32,
        "name": "sdk",
        "version": "1.0",
        "tags": ("cp312-cp312-manylinux_2_28_x86_64",),
        "contract": "default",
        "checked": Checked(binaries=14, members=120, ran=slugs(41)[:38], not_applicable=slugs(41)[38:]),
        "findings": (MISSING, BYTECODE, UNBOUND, *(search_path(number) for number in range(10))),
        "not_checked": (
            SkippedCheck(
                rule="undefined-symbol", member="sdk/lib/libx.so", reason="'liby.so.2' was not given"
            ),
        ),
        "ignored": (IgnoredFinding(finding=search_path(11), reason="moved by the installer"),),
    }
    facts.update(overrides)
    return WheelReport(**facts)  # type: ignore[arg-type]  # keyword by keyword


def healthy_wheel() -> WheelReport:
    """Make the report of a wheel without any finding."""
    return WheelReport(
        file=HEALTHY,
        name="tool",
        version="2.0",
        tags=("py3-none-any",),
        contract="default",
        checked=Checked(binaries=0, members=5, ran=slugs(41)[:20], not_applicable=slugs(41)[20:]),
    )


def unreadable_wheel() -> WheelReport:
    """Make the report of an archive that is cut."""
    reason = "'cut-1.0-py3-none-any.whl' ends before its central directory"
    failure = Incomplete(cause=Cause.UNREADABLE_WHEEL, member=None, reason=reason, hint="download it again")
    return WheelReport(file="cut-1.0-py3-none-any.whl", incomplete=(failure,))


def report(*wheels: WheelReport, **overrides: object) -> Report:
    """Make a report of these wheels."""
    return Report(version="0.1.0", wheels=wheels, **overrides)  # type: ignore[arg-type]  # keyword by keyword
