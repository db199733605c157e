"""The rule about search paths of consumers."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_result, run_probe_rule
from wheelcheck.binary.model import PathKind, SearchPath
from wheelcheck.probe.facts import Question
from wheelcheck.rules.probe.probe_leaked_search_path import probe_leaked_search_path


def test_search_paths_of_the_sdk_are_silent() -> None:
    """Entries relative to the application or inside the environment."""
    assert run_probe_rule(probe_leaked_search_path, make_facts()) == []


def test_absolute_and_empty_entries() -> None:
    """Each is one finding, whichever consumers carry it."""
    paths = (SearchPath(PathKind.RUNPATH, "/lib/intel64"), SearchPath(PathKind.RUNPATH, ""))
    link = make_consumer(search_paths=paths)
    baseline = make_consumer("baseline_extra", Question.BASELINE, search_paths=paths[:1])
    found = run_probe_rule(probe_leaked_search_path, make_facts(make_result(link=link, baseline=baseline)))

    assert [problem.subject for problem in found] == ["", "/lib/intel64"]
    assert found[1].evidence[0].value == "link_extra, baseline_extra"


def test_allowed_entry() -> None:
    """The contract's allow-list counts here too."""
    link = make_consumer(search_paths=(SearchPath(PathKind.RUNPATH, "/opt/rocm/lib"),))
    contract = {"search-paths": {"allowed": ["/opt/rocm/*"]}}

    assert run_probe_rule(probe_leaked_search_path, make_facts(make_result(link=link)), contract) == []
