"""The rule about version requests."""

from __future__ import annotations

from tests.support.probe_facts import make_facts, run_probe_rule
from wheelcheck.probe.facts import VersionAnswer
from wheelcheck.rules.probe.probe_version_accepted import probe_version_accepted


def test_refused_neighbours_are_silent() -> None:
    """The own release is accepted, the neighbours are not."""
    answers = (
        VersionAnswer("tiny", "1.0", is_own=True, accepted=True),
        VersionAnswer("tiny", "0.0", is_own=False, accepted=False),
    )

    assert run_probe_rule(probe_version_accepted, make_facts(versions=answers)) == []


def test_accepted_neighbour() -> None:
    """Another major is accepted."""
    answers = (VersionAnswer("tiny", "2.0", is_own=False, accepted=True),)
    (problem,) = run_probe_rule(probe_version_accepted, make_facts(versions=answers))

    assert problem.message == "find_package(tiny 2.0) accepts release '1.0'"
