"""Every pair of `fixtures/defects`: the bad wheel is reported for its fault alone, the good one is clean."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from tests.support.golden import assert_golden
from tests.support.pairs import audit_description, load_pair, pair_slugs
from wheelcheck.model import Finding, Severity
from wheelcheck.report import WheelReport
from wheelcheck.rules.catalogue import discover

Reports = Callable[[], dict[str, tuple[WheelReport, WheelReport]]]
RULES = {rule.slug: rule for rule in discover()}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """Return what audits the good and the bad wheel of every pair, with every rule, when first asked."""

    @cache
    def audited() -> dict[str, tuple[WheelReport, WheelReport]]:
        found = {}
        for slug in pair_slugs():
            folder = tmp_path_factory.mktemp(slug)
            good, bad = load_pair(slug)
            found[slug] = (audit_description(good, folder / "good"), audit_description(bad, folder / "bad"))
        return found

    return audited


def test_every_rule_over_every_fixture(reports: Reports) -> None:
    """What all rules say about all fixtures is the reviewed text; cross-fire is a diff."""
    lines: list[str] = []
    for slug, (good, bad) in sorted(reports().items()):
        lines += [f"{slug}/good", *_lines(good), f"{slug}/bad", *_lines(bad), ""]

    assert_golden("matrix.txt", "\n".join(lines))


@pytest.mark.parametrize("slug", pair_slugs())
def test_bad_wheel_is_reported(slug: str, reports: Reports) -> None:
    """The bad wheel has a finding of its rule, with the severity in the catalogue."""
    bad = load_pair(slug)[1]
    found = {finding.severity for finding in reports()[slug][1].findings if finding.rule == slug}
    rule = RULES[slug]
    expected = {rule.severity}
    if bad.get("contract", "default") != "default" and rule.contract_severity is not None:
        expected = {rule.contract_severity}
    if "severity" in bad:
        expected = {Severity(bad["severity"])}

    assert expected == found


@pytest.mark.parametrize("slug", pair_slugs())
def test_bad_wheel_has_no_other_fault(slug: str, reports: Reports) -> None:
    """Rules about other faults stay silent, but for those that the pair lists, and every file is read."""
    good, bad = reports()[slug]
    notes = {each.rule for each in good.findings}
    listed = {slug, *load_pair(slug)[1].get("expect", [])}

    assert [] == [_line(each) for each in bad.findings if each.rule not in listed | notes]
    assert () == bad.incomplete
    assert listed == {each.rule for each in bad.findings} - (notes - listed)


@pytest.mark.parametrize("slug", pair_slugs())
def test_good_wheel_is_clean(slug: str, reports: Reports) -> None:
    """The good wheel has neither errors nor warnings, its own rule says nothing, and every file is read."""
    good = reports()[slug][0]
    unwanted = [each for each in good.findings if each.severity is not Severity.NOTE or each.rule == slug]

    assert [] == [_line(each) for each in unwanted]
    assert () == good.incomplete


def _lines(report: WheelReport) -> list[str]:
    return [
        *(f"  {_line(each)}" for each in report.findings),
        *(f"  ignored {_line(each.finding)}" for each in report.ignored),
        *(f"  unreadable {each.member}: {each.reason}" for each in report.incomplete),
        *(f"  not checked {each.topic} {each.member or '-'}: {each.reason}" for each in report.not_checked),
    ]


def _line(finding: Finding) -> str:
    severity, member = finding.severity.value, finding.location.member or "-"
    return f"{severity} {finding.rule} {member}: {finding.subject!r}: {finding.message}"
