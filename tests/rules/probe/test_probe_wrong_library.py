"""The rule about where things came from."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_result, run_probe_rule
from wheelcheck.probe.facts import FoundPackage, Question
from wheelcheck.rules.probe.probe_wrong_library import probe_wrong_library


def test_libraries_of_the_environment_are_silent() -> None:
    """The SDK's own library, and other libraries of the host."""
    assert run_probe_rule(probe_wrong_library, make_facts()) == []


def test_library_of_the_host() -> None:
    """One of the SDK's name from elsewhere, whoever loaded it, is one finding."""
    link = make_consumer(loaded=("/usr/lib/libextra.so",))
    load = make_consumer("baseline_extra", Question.LOAD, loaded=("/usr/lib/libextra.so",))
    (problem,) = run_probe_rule(probe_wrong_library, make_facts(make_result(link=link, load=load)))

    assert problem.subject == "/usr/lib/libextra.so"
    assert problem.evidence[0].value == "link_extra, baseline_extra"


def test_config_of_the_host() -> None:
    """A config that find_package took from elsewhere."""
    found = (FoundPackage("link_extra", "tiny", "/usr/lib/cmake/tiny"),)
    (problem,) = run_probe_rule(probe_wrong_library, make_facts(packages=found))

    assert "found the config in '/usr/lib/cmake/tiny'" in problem.message
