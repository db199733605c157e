"""The text that a person reads."""

from __future__ import annotations

from tests.reporters.sample import (
    broken_wheel,
    finding,
    healthy_wheel,
    report,
    unreadable_wheel,
)
from tests.support.golden import assert_golden
from wheelcheck.model import Severity
from wheelcheck.reporters.text import Detail, render

EVERYTHING = report(broken_wheel(), healthy_wheel(), unreadable_wheel())


def test_text_of_a_run() -> None:
    """Findings are grouped by cause, long lists are cut with a count, and the summary closes."""
    assert_golden("reporters/check.txt", render(EVERYTHING, Detail()))


def test_text_of_a_verbose_run() -> None:
    """-v lists every member, the notes, what was ignored and what was not checked."""
    assert_golden("reporters/check-verbose.txt", render(EVERYTHING, Detail(verbosity=1)))


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


def test_notes_are_shown_when_they_fail_the_run() -> None:
    """--fail-on note prints the notes without -v: they are why the run fails."""
    text = render(report(broken_wheel(), fail_on=Severity.NOTE), Detail())

    assert "note[unbounded-native-dependency]" in text


def test_what_was_not_checked_is_listed_when_completeness_is_required() -> None:
    """--require-complete makes it the reason of exit 3, so it is printed."""
    text = render(report(broken_wheel(), require_complete=True), Detail())

    assert "not checked[undefined-symbol]: liby.so.2 is not at hand" in text
    assert ": incomplete (" in text


def test_control_characters_of_a_wheel_never_reach_the_terminal() -> None:
    """Escape sequences, line ends and direction overrides in wheel text are written out."""
    hostile = "sdk/\x1b[2J\r\n\u202egnp.so\udc80"
    wheel = broken_wheel(findings=(finding("bytecode-shipped", Severity.ERROR, hostile, message=hostile),))

    text = render(report(wheel), Detail())

    assert r"sdk/\x1b[2J\r\n\u202egnp.so\udc80" in text
    assert all(line.isprintable() for line in text.splitlines())


def test_color_changes_nothing_but_color() -> None:
    """The coloured text is the plain one with escape sequences."""
    import click

    plain = render(EVERYTHING, Detail())
    colored = render(EVERYTHING, Detail(color=True))

    assert "\x1b[31m" in colored
    assert click.unstyle(colored) == plain
