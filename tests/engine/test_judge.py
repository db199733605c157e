"""What a judge does with rules of every scope, on subjects made in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import NoReturn

import pytest

from tests.engine.conftest import make_rule, metadata
from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary, Format
from wheelcheck.judging import COMMAND_LINE_IGNORE, Judge, in_order
from wheelcheck.model import Cause, IgnoredFinding, Incomplete, NotChecked, Problem, SkippedCheck
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.rules.base import BinaryRule, IgnoresRule, ProbeRule, Rule, SetRule, WheelRule
from wheelcheck.rules.catalogue import discover
from wheelcheck.subject import Release, Subject

TODAY = dt.date(2030, 1, 1)
NATIVE = frozenset(Format)
MACHO = frozenset({Format.MACHO})


def judge(*rules: Rule, ignore: tuple[str, ...] = ()) -> Judge:
    return Judge(rules, ignore=ignore, today=TODAY)


def says(*subjects: str) -> Iterator[Problem]:
    yield from (Problem(subject=each, message="is there") for each in subjects)


def of_set(release: Release) -> Iterator[Problem | NotChecked]:
    """Find two things, the later one first, and leave one undecided."""
    yield from says("b", "a")
    yield NotChecked(reason=f"{len(release.subjects)} wheels are opaque")


def of_wheel(_: Subject) -> Iterator[Problem]:
    """Find two things, the later one first."""
    return says("b", "a")


def of_binary(binary: Binary, subject: Subject) -> Iterator[Problem]:
    """Name the slice that it is given."""
    return says(f"{subject.wheel.name} {binary.slice}")


def fails(*_: object) -> NoReturn:
    """Break without a result."""
    message = "no such thing"
    raise ValueError(message)


def broken(member: str | None) -> Incomplete:
    return Incomplete(
        cause=Cause.BROKEN_RULE,
        member=member,
        reason="rule 'ant' crashed: ValueError: no such thing",
        hint="report this bug in wheelcheck with the wheel's name",
    )


def universal() -> list[Binary]:
    """Make two slices of one Mach-O file."""
    return [
        make_binary("pair/_x.so", format=Format.MACHO, slice=arch, arch="x86_64")
        for arch in ("x86_64", "arm64")
    ]


TWO = Release(subjects=(make_subject(), make_subject()))
SET = SetRule(check=of_set, **metadata("set"))


def test_set_report_has_all_that_its_rules_say() -> None:
    """In order, about no wheel of its own; what is ignored keeps its reason."""
    report = judge(SET).judge_set(TWO)

    assert ["a", "b"] == [each.subject for each in report.findings]
    assert {("", None)} == {(each.location.wheel, each.location.member) for each in report.findings}
    assert (SkippedCheck(rule="set", member=None, reason="2 wheels are opaque"),) == report.not_checked
    assert ((), ()) == (report.ignored, report.incomplete)

    ignored = judge(SET, ignore=("set",)).judge_set(TWO)
    assert () == ignored.findings
    assert (
        tuple(IgnoredFinding(finding=each, reason=COMMAND_LINE_IGNORE) for each in report.findings)
        == ignored.ignored
    )


@pytest.mark.parametrize(
    ("release", "findings"),
    [
        (Release(subjects=(make_subject(),)), 0),
        (Release(subjects=(make_subject(siblings=[make_wheel(name="other")]),)), 2),
        (TWO, 2),
    ],
    ids=["one wheel", "with a sibling", "two wheels"],
)
def test_one_wheel_alone_is_not_a_set(release: Release, findings: int) -> None:
    """A sibling makes it one."""
    found = judge(SET).judge_set(release)

    assert findings == len(found.findings)
    assert (("set",) if findings else ()) == found.ran
    assert (() if findings else ("set",)) == found.not_applicable


def test_ignored_findings_are_in_order() -> None:
    """As findings are, whatever a rule yields first."""
    found = judge(make_rule("ant", of_wheel), ignore=("ant",)).judge(make_subject())

    assert ["a", "b"] == [each.finding.subject for each in found.ignored]


def test_each_slice_is_judged_and_named() -> None:
    """A finding about one slice is not about the other."""
    subject = make_subject(make_wheel(binaries=universal()))
    found = judge(BinaryRule(check=of_binary, **metadata("ant", MACHO))).judge(subject)

    assert [("pair arm64", "arm64"), ("pair x86_64", "x86_64")] == [
        (each.subject, each.location.slice) for each in found.findings
    ]
    assert (2, len(subject.wheel.members)) == (found.checked.binaries, found.checked.members)


def test_what_is_not_implemented_is_listed_by_format() -> None:
    """In the order of the formats' names, with how many binaries were left out."""
    binaries = [*universal(), make_binary("pair/x.dll", format=Format.PE), make_binary("pair/liba.so")]
    rule = BinaryRule(check=of_binary, **{**metadata("ant", NATIVE), "formats": frozenset({Format.ELF})})
    found = judge(rule).judge(make_subject(make_wheel(binaries=binaries)))

    assert [
        ("ant", "not implemented for Mach-O yet: 2 binaries were not checked"),
        ("ant", "not implemented for PE yet: 1 binary was not checked"),
    ] == [(each.rule, each.reason) for each in found.not_checked]
    assert 1 == len(found.findings)


def test_rule_about_another_format_is_not_applicable() -> None:
    """It is named, and did not run."""
    found = judge(make_rule("ant", of_wheel, formats=MACHO)).judge(make_subject())

    assert ((), ("ant",)) == (found.checked.ran, found.checked.not_applicable)


def test_probe_rule_sees_the_facts_and_the_subject() -> None:
    """It runs only where something was probed."""

    def check(facts: ProbeFacts, subject: Subject) -> Iterator[Problem]:
        return says(f"{facts.kept} {subject.wheel.name}")

    rule = judge(ProbeRule(check=check, **metadata("probe-ant")))

    assert ["here pair"] == [
        each.subject for each in rule.judge(make_subject(), ProbeFacts(kept="here")).findings
    ]
    assert ((), ()) == (rule.judge(make_subject()).findings, rule.judge(make_subject()).checked.ran)


def test_rules_come_after_those_that_they_require() -> None:
    """However long the chain is, and by name where nothing is required."""
    rules = [
        make_rule("a", of_wheel, requires=frozenset({"d"})),
        make_rule("b", of_wheel),
        make_rule("c", of_wheel, requires=frozenset({"absent"})),
        make_rule("d", of_wheel, requires=frozenset({"e", "b"})),
        make_rule("e", of_wheel, requires=frozenset({"z"})),
        make_rule("z", of_wheel),
    ]

    assert ["b", "c", "z", "e", "d", "a"] == [rule.slug for rule in in_order(rules)]


def test_rules_that_require_each_other_have_an_order() -> None:
    """The search for what comes first ends."""
    rules = [
        make_rule(slug, of_wheel, requires=frozenset({other})) for slug, other in (("a", "b"), ("b", "a"))
    ]

    assert {"a", "b"} == {rule.slug for rule in in_order(rules)}


def test_broken_rule_names_the_member() -> None:
    """A rule that fails on one binary goes on with the next."""

    def check(binary: Binary, subject: Subject) -> Iterator[Problem]:
        yield from of_binary(binary, subject)
        raise KeyError(binary.member)

    binaries = [make_binary("pair/liba.so"), make_binary("pair/libb.so")]
    rule = BinaryRule(check=check, **metadata("ant", frozenset({Format.ELF})))
    found = judge(rule).judge(make_subject(make_wheel(binaries=binaries)))

    assert ["pair/liba.so", "pair/libb.so"] == [each.member for each in found.incomplete]
    assert all(isinstance(each, Incomplete) for each in found.incomplete)
    assert 2 == len(found.findings)


@pytest.mark.parametrize(
    ("rule", "member"),
    [
        (BinaryRule(check=fails, **metadata("ant", frozenset({Format.ELF}))), "pair/liba.so"),
        (WheelRule(check=fails, **metadata("ant")), None),
        (ProbeRule(check=fails, **metadata("ant")), None),
        (IgnoresRule(check=fails, **metadata("ant")), None),
    ],
    ids=lambda each: each.scope.value if isinstance(each, Rule) else "",
)
def test_rule_that_breaks_before_its_first_result_keeps_the_report(rule: Rule, member: str | None) -> None:
    """A plain function raises when it is called, a generator only when it is read."""
    subject = make_subject(make_wheel(binaries=[make_binary("pair/liba.so")]))
    found = judge(rule, make_rule("bee", of_wheel)).judge(subject, ProbeFacts())

    assert ((broken(member),), 2) == (found.incomplete, len(found.findings))
    assert {"ant", "bee"} == set(found.checked.ran)


def test_rule_that_breaks_on_a_set_keeps_the_report() -> None:
    """As one about a wheel does."""
    report = judge(SetRule(check=fails, **metadata("ant")), SET).judge_set(TWO)

    assert ((broken(None),), 2) == (report.incomplete, len(report.findings))


def with_ignores(name: str, *subjects: str) -> Subject:
    """Make a wheel whose contract ignores findings about some subjects."""
    ignores = [{"rule": "text-relocation", "subject": each, "reason": "known"} for each in subjects]
    return make_subject(make_wheel(name=name), {"ignores": ignores})


def finds_own_name(subject: Subject) -> Iterator[Problem]:
    """Find what is called like the wheel."""
    return says(subject.wheel.name)


IGNORES = next(rule for rule in discover() if rule.slug == "unused-ignore")
OWN_NAME = WheelRule(check=finds_own_name, **metadata("text-relocation"))


def test_ignore_is_unused_if_no_wheel_of_the_run_uses_it() -> None:
    """One finding for all of them, and none while some wheel has the fault."""
    both = Judge((OWN_NAME, IGNORES), today=TODAY, wheels=2)
    subjects = [with_ignores(name, "one", "two", "none") for name in ("one", "two")]

    assert [] == [
        each.rule
        for subject in subjects
        for each in both.judge(subject).findings
        if each.rule != "text-relocation"
    ]
    found = both.judge_set(Release(subjects=tuple(subjects))).findings
    assert [("unused-ignore", "text-relocation * none")] == [(each.rule, each.subject) for each in found]


def test_ignore_of_a_single_wheel_is_reported_there() -> None:
    """There is nothing to wait for."""
    found = judge(OWN_NAME, IGNORES).judge(with_ignores("one", "none")).findings

    assert ["text-relocation", "unused-ignore"] == [each.rule for each in found]


def test_wheel_that_was_not_judged_may_use_an_ignore() -> None:
    """Nobody knows."""
    both = Judge((OWN_NAME, IGNORES), today=TODAY, wheels=2)
    subject = with_ignores("one", "two")
    both.judge(subject)
    said = both.judge_set(Release(subjects=(subject,)))

    assert () == said.findings
    assert ["1 of 2 wheels could not be judged"] == [each.reason for each in said.not_checked]


def test_wheel_rule_with_a_part_about_the_set() -> None:
    """It runs on each wheel, and once on all of them together if there are several."""
    both = judge(WheelRule(check=finds_own_name, over_set=of_set, **metadata("ant")))
    one = make_subject(make_wheel(name="one"))

    assert ["one"] == [each.subject for each in both.judge(one).findings]
    assert ["a", "b"] == [each.subject for each in both.judge_set(TWO).findings]
    assert () == both.judge_set(Release(subjects=(one,))).findings
