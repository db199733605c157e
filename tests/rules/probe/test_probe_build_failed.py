"""The rule about build steps."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_failure, make_result, run_probe_rule
from wheelcheck.probe.facts import OfferedLink, Question, Step
from wheelcheck.rules.probe.probe_build_failed import probe_build_failed


def test_what_builds_is_silent() -> None:
    """A healthy component and an offered library that links are not reported."""
    link = OfferedLink(member="pair/lib/libx.so", targets=("x::x",))

    assert run_probe_rule(probe_build_failed, make_facts(offered=(link,))) == []


def test_consumer_that_does_not_build() -> None:
    """The linker's words are in the message."""
    broken = make_consumer(failure=make_failure(Step.BUILD, "undefined reference to `f'"))
    (problem,) = run_probe_rule(probe_build_failed, make_facts(make_result(link=broken)))

    assert "undefined reference to `f'" in problem.message


def test_offered_libraries_with_one_cause_are_one_finding() -> None:
    """Targets that fail for the same words stand together; a library without target goes by its file."""
    failure = make_failure(Step.BUILD, "libz-1.so, needed by libb.so, not found")
    links = (
        OfferedLink(member="pair/lib/libb.so", targets=("b::b",), failure=failure),
        OfferedLink(member="pair/lib/libc.so", targets=(), failure=failure),
    )
    (problem,) = run_probe_rule(probe_build_failed, make_facts(offered=links))

    assert "'b::b', 'libc.so'" in problem.message
    assert "needed by libb.so, not found" in problem.message


def test_target_without_a_file_is_reported_with_its_config() -> None:
    """What it leads to cannot be linked."""
    failure = make_failure(Step.BUILD, "contains: Threads::Threads but the target was not found")
    target = OfferedLink(member="pair/pairConfig.cmake", targets=("pair::pool",), failure=failure)
    (problem,) = run_probe_rule(probe_build_failed, make_facts(interfaces=(target,)))

    assert (problem.subject, problem.member) == ("pair::pool", "pair/pairConfig.cmake")


def test_failed_sample_is_another_rule() -> None:
    """Samples of headers are not reported twice."""
    sample = make_consumer("sample", Question.HEADER, failure=make_failure(Step.BUILD, "undefined"))

    assert run_probe_rule(probe_build_failed, make_facts(make_result(samples=(sample,)))) == []
