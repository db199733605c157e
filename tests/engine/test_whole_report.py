"""All that a report holds of the wheels that were read, and how a run has them read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.conftest import Only, make_rule
from tests.support.wheelmaker import build_wheel
from wheelcheck._version import __version__
from wheelcheck.engine import Options, audit
from wheelcheck.errors import ContractError, WheelcheckError
from wheelcheck.judging import COMMAND_LINE_IGNORE
from wheelcheck.model import (
    Cause,
    Finding,
    IgnoredFinding,
    Incomplete,
    Location,
    NotChecked,
    Problem,
    Severity,
    SkippedCheck,
    Topic,
)
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.probe.session import Request
from wheelcheck.report import Checked, Report, RuleInfo, WheelReport
from wheelcheck.subject import Subject
from wheelcheck.wheel.archive import read_wheel
from wheelcheck.wheel.inflate import Limits
from wheelcheck.wheel.model import Wheel

TAG = "cp311-cp311-manylinux_2_28_x86_64"
MACHO = bytes.fromhex("cffaedfe") + bytes(60)
HINT = "check disk space and limits; if neither is the cause, report this with the wheel's name"


def finds(subject: Subject) -> Iterator[Problem]:
    """Find one thing in every wheel."""
    yield Problem(subject=subject.wheel.name, message="is there", hint="take it away")


def undecided(_: Subject) -> Iterator[NotChecked]:
    """Decide nothing."""
    yield NotChecked(reason="is opaque")


def failure(cause: Cause, reason: str, hint: str | None = None) -> Incomplete:
    return Incomplete(cause=cause, member=None, reason=reason, hint=hint)


def finding(rule: str, fingerprint: str, file: str) -> Finding:
    return Finding(
        rule=rule,
        severity=Severity.ERROR,
        location=Location(wheel=file, member=None),
        subject="pair",
        message="is there",
        hint="take it away",
        fingerprint=fingerprint,
    )


def test_report_of_a_run_is_whole(tmp_path: Path, only: Only) -> None:
    """The rules that were selected, and the wheel with what was found, ignored and left undecided."""
    rules = (make_rule("ant", finds), make_rule("bee", finds), make_rule("cat", undecided))
    only(*rules)
    wheel = build_wheel({"member": [{"path": "pair/_x.so", "elf": {}}]}, tmp_path)
    contract = tmp_path / "contract.toml"
    contract.write_text('name = "mine"\n', encoding="utf-8")
    options = Options(
        contract=str(contract),
        ignore=("bee",),
        fail_on=Severity.NOTE,
        require_complete=True,
        want_sha256=True,
    )
    report = audit([wheel], options)
    (fingerprint,) = (each.fingerprint for each in report.wheels[0].findings)
    (ignored,) = (each.finding.fingerprint for each in report.wheels[0].ignored)

    assert report == Report(
        version=__version__,
        rules=tuple(
            RuleInfo(
                slug=rule.slug,
                family="archive",
                severity=Severity.ERROR,
                summary=rule.summary,
                scope="wheel",
            )
            for rule in rules
        ),
        wheels=(
            WheelReport(
                file=wheel.name,
                sha256=hashlib.sha256(wheel.read_bytes()).hexdigest(),
                name="pair",
                version="1.0",
                tags=(TAG,),
                contract="mine",
                checked=Checked(binaries=1, members=4, ran=("ant", "bee", "cat")),
                findings=(finding("ant", fingerprint, wheel.name),),
                not_checked=(SkippedCheck(rule="cat", member=None, reason="is opaque"),),
                ignored=(
                    IgnoredFinding(finding=finding("bee", ignored, wheel.name), reason=COMMAND_LINE_IGNORE),
                ),
            ),
        ),
        fail_on=Severity.NOTE,
        require_complete=True,
    )
    assert audit([wheel], Options()).wheels[0].sha256 is None


def test_only_selected_rules_are_in_the_report(tmp_path: Path, only: Only) -> None:
    """All of them without a selection."""
    only(make_rule("ant", finds), make_rule("bee", finds))
    wheel = build_wheel({}, tmp_path)

    assert ["bee"] == [each.slug for each in audit([wheel], Options(select=("bee",))).rules]
    assert ["ant", "bee"] == [each.slug for each in audit([wheel], Options()).rules]


def test_everything_that_was_not_checked_is_listed_in_order(
    tmp_path: Path, only: Only, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By member, then by rule: replaced contracts, native code without a reader, long texts, and rules."""
    only(make_rule("cow", undecided))
    members = [
        {"path": "executorch/z.so", "hex": MACHO.hex()},
        {"path": "executorch/long.h", "text": "// a long text"},
        {"path": "A.pyd", "hex": MACHO.hex()},
    ]
    wheel = build_wheel({"distribution": "executorch", "member": members}, tmp_path)
    own = "[[ignores]]\nrule = 'build-path-leak'\nreason = 'x'\n"
    (tmp_path / "wheelcheck.toml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    report = audit([wheel], Options(limits=Limits(text_total=0)))
    native = "no reader for Mach-O yet: rules about native code did not check it"

    replaced = (
        "contract 'wheelcheck' replaces the built-in 'executorch' without extending it: "
        "add `extends = 'executorch'`, or choose one with --contract"
    )
    long = "'executorch/long.h' was not read: the limit for all texts of a wheel is 0 bytes"

    assert [
        (Topic.CONTRACT, None, replaced),
        ("cow", None, "is opaque"),
        (Topic.EVERY_RULE, "A.pyd", native),
        (Topic.EVERY_RULE, "executorch/long.h", long),
        (Topic.EVERY_RULE, "executorch/z.so", native),
    ] == [(each.rule, each.member, each.reason) for each in report.wheels[0].not_checked]


def test_probe_adds_to_what_the_static_check_left_open(
    tmp_path: Path, only: Only, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both what was not checked and what came to nothing."""

    def crashes(_: Subject) -> Iterator[Problem]:
        yield Problem(subject="x", message="is there")
        raise ZeroDivisionError

    only(make_rule("ant", crashes), make_rule("cat", undecided))
    facts = ProbeFacts(broken=("it hangs",), not_checked=("no header",))
    monkeypatch.setattr("wheelcheck.probe.session.probe", lambda *_: facts)
    (report,) = audit([build_wheel({}, tmp_path)], Options(probe=Request())).wheels

    assert [("cat", "is opaque"), (Topic.PROBE, "no header")] == [
        (each.rule, each.reason) for each in report.not_checked
    ]
    assert [Cause.BROKEN_RULE, Cause.FAILED_PROBE] == [each.cause for each in report.incomplete]


@pytest.mark.parametrize(
    ("error", "reason", "hint"),
    [
        (WheelcheckError("it is cut", hint="fetch it again"), "it is cut", "fetch it again"),
        (OSError(28, "No space left"), "the audit of this wheel was aborted: No space left", HINT),
    ],
)
def test_sibling_that_cannot_be_read_is_on_record_with_every_wheel(
    error: Exception, reason: str, hint: str, tmp_path: Path, only: Only, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only not with itself, when it is one of the wheels; the other siblings are still read."""
    seen: list[list[str]] = []

    def siblings_of(subject: Subject) -> Iterator[Problem]:
        seen.append([each.name for each in subject.siblings])
        yield from ()

    def read(path: Path, **options: Any) -> Wheel:
        if path.name.startswith("cut"):
            raise error
        return read_wheel(path, **options)

    only(make_rule("ant", siblings_of))
    monkeypatch.setattr("wheelcheck.subject.read_wheel", read)
    first, cut, last, wheel = (
        build_wheel({"distribution": name}, tmp_path) for name in ("first", "cut", "last", "pair")
    )
    report = audit([cut, wheel], Options(siblings=(first, cut, last)))

    assert [
        (failure(Cause.UNREADABLE_WHEEL, reason, hint),),
        (failure(Cause.LOST_SIBLING, f"sibling {cut.name!r} was left out: {reason}", hint),),
    ] == [each.incomplete for each in report.wheels]
    assert [["first", "last"]] == seen


def test_wheels_are_read_as_the_options_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many workers, within the limits; only the archives of the wheels themselves are hashed."""
    told: list[tuple[str, Any, Any, Any]] = []

    def read(path: Path, **options: Any) -> Wheel:
        told.append((path.name, *(options[each] for each in ("jobs", "limits", "want_sha256"))))
        return read_wheel(path, **options)

    monkeypatch.setattr("wheelcheck.subject.read_wheel", read)
    wheel, sibling = (build_wheel({"distribution": name}, tmp_path) for name in ("pair", "other"))
    limits = Limits(member_size=1 << 20)
    audit([wheel], Options(siblings=(sibling,), jobs=3, limits=limits, want_sha256=True))

    assert [(sibling.name, 3, limits, False), (wheel.name, 3, limits, True)] == told


def test_contract_that_cannot_be_read_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault of the wheel."""
    (tmp_path / "wheelcheck.toml").write_text("colour = 'red'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ContractError, match="colour"):
        audit([build_wheel({}, tmp_path)], Options())
