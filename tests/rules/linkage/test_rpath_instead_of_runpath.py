"""rpath-instead-of-runpath."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.linkage.rpath_instead_of_runpath import rpath_instead_of_runpath


def test_rpath_is_noted() -> None:
    """Nobody declared a kind."""
    (found,) = problems(run(rpath_instead_of_runpath, make_binary(rpath=["$ORIGIN"])))

    assert None is found.severity
    assert "DT_RPATH" == found.subject


def test_rpath_of_a_repair_tool_is_fine() -> None:
    """Grafted libraries rely on the inherited path."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/libx.so", rpath=["$ORIGIN/../pair.libs"]),
            make_binary("pair.libs/liba-0123abcd.so.1", rpath=["$ORIGIN"]),
        ]
    )

    assert [] == run(rpath_instead_of_runpath, wheel)


def test_other_kind_than_the_contracts_is_an_error() -> None:
    """Either kind can be the declared one."""
    rpath, runpath = (
        make_wheel(binaries=[each]) for each in (make_binary(rpath=["."]), make_binary(runpath=["."]))
    )
    wants = {kind: {"search-paths": {"kind": kind}} for kind in ("RPATH", "RUNPATH")}
    said = [
        problems(run(rpath_instead_of_runpath, make_subject(wheel, wants[kind])))
        for wheel, kind in ((rpath, "RUNPATH"), (runpath, "RPATH"), (rpath, "RPATH"), (runpath, "RUNPATH"))
    ]

    assert [[Severity.ERROR], [Severity.ERROR], [], []] == [
        [each.severity for each in found] for found in said
    ]


def test_runpath_is_fine() -> None:
    """It is what link editors write today."""
    assert [] == run(rpath_instead_of_runpath, make_binary(runpath=["$ORIGIN"]))
