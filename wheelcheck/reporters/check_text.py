"""Text for people: findings grouped by cause, and always how much was checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from wheelcheck.model import Evidence, Finding, IgnoredFinding, Incomplete, Severity, SkippedCheck
from wheelcheck.report import Checked, Report, SetReport, Verdict, WheelReport
from wheelcheck.reporters.causes import causes
from wheelcheck.reporters.formats import Detail, Stages
from wheelcheck.reporters.lines import Lines, count, named
from wheelcheck.reporters.probing import probe_lines

SHOWN = 8
"""Members or messages of one cause that are listed without `-v`."""

LONG = 100
"""Length above which an enumeration is easier to read with one item per line."""

_SAID = "output"
"""Label of what a program said: sentences, not names."""
_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "blue"}
_VERDICT_COLORS = {Verdict.PASS: "green", Verdict.FAIL: "red", Verdict.INCOMPLETE: "magenta"}


def render(report: Report, detail: Detail) -> str:
    """Render a report as text."""
    return render_wheels(report, detail) + render_end(report, detail)


def render_wheels(report: Report, detail: Detail) -> str:
    """Render what was found in each wheel."""
    lines = Lines(color=detail.color)
    for wheel in report.wheels:
        _add_wheel(lines, report, wheel, detail)
    return lines.text()


def render_end(report: Report, detail: Detail) -> str:
    """Render what was found in the wheels together, and the summary."""
    lines = Lines(color=detail.color)
    _add_release(lines, report, detail)
    if not detail.quiet:
        _add_summary(lines, report, detail)
    return lines.text()


STAGES = Stages(render_wheels, render_end)


def _add_wheel(lines: Lines, report: Report, wheel: WheelReport, detail: Detail) -> None:
    verdict = report.verdict(wheel)
    findings = _wanted(wheel.findings, report, detail)
    skipped = _wanted_skips(wheel.not_checked, report, detail)
    if detail.quiet and verdict is Verdict.PASS:
        return
    lines.add(
        0, f"{wheel.file}: ", verdict.value, f"{_remarks(wheel)} ({_looked(wheel)})",
        color=_VERDICT_COLORS[verdict],
    )  # fmt: skip
    if not detail.quiet:
        for line in probe_lines(wheel.probe):
            lines.add(1, line)
    _add_failures(lines, wheel.incomplete)
    _add_findings(lines, findings, detail)
    _add_skips(lines, skipped)
    if detail.verbosity:
        _add_ignored(lines, wheel.ignored)
    if findings or skipped or wheel.incomplete or wheel.probe or (detail.verbosity and wheel.ignored):
        lines.blank()


def _remarks(wheel: WheelReport) -> str:
    """Say next to the verdict what it does not cover as a whole."""
    remarks = [f", probe not run ({wheel.not_probed})"] if wheel.not_probed else []
    formats = sorted(set(filter(None, wheel.checked.unread)))
    if formats:
        number = count(len(wheel.checked.unread), "binary", "binaries")
        remarks.append(f", {number} not read ({', '.join(formats)})")
    return "".join(remarks)


def _looked(wheel: WheelReport) -> str:
    checked = wheel.checked
    parts = [count(checked.members, "member")]
    if checked.binaries or not checked.unread:
        parts.insert(0, count(checked.binaries, "binary", "binaries"))
    if wheel.contract:
        parts.append(f"contract {wheel.contract}")
    return ", ".join(parts)


def _add_release(lines: Lines, report: Report, detail: Detail) -> None:
    release = report.release
    findings = _wanted(release.findings, report, detail)
    skipped = _wanted_skips(release.not_checked, report, detail)
    ignored = release.ignored if detail.verbosity else ()
    if findings or skipped or ignored or release.incomplete:
        verdict = report.verdict(release)
        what = f"the set of {count(len(report.wheels), 'wheel')}: "
        lines.add(0, what, verdict.value, color=_VERDICT_COLORS[verdict])
        _add_failures(lines, release.incomplete)
        _add_findings(lines, findings, detail)
        _add_skips(lines, skipped)
        _add_ignored(lines, ignored)
        lines.blank()


def _wanted(findings: Iterable[Finding], report: Report, detail: Detail) -> list[Finding]:
    """Choose what to print: notes only with `-v`; with `-q`, only what fails the run."""
    least = Severity.NOTE if detail.verbosity else Severity.WARNING
    if detail.quiet or report.fail_on.rank < least.rank:
        least = report.fail_on
    return [finding for finding in findings if finding.severity.at_least(least)]


def _wanted_skips(
    skips: tuple[SkippedCheck, ...], report: Report, detail: Detail
) -> tuple[SkippedCheck, ...]:
    return skips if report.require_complete or (detail.verbosity and not detail.quiet) else ()


def _add_failures(lines: Lines, failures: Iterable[Incomplete]) -> None:
    for each in failures:
        lines.add(1, "", "could not complete", f": {each.reason}", color="magenta")
        if each.hint:
            lines.add(2, f"hint: {each.hint}")


def _add_findings(lines: Lines, findings: Iterable[Finding], detail: Detail) -> None:
    """Add one block per cause: its messages, each with the members that it applies to, then the hints."""
    for cause in causes(findings):
        limit = len(cause.statements) if detail.verbosity else SHOWN
        for statement in cause.statements[:limit]:
            label = f"{cause.severity.value}[{cause.rule}]"
            lines.add(1, "", label, f": {statement.message}", color=_COLORS[cause.severity])
            shown = {each.value for each in statement.evidence}
            places = [f"in {named(member)}" for member in statement.members if member not in shown]
            _add_list(lines, 2, places, detail)
            _add_evidence(lines, statement.evidence, detail)
        if len(cause.statements) > limit:
            lines.add(1, f"... and {len(cause.statements) - limit} more of {cause.rule}: -v lists all")
        _add_list(lines, 2, [f"hint: {hint}" for hint in cause.hints], detail)


def _add_ignored(lines: Lines, ignored: Iterable[IgnoredFinding]) -> None:
    """Add one block per rule and reason, with the members that each message applies to."""
    blocks: dict[tuple[str, str], dict[str, list[str]]] = {}
    for each in ignored:
        finding = each.finding
        messages = blocks.setdefault((finding.rule, each.reason), {})
        members = messages.setdefault(finding.message, [])
        if finding.location.member is not None:
            members.append(finding.location.member)
    for (rule, reason), messages in blocks.items():
        for message, members in messages.items():
            lines.add(1, "", f"ignored[{rule}]", f": {message}", color="bright_black")
            for member in members:
                lines.add(2, f"in {named(member)}")
        lines.add(2, f"reason: {reason}")


def _add_evidence(lines: Lines, evidence: Iterable[Evidence], detail: Detail) -> None:
    """Add labelled values; an enumeration has one item per line, under its label."""
    groups = [
        (label, [named(each.value) for each in group])
        for label, group in groupby(evidence, key=lambda each: each.label)
    ]
    limit = len(groups) if detail.verbosity else SHOWN
    for label, values in groups[:limit]:
        is_enumeration = len(values) == 1 and len(values[0]) > LONG and label != _SAID
        items = values[0].split(", ") if is_enumeration else values
        if len(items) == 1:
            lines.add(2, f"{label}: {items[0]}")
        else:
            lines.add(2, f"{label}:")
            _add_list(lines, 3, items, detail)
    if len(groups) > limit:
        lines.add(2, f"... and {len(groups) - limit} more: -v lists all")


def _add_list(lines: Lines, depth: int, items: Sequence[str], detail: Detail) -> None:
    limit = len(items) if detail.verbosity else SHOWN
    for item in items[:limit]:
        lines.add(depth, item)
    if len(items) > limit:
        lines.add(depth, f"... and {len(items) - limit} more: -v lists all")


def _add_skips(lines: Lines, skips: Iterable[SkippedCheck]) -> None:
    by_reason: dict[tuple[str, str], list[str]] = {}
    for skip in skips:
        members = by_reason.setdefault((skip.topic, skip.reason), [])
        if skip.member is not None:
            members.append(skip.member)
    for (rule, reason), members in by_reason.items():
        lines.add(1, "", f"not checked[{rule}]", f": {reason}", color="bright_black")
        for member in members:
            lines.add(2, f"in {named(member)}")


def _add_summary(lines: Lines, report: Report, detail: Detail) -> None:
    wheels = report.wheels
    if len(wheels) > 1:
        of_set = report.verdict(report.release)
        rest = "" if of_set is Verdict.PASS else f"; the set of them: {of_set.value}"
        lines.add(0, f"{len(wheels)} wheels: {', '.join(_verdicts(report))}{rest}")
    checked = [wheel.checked for wheel in wheels]
    failed = report.failures(unreadable=False)
    steps = f"{count(failed, 'step')} failed; " if failed else ""
    binaries = count(sum(each.binaries for each in checked), "binary", "binaries")
    passed_over = sum(len(each.unread) for each in checked)
    without_reader = f", {passed_over} without a reader" if passed_over else ""
    looked = f"{binaries} read{without_reader}, {report.failures(unreadable=True)} unreadable"
    ran = f"{steps}{_rules_run(checked, report.release)}"
    lines.add(0, f"{looked}; {ran}; {', '.join(_verdict_counts(report, detail))}")


def _verdicts(report: Report) -> list[str]:
    verdicts = [report.verdict(wheel) for wheel in report.wheels]
    parts = [f"{verdicts.count(each)} {each.value}" for each in _VERDICT_COLORS if each in verdicts]
    spared = sum(bool(wheel.not_probed) for wheel in report.wheels)
    return [*parts, f"probe not run on {spared}"] if spared else parts


def _rules_run(checked: Sequence[Checked], release: SetReport) -> str:
    """Count each rule once, however many wheels it ran on; one that ran on any of them was applicable."""
    parts: list[Checked | SetReport] = [*checked, release]
    ran = {slug for each in parts for slug in each.ran}
    not_applicable = {slug for each in parts for slug in each.not_applicable} - ran
    judged = sum(bool(each.ran or (release.ran and each.members)) for each in checked)
    of_all = "" if judged == len(checked) else f" of {len(checked)}"
    where = f" on {judged}{of_all} wheels" if len(checked) > 1 else ""
    return f"{count(len(ran), 'rule')} ran{where}, {len(not_applicable)} not applicable"


def _verdict_counts(report: Report, detail: Detail) -> list[str]:
    findings = report.all_findings()
    counts = {each: sum(finding.severity is each for finding in findings) for each in Severity}
    ignored = sum(len(part.ignored) for part in report.parts)
    skipped = sum(len(part.not_checked) for part in report.parts)
    listed = "" if detail.verbosity else " (-v lists them)"
    parts = [count(counts[Severity.ERROR], "error"), count(counts[Severity.WARNING], "warning")]
    if counts[Severity.NOTE]:
        parts.append(count(counts[Severity.NOTE], "note") + listed)
    parts.append(f"{ignored} ignored")
    if skipped:
        parts.append(f"{skipped} not checked{listed}")
    return parts
