"""The text that a person reads."""

from __future__ import annotations

from dataclasses import replace

from tests.reporters.sample import (
    broken_wheel,
    finding,
    healthy_wheel,
    report,
    search_path,
    unreadable_wheel,
)
from tests.support.golden import assert_golden
from wheelcheck.model import Evidence, IgnoredFinding, Severity
from wheelcheck.report import Checked, SetReport
from wheelcheck.reporters.check_text import render
from wheelcheck.reporters.formats import Detail

EVERYTHING = report(broken_wheel(), healthy_wheel(), unreadable_wheel())


def test_text_of_a_run() -> None:
    """Findings are grouped by cause, long lists are cut with a count, and the summary closes."""
    assert_golden("reporters/check.txt", render(EVERYTHING, Detail()))


def test_text_of_a_verbose_run() -> None:
    """-v lists every member, the notes, what was ignored and what was not checked."""
    assert_golden("reporters/check-verbose.txt", render(EVERYTHING, Detail(verbosity=1)))


def many(number: int) -> tuple[Evidence, ...]:
    """Make evidence of many members under one label, and as many values with a label each."""
    members = tuple(Evidence(label="member", value=f"lib{each:02}.so") for each in range(number))
    return (*members, *(Evidence(label=f"{each} bytes", value=f"big{each:02}.so") for each in range(number)))


def test_verbose_run_lists_all_evidence() -> None:
    """Without -v the text is cut and says so, with -v nothing is missing."""
    wheel = broken_wheel(findings=(finding("x-rule", Severity.ERROR, None, evidence=many(28)),))
    short, long = (render(report(wheel), Detail(verbosity=each)) for each in (0, 1))

    assert all(f"lib{each:02}.so" in long and f"big{each:02}.so" in long for each in range(28))
    assert "... and" not in long
    assert "      ... and 20 more: -v lists all" in short.splitlines()
    assert "    ... and 21 more: -v lists all" in short.splitlines()


def test_what_a_program_said_is_no_enumeration() -> None:
    """Its commas are those of sentences."""
    said = f"The path was deleted, renamed, or moved to another location{'.' * 100}"
    evidence = (Evidence(label="output", value=said),)
    wheel = broken_wheel(findings=(finding("x-rule", Severity.ERROR, None, evidence=evidence),))

    assert f"    output: {said}" in render(report(wheel), Detail()).splitlines()


def test_verdict_says_what_it_does_not_cover() -> None:
    """A probe that did not run, and binaries without a reader, are next to the word."""
    checked = Checked(unread=("Mach-O", "", "Mach-O"), members=5)
    foreign = replace(healthy_wheel(), checked=checked, not_probed="wheel for macOS")
    lines = render(report(foreign, healthy_wheel()), Detail()).splitlines()

    assert (
        "tool-2.0-py3-none-any.whl: pass, probe not run (wheel for macOS), 3 binaries not read (Mach-O) "
        "(5 members, contract default)"
    ) in lines
    assert "2 wheels: 2 pass, probe not run on 1" in lines
    assert lines[-1].startswith("0 binaries read, 3 without a reader, 0 unreadable; ")


def test_ignored_findings_of_one_reason_stand_together() -> None:
    """Each message is said once, and the reason once for the rule."""
    ignored = tuple(IgnoredFinding(finding=search_path(each), reason="moved") for each in range(3))
    lines = render(report(broken_wheel(ignored=ignored)), Detail(verbosity=1)).splitlines()

    start = lines.index("  ignored[absolute-search-path]: RUNPATH '/ci/lib' exists only on the build machine")
    assert lines[start + 1 : start + 5] == [
        "    in sdk/lib/lib00.so",
        "    in sdk/lib/lib01.so",
        "    in sdk/lib/lib02.so",
        "    reason: moved",
    ]


def test_quiet_run_of_a_healthy_wheel_prints_nothing() -> None:
    """-q says nothing when all is well."""
    assert render(report(healthy_wheel()), Detail(quiet=True)) == ""


def test_quiet_run_prints_only_what_fails() -> None:
    """-q leaves warnings and the summary out."""
    text = render(report(broken_wheel()), Detail(quiet=True))

    assert "error[unresolved-dependency]" in text
    assert "warning[" not in text
    assert "rules ran" not in text


def test_healthy_wheel_is_one_line() -> None:
    """A wheel without findings takes one line, before the summary."""
    lines = render(report(healthy_wheel()), Detail()).splitlines()

    assert lines == [
        "tool-2.0-py3-none-any.whl: pass (0 binaries, 5 members, contract default)",
        "0 binaries read, 0 unreadable; 20 rules ran, 21 not applicable; 0 errors, 0 warnings, 0 ignored",
    ]


def test_rule_that_ran_on_several_wheels_is_one_rule() -> None:
    """The catalogue has no more; what applies to one of the wheels is applicable."""
    summary = render(report(healthy_wheel(), healthy_wheel()), Detail()).splitlines()[-1]
    mixed = render(report(broken_wheel(), healthy_wheel()), Detail()).splitlines()[-1]

    assert "; 20 rules ran on 2 wheels, 21 not applicable; " in summary
    assert "; 38 rules ran on 2 wheels, 3 not applicable; " in mixed


def test_finding_about_the_set_is_part_of_the_verdicts() -> None:
    """Every wheel passes, the set fails, and so does the run."""
    about_the_set = finding("colliding-path", Severity.ERROR, None)
    release = SetReport(ran=("colliding-path",), findings=(about_the_set,))
    lines = render(report(healthy_wheel(), healthy_wheel(), release=release), Detail()).splitlines()

    assert "the set of 2 wheels: fail" in lines
    assert "2 wheels: 2 pass; the set of them: fail" in lines
    assert "; 21 rules ran on 2 wheels, 21 not applicable; " in lines[-1]


def test_rule_about_the_set_counts_when_it_runs() -> None:
    """A run with only such a rule does not claim that none ran."""
    for release, words in (
        (SetReport(ran=("a-set-rule",)), "; 1 rule ran on 2 wheels, 0 not applicable; "),
        (SetReport(not_applicable=("a-set-rule",)), "; 0 rules ran on 0 of 2 wheels, 1 not applicable; "),
    ):
        wheels = [replace(healthy_wheel(), checked=Checked(members=5)) for _ in range(2)]
        assert words in render(report(*wheels, release=release), Detail())


def test_notes_are_shown_when_they_fail_the_run() -> None:
    """--fail-on note prints the notes without -v: they are why the run fails."""
    text = render(report(broken_wheel(), fail_on=Severity.NOTE), Detail())

    assert "note[unbounded-native-dependency]" in text


def test_what_was_not_checked_is_listed_when_completeness_is_required() -> None:
    """--require-complete makes it the reason of exit 3, so it is printed."""
    text = render(report(broken_wheel(), require_complete=True), Detail())

    assert "not checked[undefined-symbol]: 'liby.so.2' was not given" in text
    assert ": incomplete (" in text


def test_control_characters_of_a_wheel_never_reach_the_terminal() -> None:
    """Escape sequences, line ends and direction overrides in wheel text are written out."""
    hostile = "sdk/\x1b[2J\r\n\u202egnp.so\udc80"
    wheel = broken_wheel(findings=(finding("bytecode-shipped", Severity.ERROR, hostile, message=hostile),))

    text = render(report(wheel), Detail())

    assert r"sdk/\x1b[2J\r\n\u202egnp.so\udc80" in text
    assert all(line.isprintable() for line in text.splitlines())


def test_member_without_a_name_is_shown() -> None:
    """No line ends where a name should be."""
    wheel = broken_wheel(findings=(finding("unsafe-member-path", Severity.ERROR, ""),))

    assert "    in ''" in render(report(wheel), Detail()).splitlines()


def test_color_changes_nothing_but_color() -> None:
    """The coloured text is the plain one with escape sequences."""
    import click

    plain = render(EVERYTHING, Detail())
    colored = render(EVERYTHING, Detail(color=True))

    assert "\x1b[31m" in colored
    assert click.unstyle(colored) == plain
