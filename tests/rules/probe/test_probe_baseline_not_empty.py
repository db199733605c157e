"""The rule about registrations that nobody asked for."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_result, observed, run_probe_rule
from wheelcheck.probe.facts import Question
from wheelcheck.rules.probe.probe_baseline_not_empty import probe_baseline_not_empty


def test_empty_baseline_is_silent() -> None:
    """A consumer without the component and without its names is not reported."""
    assert run_probe_rule(probe_baseline_not_empty, make_facts()) == []


def test_names_of_other_namespaces_are_welcome() -> None:
    """The runtime has registrations of its own."""
    baseline = make_consumer("baseline", Question.BASELINE, at_startup=observed(["core::add"]))

    assert run_probe_rule(probe_baseline_not_empty, make_facts(make_result(baseline=baseline))) == []


def test_component_that_is_there_anyway() -> None:
    """The names and what was loaded are told."""
    baseline = make_consumer("baseline", Question.BASELINE, at_startup=observed(["extra::one"]))
    (problem,) = run_probe_rule(probe_baseline_not_empty, make_facts(make_result(baseline=baseline)))

    assert "1 registration in 'extra', expected none" in problem.message
    assert problem.evidence[0].value == "extra::one"


def test_aggregate_with_the_opt_in_component() -> None:
    """The route by variables counts as a consumer that did not ask."""
    legacy = make_consumer("legacy_extra", Question.LEGACY)

    assert len(run_probe_rule(probe_baseline_not_empty, make_facts(make_result(legacy=legacy)))) == 1
