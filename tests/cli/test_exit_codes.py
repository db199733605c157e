"""One test per exit code of `check`, and what goes to which stream."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wheelcheck.cli.main import run

Captured = pytest.CaptureFixture[str]


def test_0_nothing_at_or_above_fail_on(healthy: Path, capsys: Captured) -> None:
    """A healthy wheel passes; `check` is the default command."""
    assert run([str(healthy)]) == 0
    assert f"{healthy.name}: pass" in capsys.readouterr().out


def test_1_findings(broken: Path, capsys: Captured) -> None:
    """A finding of severity error fails the run."""
    assert run(["check", str(broken)]) == 1
    assert "error[absolute-search-path]" in capsys.readouterr().out


def test_1_is_decided_by_fail_on(broken: Path) -> None:
    """What is ignored or below the threshold does not fail the run."""
    assert run([str(broken), "--ignore", "absolute-search-path"]) == 0
    assert run([str(broken), "--select", "absolute-search-path", "--fail-on", "note"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["check"],
        ["check", "x.whl", "--no-such-option"],
        ["check", "x.whl", "--fail-on", "fatal"],
        ["check", "x.whl", "-j", "0"],
        ["x.whl", "--format", "sarif"],
        ["x.whl", "--format", "nope"],
        ["probe", "x.whl", "--format", "nope"],
        ["check", __file__, "--select", ""],
        ["probe"],
        *(["probe", __file__, "--time-limit", seconds] for seconds in ("0", "-5", "nan", "inf")),
        ["probe", __file__, "--python", "/no/such/python"],
        ["probe", __file__, "--keep", ""],
        ["check", __file__, "--contract", "/dev/zero"],
        ["codegen", "-d", "out", "--custom-ops-yaml", "/dev/zero"],
        ["codegen"],
        ["explain"],
    ],
)
def test_2_usage(arguments: list[str], capsys: Captured) -> None:
    """A wrong command line says so on standard error and nothing on standard output."""
    assert run(arguments) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err != ""


def test_2_unknown_rule(healthy: Path, capsys: Captured) -> None:
    """The close match is suggested."""
    assert run([str(healthy), "--ignore", "absolute-rpath"]) == 2
    assert capsys.readouterr().err == (
        "error: unknown rule 'absolute-rpath' in --ignore\nhint: did you mean 'absolute-search-path'?\n"
    )


@pytest.mark.parametrize("number", ["1e3", "two", "9" * 5000])
def test_2_number_that_is_none(number: str, capsys: Captured) -> None:
    """The message says what is expected."""
    assert run(["x.whl", "-j", number]) == 2
    assert f"invalid value for '-j': '{number}' is not a valid whole number\n" in capsys.readouterr().err


def test_2_unknown_contract(healthy: Path) -> None:
    """A contract that does not exist is a configuration error."""
    assert run([str(healthy), "--contract", "no-such-contract"]) == 2


def test_3_unreadable_wheel(unreadable: Path, capsys: Captured) -> None:
    """A cut archive is never a pass, and says why."""
    assert run([str(unreadable)]) == 3
    assert "could not complete: " in capsys.readouterr().out


def test_3_wins_over_1_and_still_reports(broken: Path, unreadable: Path, capsys: Captured) -> None:
    """The findings of the wheel that could be read are there."""
    assert run([str(unreadable), str(broken)]) == 3
    assert "error[absolute-search-path]" in capsys.readouterr().out


def test_3_internal_error_is_one_report(
    healthy: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of wheelcheck itself is exit 3 with a JSON report; the traceback needs -v -v."""

    def break_down(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("wheelcheck.engine.audit", break_down)

    assert run([str(healthy), "--format", "json"]) == 3
    captured = capsys.readouterr()
    assert json.loads(captured.out)["wheels"][0]["verdict"] == "incomplete"
    assert "internal error in wheelcheck: ZeroDivisionError: oops" in captured.err
    assert "Traceback" not in captured.err

    assert run([str(healthy), "-v", "-v"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_4_no_input_matched(tmp_path: Path, capsys: Captured) -> None:
    """A glob that matches nothing never passes."""
    assert run([str(tmp_path / "*.whl")]) == 4
    assert "error: no wheel matches" in capsys.readouterr().err


def test_4_sibling_that_does_not_exist(healthy: Path) -> None:
    """--with is an input too."""
    assert run([str(healthy), "--with", "no-such.whl"]) == 4


def test_130_interrupted(healthy: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends without a report and without a traceback."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wheelcheck.engine.audit", interrupt)

    assert run([str(healthy)]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.strip() == "error: interrupted"


def test_explain_unknown_rule_is_1(capsys: Captured) -> None:
    """What was asked for is not there."""
    assert run(["explain", "absolute-rpath"]) == 1
    assert "did you mean 'absolute-search-path'?" in capsys.readouterr().err
