"""Order, severities, ignores, prerequisites and rule failures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.conftest import Only, make_rule, metadata
from tests.support.pairs import load_pair
from tests.support.wheelmaker import build_wheel
from wheelcheck.binary.model import Binary, Format
from wheelcheck.engine import Options, audit
from wheelcheck.errors import UsageError
from wheelcheck.judging import COMMAND_LINE_IGNORE, CONTRACT_OFF, fingerprint
from wheelcheck.model import NotChecked, Problem, Severity, Topic
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.probe.session import Request
from wheelcheck.report import Report
from wheelcheck.rules.base import BinaryRule, SetRule
from wheelcheck.subject import Release, Subject
from wheelcheck.wheel.archive import read_wheel
from wheelcheck.wheel.model import Wheel

BAD = "empty-search-path"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """Build a wheel with one error."""
    _, description = load_pair(BAD)
    return build_wheel(description, tmp_path)


def contract(folder: Path, text: str) -> str:
    path = folder / "contract.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def rules(report: Report) -> list[str]:
    return [finding.rule for finding in report.wheels[0].findings]


def finds(subject: Subject) -> Iterator[Problem]:
    """Find one thing in every wheel."""
    yield Problem(subject=subject.wheel.name, message="is there")


def undecided(subject: Subject) -> Iterator[NotChecked]:
    """Decide nothing."""
    yield NotChecked(reason=f"{subject.wheel.name} is opaque")


def breaks(subject: Subject) -> Iterator[Problem]:
    """Find one thing, then fail."""
    yield Problem(subject=subject.wheel.name, message="is there")
    raise ZeroDivisionError


def spares(subject: Subject) -> Iterator[Problem]:
    """Find one thing in every wheel, and call it a note."""
    yield Problem(subject=subject.wheel.name, message="is there", severity=Severity.NOTE)


def looks_at(binary: Binary, subject: Subject) -> Iterator[Problem]:
    """Find one thing in every binary."""
    yield Problem(subject=subject.wheel.name, message=f"holds {binary.file_name!r}")


def breaks_on_the_set(release: Release) -> Iterator[Problem]:
    """Find one thing in every set, then fail."""
    yield Problem(subject=str(len(release.subjects)), message="are there")
    raise ZeroDivisionError


def test_finding_is_exit_1(bad: Path) -> None:
    """An error fails the run."""
    report = audit([bad], Options())

    assert (1, [BAD]) == (report.exit_code, [rule for rule in rules(report) if rule == BAD])


def test_command_line_ignore_keeps_the_finding_on_record(bad: Path) -> None:
    """An ignored finding is counted with its reason, not lost."""
    report = audit([bad], Options(ignore=(BAD,)))

    assert 0 == report.exit_code
    assert [(BAD, COMMAND_LINE_IGNORE)] == [
        (each.finding.rule, each.reason) for each in report.wheels[0].ignored
    ]


def test_select_runs_only_the_named_rules(bad: Path) -> None:
    """Other rules do not count as run."""
    report = audit([bad], Options(select=(BAD,)))

    assert ((BAD,), [BAD]) == (report.wheels[0].checked.ran, rules(report))


def test_contract_severity_wins_over_the_rules(bad: Path) -> None:
    """A contract may call a fault a warning."""
    text = f'name = "mine"\n[severities]\n{BAD} = "warning"\n'
    report = audit([bad], Options(contract=contract(bad.parent, text)))

    assert 0 == report.exit_code


def test_contract_severity_wins_over_a_special_case(bad: Path, only: Only) -> None:
    """A rule may call one of its cases a note; the contract's word counts more."""
    only(make_rule(BAD, spares))
    text = f'name = "mine"\n[severities]\n{BAD} = "error"\n'
    plain, strict = (audit([bad], Options(contract=name)) for name in (None, contract(bad.parent, text)))

    assert [Severity.NOTE] == [finding.severity for finding in plain.wheels[0].findings]
    assert [Severity.ERROR] == [finding.severity for finding in strict.wheels[0].findings]


def test_switched_off_rule_is_on_record(bad: Path) -> None:
    """Off means accepted, and the report says so."""
    text = f'name = "mine"\n[severities]\n{BAD} = "off"\n'
    report = audit([bad], Options(contract=contract(bad.parent, text)))

    assert [CONTRACT_OFF] == [each.reason for each in report.wheels[0].ignored]


def test_expired_ignore_gives_the_finding_back(bad: Path) -> None:
    """On its date an ignore stops to count, and that is an error of its own."""
    text = f'name = "mine"\n[[ignores]]\nrule = "{BAD}"\nreason = "known"\nexpires = 2026-06-01\n'
    options = Options(contract=contract(bad.parent, text), today=dt.date(2026, 6, 1))

    assert {BAD, "expired-ignore"} <= set(rules(audit([bad], options)))


def test_fail_on_note_counts_notes(bad: Path) -> None:
    """`--fail-on` moves the bar."""
    report = audit([bad], Options(ignore=(BAD,), fail_on=Severity.NOTE))
    notes = [finding for finding in report.wheels[0].findings if finding.severity is Severity.NOTE]

    assert bool(notes) is (report.exit_code == 1)


def test_broken_rule_is_exit_3_and_keeps_what_was_found(
    bad: Path, only: Only, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rule that fails hides nothing and passes nothing."""
    only(make_rule("breaks", breaks), make_rule("finds", finds))
    report = audit([bad], Options())

    assert (3, ["breaks", "finds"]) == (report.exit_code, rules(report))
    assert "ZeroDivisionError" in report.wheels[0].incomplete[0].reason
    assert "" == capsys.readouterr().out


def test_broken_rule_about_the_set_is_exit_3(bad: Path, only: Only) -> None:
    """What it found before it failed is still reported."""
    only(SetRule(check=breaks_on_the_set, **metadata("breaks")))
    other = build_wheel({"distribution": "other"}, bad.parent)
    report = audit([bad, other], Options(fail_on=Severity.NOTE))
    (broken,) = report.release.incomplete

    assert (3, ["2"]) == (report.exit_code, [finding.subject for finding in report.release.findings])
    assert "rule 'breaks' crashed: ZeroDivisionError" in broken.reason


def test_rule_without_an_object_to_look_at_does_not_count_as_run(
    bad: Path, tmp_path: Path, only: Only
) -> None:
    """Neither a rule about binaries nor one about wheels that hold some."""
    elf, pe = frozenset({Format.ELF}), frozenset({Format.PE})
    only(
        BinaryRule(check=looks_at, **metadata("ant", elf)),
        BinaryRule(check=looks_at, **metadata("bee", pe)),
        make_rule("cat", finds, formats=elf),
        make_rule("dog", finds, formats=pe),
        make_rule("eel", finds),
    )
    pure = build_wheel({"distribution": "pure", "tags": "py3-none-any"}, tmp_path)
    report = audit([bad, pure], Options())

    assert [(3, 2), (1, 4)] == [
        (len(wheel.checked.ran), len(wheel.checked.not_applicable)) for wheel in report.wheels
    ]
    assert [{"ant", "cat", "eel"}, {"eel"}] == [
        {finding.rule for finding in wheel.findings} for wheel in report.wheels
    ]


def test_rule_waits_for_its_prerequisite(bad: Path, only: Only) -> None:
    """A rule whose ground is already reported says that it did not run."""
    first = make_rule("zebra", finds)
    second = make_rule("ant", finds, requires=frozenset({"zebra"}))
    only(second, first)
    report = audit([bad], Options())

    assert ["zebra"] == rules(report)
    assert [("ant", "zebra was reported")] == [
        (skip.rule, skip.reason) for skip in report.wheels[0].not_checked
    ]


def test_not_checked_alone_passes(bad: Path, only: Only) -> None:
    """What could not be decided is listed; only `--require-complete` fails on it."""
    only(make_rule("undecided", undecided))

    assert 0 == audit([bad], Options()).exit_code
    assert 3 == audit([bad], Options(require_complete=True)).exit_code


def test_unreadable_wheel_does_not_stop_the_others(bad: Path) -> None:
    """What was found so far is still reported."""
    broken = bad.with_name("other-1.0-py3-none-any.whl")
    broken.write_bytes(b"no archive")
    report = audit([broken, bad], Options())

    assert 3 == report.exit_code
    assert [None, "pair"] == [wheel.name for wheel in report.wheels]
    assert report.wheels[1].findings


def test_unknown_contract_is_a_usage_error(bad: Path) -> None:
    """A contract that does not exist is no reason to pass."""
    with pytest.raises(UsageError, match="nowhere"):
        audit([bad], Options(contract="nowhere"))


def test_progress_covers_every_byte(bad: Path) -> None:
    """The bytes told add up to what the archive holds."""
    told: list[tuple[int, int]] = []
    audit([bad], Options(), lambda _, done, total: told.append((done, total)))

    assert {sum(done for done, _ in told)} == {total for _, total in told}


def test_fingerprint_survives_a_release() -> None:
    """The wheel's own version and repair hashes do not count."""
    old = fingerprint("missing-soname", "pair-1.0.data/lib/libx-0e4a74c1.so.4", "pair-1.0.dist-info")
    new = fingerprint(
        "missing-soname", "pair-2.0rc1+cpu.data/lib/libx-deadbeef.so.4", "pair-2.0rc1+cpu.dist-info"
    )

    assert old == new


def test_fingerprint_tells_two_versions_of_a_library_apart() -> None:
    """A wheel may hold libraries of which only the number differs."""
    old = fingerprint("missing-dependency", "pair/_x.so", "libtbb.so.2")
    new = fingerprint("missing-dependency", "pair/_x.so", "libtbb.so.12")

    assert old != new


@pytest.mark.parametrize("magic", [b"\xcf\xfa\xed\xfe" + bytes(60), b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0"])
def test_native_code_without_a_reader_is_not_checked(magic: bytes, tmp_path: Path) -> None:
    """What nobody looked at is listed, and incomplete where completeness is asked for."""
    member = {"path": "pair/_x.so", "hex": magic.hex()}
    wheel = build_wheel({"tags": "cp311-cp311-win_amd64", "member": [member]}, tmp_path)
    report = audit([wheel], Options())

    assert [("*", "pair/_x.so")] == [
        (skip.topic, skip.member) for skip in report.wheels[0].not_checked if skip.rule is Topic.EVERY_RULE
    ]
    assert 3 == audit([wheel], Options(require_complete=True)).exit_code


def test_replaced_built_in_contract_is_not_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lines of ignores must not take a whole contract away in silence; a chosen one is a decision."""
    description = {"distribution": "executorch", "member": [{"path": "executorch/__init__.py"}]}
    wheel = build_wheel(description, tmp_path)
    own = "[[ignores]]\nrule = 'build-path-leak'\nreason = 'x'\n"
    (tmp_path / "wheelcheck.toml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    chosen, told = (audit([wheel], Options(contract=name)) for name in ("wheelcheck.toml", None))
    (skipped,) = [each for each in told.wheels[0].not_checked if each.rule is Topic.CONTRACT]

    assert "'executorch'" in skipped.reason
    assert Topic.CONTRACT not in [each.rule for each in chosen.wheels[0].not_checked]


def test_wheel_that_breaks_the_audit_does_not_take_the_others_along(
    bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk under one wheel is that wheel's exit 3."""

    def fail(path: Path, **options: Any) -> Wheel:
        if path.name.startswith("other"):
            raise OSError(28, "No space left on device")
        return read_wheel(path, **options)

    monkeypatch.setattr("wheelcheck.subject.read_wheel", fail)
    other = bad.with_name("other-1.0-py3-none-any.whl")
    other.write_bytes(bad.read_bytes())
    report = audit([other, bad], Options())

    assert 3 == report.exit_code
    assert "No space left" in report.wheels[0].incomplete[0].reason
    assert report.wheels[1].findings


def test_unreadable_sibling_does_not_stop_the_audit(bad: Path, tmp_path: Path) -> None:
    """Every wheel is still audited, and its report says that a sibling was left out."""
    sibling = tmp_path / "cut-1.0-py3-none-any.whl"
    sibling.write_bytes(b"PK")
    report = audit([bad], Options(siblings=(sibling,)))
    (wheel,) = report.wheels

    assert wheel.findings
    assert report.exit_code == 3
    assert ["sibling 'cut-1.0-py3-none-any.whl' was left out"] == [
        each.reason.partition(":")[0] for each in wheel.incomplete
    ]


def test_wheel_is_not_its_own_sibling(tmp_path: Path) -> None:
    """`--with dist/` names it again, by another path; it must not find its lost library in itself."""
    _, description = load_pair("unresolved-dependency")
    wheel = build_wheel(description, tmp_path / "wheels")
    (tmp_path / "dist").symlink_to(wheel.parent)
    siblings = (tmp_path / "dist" / wheel.name,)

    assert audit([wheel], Options()) == audit([wheel], Options(siblings=siblings))
    assert "unresolved-dependency" in rules(audit([wheel], Options(siblings=siblings)))


def test_other_builds_are_not_siblings(tmp_path: Path) -> None:
    """A copy elsewhere is the wheel itself; what no environment has with it, but for its builds, is named."""
    _, description = load_pair("unresolved-dependency")
    wheel = build_wheel(description, tmp_path / "wheels")
    dist = tmp_path / "dist"
    copy = build_wheel(description, dist)
    newer = build_wheel({**description, "version": "2.0"}, dist)
    foreign = build_wheel({"distribution": "other", "tags": "cp38-cp38-manylinux_2_28_x86_64"}, dist)
    alone = audit([wheel], Options())
    report = audit([wheel], Options(siblings=(newer, foreign, copy)))
    said = [each.reason for each in report.wheels[0].not_checked if each.rule is Topic.SIBLINGS]

    assert alone == audit([wheel], Options(siblings=(copy,)))
    assert alone.wheels[0].findings == report.wheels[0].findings
    assert [f"1 wheel given with --with was left out, because no environment has {foreign.name!r}"] == [
        each.partition(" together")[0] for each in said
    ]


@pytest.mark.parametrize(("name", "count"), [("pair", 0), ("pare", 1)])
def test_contracts_of_the_project_that_are_for_no_wheel_are_told(
    name: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A misspelt name must not turn a contract off without a word."""
    _, description = load_pair("unresolved-dependency")
    wheel = build_wheel(description, tmp_path)
    (tmp_path / "wheelcheck.toml").write_text(f"[wheel]\ndistributions = ['{name}']\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    report = audit([wheel], Options(require_complete=True))
    said = [each for each in report.release.not_checked if each.rule is Topic.CONTRACT]

    assert count == len(said)
    assert all("wheelcheck.toml" in each.reason for each in said)


PROBE_AND_OTHER_IGNORE = """
[[ignores]]
rule = "probe-run-failed"
reason = "no device here"

[[ignores]]
rule = "text-relocation"
reason = "the vendor's archive"
"""


@pytest.mark.parametrize(
    ("facts", "unused"),
    [
        (None, ["text-relocation"]),
        (ProbeFacts(impossible="no compiler"), ["text-relocation"]),
        (ProbeFacts(), ["probe-run-failed", "text-relocation"]),
    ],
    ids=["not asked for", "not possible", "done"],
)
def test_ignore_of_the_probe_is_unused_only_after_a_probe(
    facts: ProbeFacts | None, unused: list[str], bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one it could not be used; an ignore of the static check could."""
    monkeypatch.setattr("wheelcheck.probe.session.probe", lambda *_: facts)
    chosen = contract(bad.parent, PROBE_AND_OTHER_IGNORE)
    report = audit([bad], Options(contract=chosen, probe=None if facts is None else Request()))
    findings = report.wheels[0].findings

    assert unused == [each.subject.partition(" ")[0] for each in findings if each.rule == "unused-ignore"]
