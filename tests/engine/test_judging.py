"""What a rule says, as it stands in a report: place, text, evidence and identity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.conftest import Only, make_rule, metadata
from tests.support.wheelmaker import build_wheel
from wheelcheck.binary.model import Binary, Format
from wheelcheck.engine import Options, audit
from wheelcheck.model import (
    Cause,
    Evidence,
    Finding,
    Incomplete,
    Location,
    NotChecked,
    Problem,
    Severity,
    SkippedCheck,
)
from wheelcheck.report import WheelReport
from wheelcheck.rules.base import BinaryRule, Rule
from wheelcheck.subject import Subject

WHEEL = "pair-1.0-cp311-cp311-manylinux_2_28_x86_64.whl"
LIBRARY = "pair/liba.so"
WHOLE: dict[str, Any] = {
    "subject": "liba-0e4a74c1.so.4",
    "message": "is there",
    "hint": "take it away",
    "evidence": (Evidence(label="z", value="1"), Evidence(label="a", value="2")),
}

Result = Problem | NotChecked
Audit = Callable[..., WheelReport]


@pytest.fixture
def of_wheel(tmp_path: Path, only: Only) -> Audit:
    """Audit a wheel that holds one library with one rule, which says the given things of the wheel."""

    def run(*said: Result) -> WheelReport:
        def check(_: Subject) -> Iterator[Result]:
            yield from said

        return audit_with(tmp_path, only, make_rule("ant", check))

    return run


@pytest.fixture
def of_binary(tmp_path: Path, only: Only) -> Audit:
    """Audit it with one rule that says them of the library; an exception is raised."""

    def run(*said: Result | Exception) -> WheelReport:
        def check(_: Binary, __: Subject) -> Iterator[Result]:
            for each in said:
                if isinstance(each, Exception):
                    raise each
                yield each

        return audit_with(tmp_path, only, BinaryRule(check=check, **metadata("ant", frozenset({Format.ELF}))))

    return run


def audit_with(folder: Path, only: Only, *rules: Rule) -> WheelReport:
    only(*rules)
    member = {"path": LIBRARY, "elf": {"soname": "liba.so"}}
    (report,) = audit([build_wheel({"member": [member]}, folder)], Options()).wheels
    return report


def test_problem_becomes_a_finding_with_all_that_it_says(of_binary: Audit) -> None:
    """The rule's own severity, the library's place, and an identity that other releases have too."""
    expected = Finding(
        rule="ant",
        severity=Severity.ERROR,
        location=Location(wheel=WHEEL, member=LIBRARY),
        fingerprint="eabd51552b6b89d2",
        **WHOLE,
    )

    assert (expected,) == of_binary(Problem(**WHOLE)).findings


def test_problem_of_a_wheel_stands_where_its_rule_says(of_wheel: Audit) -> None:
    """Those of no member come first; the hash that a repair tool adds is no part of the identity."""
    members = ["pair.libs/liba-0e4a74c1.so", "A", None]
    report = of_wheel(*(Problem(member=member, **WHOLE) for member in members))

    assert {
        None: "22a060750c8f935c",
        "A": "7ee6184ef6f7eec7",
        "pair.libs/liba-0e4a74c1.so": "7bba1e10c1392b42",
    } == {each.location.member: each.fingerprint for each in report.findings}
    assert [None, "A", "pair.libs/liba-0e4a74c1.so"] == [each.location.member for each in report.findings]


def test_rule_about_binaries_may_name_another_member(of_binary: Audit) -> None:
    """The one at fault need not be the one that it looks at."""
    report = of_binary(Problem(member="pair/x.h", **WHOLE), NotChecked(member="pair/y.h", reason="is opaque"))

    assert ["pair/x.h"] == [each.location.member for each in report.findings]
    assert ["pair/y.h"] == [each.member for each in report.not_checked]


def test_undecided_rule_is_listed_with_its_reason(of_binary: Audit) -> None:
    """At the library that it looked at."""
    expected = SkippedCheck(rule="ant", member=LIBRARY, reason="is opaque")

    assert (expected,) == of_binary(NotChecked(reason="is opaque")).not_checked


def test_broken_rule_is_a_fault_of_ours(of_binary: Audit) -> None:
    """The report says where it broke, and what to do."""
    report = of_binary(Problem(**WHOLE), ValueError("no such thing"))

    assert 1 == len(report.findings)
    assert report.incomplete == (
        Incomplete(
            cause=Cause.BROKEN_RULE,
            member=LIBRARY,
            reason="rule 'ant' crashed: ValueError: no such thing",
            hint="report this bug in wheelcheck with the wheel's name",
        ),
    )


@pytest.mark.parametrize("field", ["subject", "message"])
def test_long_text_is_cut(field: str, of_wheel: Audit) -> None:
    """One hostile name must not fill a report; what just fits is whole."""
    texts = [
        getattr(of_wheel(Problem(**{**WHOLE, field: "x" * count})).findings[0], field)
        for count in (8192, 8193)
    ]

    assert ["x" * 8192, "x" * 8192 + "... (8193 characters)"] == texts


def test_name_that_is_no_text_has_an_identity(of_wheel: Audit) -> None:
    """Archives hold names in no encoding."""
    report = of_wheel(Problem(**{**WHOLE, "subject": "lib\udc80.so"}))

    assert ["5d2b65d1bb7fea03"] == [each.fingerprint for each in report.findings]


def test_every_prerequisite_that_was_reported_is_named(tmp_path: Path, only: Only) -> None:
    """In the order of their names."""

    def check(_: Subject) -> Iterator[Result]:
        yield Problem(**WHOLE)

    waiting = make_rule("ant", check, requires=frozenset({"dog", "cat", "eel"}))
    report = audit_with(tmp_path, only, waiting, make_rule("dog", check), make_rule("cat", check))

    assert ["cat", "dog"] == [each.rule for each in report.findings]
    assert (SkippedCheck(rule="ant", member=None, reason="cat, dog was reported"),) == report.not_checked
