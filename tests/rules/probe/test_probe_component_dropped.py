"""The rule about components that the linker dropped."""

from __future__ import annotations

from tests.support.probe_facts import (
    CONTRACT,
    LIBRARY,
    make_consumer,
    make_facts,
    make_result,
    run_probe_rule,
)
from wheelcheck.probe.facts import Question
from wheelcheck.rules.probe.probe_component_dropped import probe_component_dropped


def test_needed_component_is_silent() -> None:
    """An application that needs the library is not reported."""
    assert run_probe_rule(probe_component_dropped, make_facts()) == []


def test_dropped_component() -> None:
    """An application without the library in DT_NEEDED is reported."""
    dropped = make_consumer(needed=("libc.so.6",))
    (problem,) = run_probe_rule(probe_component_dropped, make_facts(make_result(link=dropped)))

    assert problem.subject == LIBRARY
    assert "does not need 'libextra.so'" in problem.message


def test_consumer_that_was_not_built_is_silent() -> None:
    """Nothing is said about an application that does not exist."""
    assert (
        run_probe_rule(probe_component_dropped, make_facts(make_result(link=make_consumer(needed=())))) == []
    )


def test_aggregate_that_lost_a_library() -> None:
    """The route by variables must hold what the contract says."""
    probe = {
        **CONTRACT["probes"]["extra"],
        "legacy": {"cmake": "3.24", "libraries": "ALL", "holds": ["libextra"]},
    }
    legacy = make_consumer("legacy_extra", Question.LEGACY, needed=("libc.so.6",), at_startup=None)
    facts = make_facts(make_result(legacy=legacy))
    (problem,) = run_probe_rule(probe_component_dropped, facts, {**CONTRACT, "probes": {"extra": probe}})

    assert "links ALL" in problem.message
