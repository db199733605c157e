"""Names in messages and in evidence."""

from __future__ import annotations

from wheelcheck.rules.listing import evidence, listed, values


def test_message_names_the_first_three() -> None:
    """A sentence stays readable."""
    assert "'a', 'b', 'c' and 2 more" == listed(["a", "b", "c", "d", "e"])


def test_evidence_is_whole() -> None:
    """A report for a machine holds every name; what a person sees first is the reporter's choice."""
    names = [f"lib{number}.so" for number in range(5000)]

    assert names == [each.value for each in evidence(names)]


def test_bound_against_hostile_wheels_is_said() -> None:
    """The last row counts what is left out."""
    found = values([str(number) for number in range(10_002)], "member")

    assert 10_001 == len(found)
    assert "and 2 more" == found[-1].value


def test_one_name_is_no_list() -> None:
    """The message and the member say it already."""
    assert () == evidence(["a.so"])


def test_absurd_name_is_shortened() -> None:
    """Beginning and end tell enough of a name that nothing unpacks."""
    assert len(listed(["a" * 50_000])) < 300
