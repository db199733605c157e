"""The rule about configure steps."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_failure, make_result, run_probe_rule
from wheelcheck.probe.facts import FoundPackage, Question, Step, VersionAnswer
from wheelcheck.rules.probe.probe_configure_failed import probe_configure_failed


def test_consumer_that_configures_is_silent() -> None:
    """A healthy component is not reported."""
    assert run_probe_rule(probe_configure_failed, make_facts()) == []


def test_failure_is_told_in_the_words_of_cmake() -> None:
    """The message names the consumer and says what CMake said."""
    broken = make_consumer(failure=make_failure(Step.CONFIGURE, "Could not find tiny"))
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(make_result(link=broken)))

    assert "'link_extra' does not configure: exit 1: Could not find tiny" in problem.message
    assert problem.hint is not None
    assert "repeat.sh" in problem.hint


def test_consumers_that_fail_alike_are_one_finding() -> None:
    """The words differ by the consumers' own names only."""
    link, baseline = (
        make_consumer(
            name, question, failure=make_failure(Step.CONFIGURE, f"{name}/CMakeLists.txt:3: not found")
        )
        for name, question in (("link_extra", Question.LINK), ("baseline_extra", Question.BASELINE))
    )
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(make_result(link=link, baseline=baseline)))

    assert "consumers 'link_extra', 'baseline_extra' do not configure" in problem.message


def test_consumer_shared_by_two_probes_is_one_finding() -> None:
    """What was built once fails once."""
    broken = make_consumer("baseline", Question.BASELINE, failure=make_failure(Step.CONFIGURE, "no"))
    results = [make_result(name=name, baseline=broken) for name in ("a", "b")]

    assert len(run_probe_rule(probe_configure_failed, make_facts(*results))) == 1


def test_refused_own_release() -> None:
    """A config that refuses the release it ships with is reported, a refused neighbour is not."""
    own = VersionAnswer("tiny", "1.0", is_own=True, accepted=False)
    other = VersionAnswer("tiny", "2.0", is_own=False, accepted=False)
    found = (FoundPackage("link_extra", "tiny", "<environment>/cmake"),)
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(versions=(own, other), packages=found))

    assert problem.subject == "tiny 1.0"
