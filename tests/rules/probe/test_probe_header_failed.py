"""The rule about public headers."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_failure, make_result, run_probe_rule
from wheelcheck.probe.facts import HeaderFailure, Question, Step
from wheelcheck.rules.probe.probe_header_failed import probe_header_failed


def test_headers_that_compile_are_silent() -> None:
    """A healthy component is not reported."""
    result = make_result(headers=3, samples=(make_consumer("sample", Question.HEADER),))

    assert run_probe_rule(probe_header_failed, make_facts(result)) == []


def test_header_that_does_not_compile() -> None:
    """The finding is about the header's member."""
    failure = HeaderFailure(
        member="pair/include/x.h", words=("fatal error: y.h: No such file",), command="sh r.sh"
    )
    (problem,) = run_probe_rule(
        probe_header_failed, make_facts(make_result(headers=1, header_failures=(failure,)))
    )

    assert problem.member == "pair/include/x.h"
    assert "y.h: No such file" in problem.message


def test_sample_that_does_not_link() -> None:
    """Declared and defined nowhere."""
    sample = make_consumer(
        "sample_clear", Question.HEADER, failure=make_failure(Step.BUILD, "undefined reference to `clear()'")
    )
    (problem,) = run_probe_rule(probe_header_failed, make_facts(make_result(samples=(sample,))))

    assert "undefined reference to `clear()'" in problem.message
