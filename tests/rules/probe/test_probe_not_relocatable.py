"""The rule about deployment."""

from __future__ import annotations

from tests.support.probe_facts import CONTRACT, make_consumer, make_facts, make_result, run_probe_rule
from wheelcheck.binary.model import PathKind, SearchPath
from wheelcheck.probe.facts import Deployment, Relocation
from wheelcheck.rules.probe.probe_not_relocatable import probe_not_relocatable

WANTED = {
    **CONTRACT,
    "probes": {
        "extra": {**CONTRACT["probes"]["extra"], "consumer": {"search-path": "RUNPATH", "origin": True}}
    },
}


def test_deployments_that_run_are_silent() -> None:
    """Flat, tree and gone as they should be."""
    relocations = tuple(Relocation(kind=kind) for kind in Deployment)

    assert (
        run_probe_rule(probe_not_relocatable, make_facts(make_result(relocations=relocations)), WANTED) == []
    )


def test_deployment_that_does_not_start() -> None:
    """The loader's words are in the message."""
    flat = Relocation(
        kind=Deployment.FLAT, fault="exit 127", words=("libextra.so: cannot open shared object file",)
    )
    (problem,) = run_probe_rule(probe_not_relocatable, make_facts(make_result(relocations=(flat,))))

    assert "copied next to it: exit 127: libextra.so: cannot open" in problem.message


def test_run_on_something_else() -> None:
    """A run without the SDK on the host's library is no success."""
    gone = Relocation(kind=Deployment.GONE, fault="it still runs", words=("/usr/lib/libextra.so",))
    (problem,) = run_probe_rule(probe_not_relocatable, make_facts(make_result(relocations=(gone,))))

    assert "/usr/lib/libextra.so" in problem.message


def test_search_path_of_the_wrong_kind_and_without_origin() -> None:
    """What the contract wants of the application is held against its dynamic table."""
    link = make_consumer(search_paths=(SearchPath(PathKind.RPATH, "<environment>/lib"),))
    found = run_probe_rule(probe_not_relocatable, make_facts(make_result(link=link)), WANTED)

    assert [problem.subject for problem in found] == ["extra search path", "extra $ORIGIN"]
