"""What a report says of a wheel, a sibling or a probe that came to nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import wheelcheck
from tests.engine.conftest import Only, make_rule
from tests.support.wheelmaker import build_wheel
from wheelcheck import engine
from wheelcheck._version import __version__
from wheelcheck.engine import Options, audit, report_on_failure
from wheelcheck.errors import ContractError, UsageError, WheelcheckError
from wheelcheck.model import Cause, Incomplete, Severity, SkippedCheck, Topic
from wheelcheck.probe.facts import ProbeFacts, ProbeResult
from wheelcheck.probe.session import Request
from wheelcheck.report import Report, Verdict, WheelReport

HINT = "check disk space and limits; if neither is the cause, report this with the wheel's name"


@pytest.fixture
def wheel(tmp_path: Path, only: Only) -> Path:
    """Make a wheel that one silent rule looks at."""
    only(make_rule("ant", lambda _: iter(())))
    return build_wheel({}, tmp_path)


def probed(
    wheel: Path, facts: ProbeFacts | WheelcheckError, monkeypatch: pytest.MonkeyPatch, *, is_required: bool
) -> WheelReport:
    """Audit with a probe that ends in the given way."""

    def probe(*_: object) -> ProbeFacts:
        if isinstance(facts, WheelcheckError):
            raise facts
        return facts

    monkeypatch.setattr("wheelcheck.probe.session.probe", probe)
    (report,) = audit([wheel], Options(probe=Request(is_required=is_required))).wheels
    return report


def test_contract_of_a_folder_is_loaded(tmp_path: Path) -> None:
    """Its severities name rules that exist."""
    text = '[contract.mine]\n[contract.mine.severities]\nabsolute-search-path = "note"\n'
    (tmp_path / "wheelcheck.toml").write_text(text, encoding="utf-8")

    assert {"absolute-search-path": "note"} == wheelcheck.load_contract("mine", tmp_path).severities
    with pytest.raises(ContractError):
        wheelcheck.load_contract("mine")


def test_run_that_ended_early_has_a_report() -> None:
    """Each wheel that was asked for is in it, with the reason."""
    failure = Incomplete(cause=Cause.UNREADABLE_WHEEL, member=None, reason="no room")
    options = Options(fail_on=Severity.NOTE, require_complete=True)

    assert Report(
        version=__version__,
        wheels=tuple(WheelReport(file=name, incomplete=(failure,)) for name in ("a.whl", "b.whl")),
        fail_on=Severity.NOTE,
        require_complete=True,
    ) == report_on_failure([Path("dist/a.whl"), Path("b.whl")], options, failure)


@pytest.mark.parametrize(
    ("error", "reason", "hint"),
    [
        (ZeroDivisionError("half"), "the audit of this wheel was aborted: ZeroDivisionError: half", HINT),
        (OSError(28, "No space left"), "the audit of this wheel was aborted: No space left", HINT),
        (OSError("odd"), "the audit of this wheel was aborted: OSError: odd", HINT),
        (WheelcheckError("it is cut", hint="fetch it again"), "it is cut", "fetch it again"),
    ],
)
def test_wheel_that_cannot_be_judged_says_why(
    wheel: Path, error: Exception, reason: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to do; the others go on."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(engine, "open_subject", fail)
    failure = Incomplete(cause=Cause.UNREADABLE_WHEEL, member=None, reason=reason, hint=hint)

    assert (WheelReport(file=wheel.name, incomplete=(failure,)),) == audit([wheel], Options()).wheels


@pytest.mark.parametrize(("spared", "is_required"), [("no host", True), ("no host", False), ("", False)])
def test_probe_that_is_not_possible(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, spared: str, *, is_required: bool
) -> None:
    """Not checked; a failure where the probe is what was asked for, or a tool of this host is missing."""
    facts = ProbeFacts(impossible="not here", spared=spared)
    report = probed(wheel, facts, monkeypatch, is_required=is_required)
    failure = Incomplete(cause=Cause.FAILED_PROBE, member=None, reason="probe: not here")
    skipped = SkippedCheck(rule=Topic.PROBE, member=None, reason="not here")
    is_owed = is_required or not spared

    assert ((failure,) if is_owed else ()) == report.incomplete
    assert (() if is_owed else (skipped,)) == report.not_checked
    assert (report.probe, report.not_probed) == (None, spared)
    assert ("ant",) == report.checked.ran


def test_probe_that_was_not_brought_to_its_end(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it could not do is listed, and what of it failed."""
    result = ProbeResult(
        name="one", component="", namespace="", count=0, library=None, member=None, not_checked=("no cmake",)
    )
    facts = ProbeFacts(broken=("it hangs",), not_checked=("no header",), probes=(result,))
    report = probed(wheel, facts, monkeypatch, is_required=False)

    assert (Incomplete(cause=Cause.FAILED_PROBE, member=None, reason="probe: it hangs"),) == report.incomplete
    assert ["no cmake", "no header"] == [each.reason for each in report.not_checked]
    assert report.probe is not None


def test_probe_that_fails_leaves_the_static_check(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the installation is one failure; a usage error ends the run."""
    report = probed(wheel, WheelcheckError("no project"), monkeypatch, is_required=False)

    assert ("ant",) == report.checked.ran
    assert ["probe: no project"] == [each.reason for each in report.incomplete]
    assert report.not_checked == ()
    with pytest.raises(UsageError):
        probed(wheel, UsageError("--keep is there"), monkeypatch, is_required=False)


def test_probe_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for did not happen: exit 3 with the reason, and the static check is reported."""
    monkeypatch.setenv("CXX", "no-such-compiler")
    members = [{"path": "pair/lib/cmake/pair/pairConfig.cmake", "text": "set(PAIR 1)\n"}]
    wheel = build_wheel({"tags": "py3-none-any", "member": members}, tmp_path)
    report = audit([wheel], Options(probe=Request()))
    (checked,) = report.wheels

    assert (report.exit_code, report.verdict(checked), checked.probe) == (3, Verdict.INCOMPLETE, None)
    assert ["probe: CXX is 'no-such-compiler', which is not on PATH"] == [
        each.reason for each in checked.incomplete
    ]


@pytest.mark.parametrize("tag", ["cp311-cp311-macosx_14_0_arm64", "cp311-cp311-win_amd64", "py3-none-any"])
def test_wheel_that_cannot_be_probed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str) -> None:
    """Its verdict is that of the static check, with the compiler or without; incomplete only on request."""
    monkeypatch.setenv("CXX", "no-such-compiler")
    monkeypatch.setattr("platform.system", lambda: "Linux")
    wheel = build_wheel({"tags": tag, "member": [{"path": "pair/__init__.py"}]}, tmp_path)
    options = Options(probe=Request(), ignore=("native-tag-without-binaries",))
    (report, strict) = (audit([wheel], each) for each in (options, replace(options, require_complete=True)))
    words = {"m": "wheel for macOS", "w": "wheel for Windows", "a": "nothing to probe"}

    assert (report.exit_code, strict.exit_code) == (0, 3)
    assert report.wheels[0].not_probed == words[tag.split("-")[2][0]]
    assert [Topic.PROBE] == [each.rule for each in report.wheels[0].not_checked]
