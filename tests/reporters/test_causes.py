"""What stands together in the text report."""

from __future__ import annotations

from tests.reporters.sample import finding
from wheelcheck.model import Finding, Severity
from wheelcheck.reporters.causes import causes


def entry(member: str, path: str, hint: str | None) -> Finding:
    """Make a finding about one search path entry of one member."""
    return finding("absolute-search-path", Severity.ERROR, member, message=f"entry {path}", hint=hint)


def test_one_message_about_many_members_is_one_statement() -> None:
    """The members are listed under it."""
    (cause,) = causes([entry("a.so", "/ci", "mend"), entry("b.so", "/ci", "mend")])

    assert [(each.message, each.members) for each in cause.statements] == [("entry /ci", ["a.so", "b.so"])]


def test_statements_with_one_cure_stand_together() -> None:
    """The hint is said once."""
    (cause,) = causes([entry("a.so", "/ci", "mend"), entry("a.so", "/opt/ci", "mend")])

    assert len(cause.statements) == 2
    assert cause.hints == ["mend"]


def test_cures_that_overlap_join_their_statements() -> None:
    """Two messages about the same members, each with a command of its own, are one cause."""
    (cause,) = causes(
        [
            entry("a.so", "/ci", "mend a"),
            entry("b.so", "/opt/ci", "mend b"),
            entry("a.so", "/home", "mend a"),
            entry("b.so", "/home", "mend b"),
        ]
    )

    assert sorted(cause.hints) == ["mend a", "mend b"]
    assert len(cause.statements) == 3


def test_other_cures_stand_apart() -> None:
    """What is mended elsewhere is another cause."""
    found = list(causes([entry("a.so", "/ci", "mend a"), entry("b.so", "/opt/ci", "mend b")]))

    assert [cause.hints for cause in found] == [["mend a"], ["mend b"]]


def test_heavier_causes_come_first() -> None:
    """An error is not hidden below warnings."""
    warning = finding("a-warning", Severity.WARNING, None)
    error = finding("z-error", Severity.ERROR, None)

    assert [cause.rule for cause in causes([warning, error])] == ["z-error", "a-warning"]


def test_findings_without_hint_of_one_rule_stand_together() -> None:
    """The rule is what they have in common."""
    (cause,) = causes([entry("a.so", "/ci", None), entry("b.so", "/opt/ci", None)])

    assert cause.hints == []
