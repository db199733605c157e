"""The rule about runs."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_failure, make_result, run_probe_rule
from wheelcheck.probe.facts import Question, Step
from wheelcheck.rules.probe.probe_run_failed import probe_run_failed


def test_what_runs_is_silent() -> None:
    """A healthy component is not reported."""
    assert run_probe_rule(probe_run_failed, make_facts()) == []


def test_consumer_that_fails_says_what_it_printed() -> None:
    """The first line is in the message, the others are its evidence."""
    words = ("libx.so: cannot open shared object file", "aborted")
    broken = make_consumer(failure=make_failure(Step.RUN, *words))
    (problem,) = run_probe_rule(probe_run_failed, make_facts(make_result(link=broken)))

    assert "cannot open shared object file" in problem.message
    assert [each.value for each in problem.evidence] == ["aborted"]


def test_load_and_baseline_of_one_program_fail_apart() -> None:
    """One program that fails for two reasons is two findings."""
    baseline = make_consumer("baseline", Question.BASELINE, failure=make_failure(Step.RUN, "no"))
    load = make_consumer("baseline", Question.LOAD, failure=make_failure(Step.RUN, "cannot load the library"))

    assert len(run_probe_rule(probe_run_failed, make_facts(make_result(baseline=baseline, load=load)))) == 2


def test_shipped_program_that_fails() -> None:
    """A program of the wheel is named by its path."""
    result = make_result(programs=(("bin/tool", make_failure(Step.RUN, "no")), ("bin/other", None)))
    (problem,) = run_probe_rule(probe_run_failed, make_facts(result))

    assert problem.subject == "bin/tool"
