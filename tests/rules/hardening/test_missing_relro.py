"""missing-relro."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.model import Problem
from wheelcheck.rules.hardening.missing_relro import missing_relro


def found(**facts: dict[str, Any]) -> list[Problem]:
    """Run the rule on a wheel with these objects: name → facts."""
    binaries = [make_binary(f"pair/{name}.so", **each) for name, each in facts.items()]
    return problems(run(missing_relro, make_wheel(binaries=binaries)))


@pytest.mark.parametrize(
    ("facts", "lack"),
    [
        ({"has_relro": False, "binds_now": False}, "PT_GNU_RELRO"),
        ({"has_relro": False}, "PT_GNU_RELRO"),
        ({"binds_now": False}, "immediate binding (BIND_NOW)"),
    ],
)
def test_lack_is_named(facts: dict[str, Any], lack: str) -> None:
    """The stronger of the two."""
    (problem,) = found(a=facts, b={})

    assert f"1 of 2 objects lacks {lack}: the loader's tables stay writable" == problem.message
    assert [(f"lacks {lack}", "pair/a.so")] == [(each.label, each.value) for each in problem.evidence]


def test_one_finding_for_the_wheel_names_every_object() -> None:
    """What each one lacks is in the evidence."""
    (problem,) = found(b={"has_relro": False}, a={"binds_now": False})

    assert "pair/a.so" == problem.member
    assert (
        "2 of 2 objects lack immediate binding (BIND_NOW) or PT_GNU_RELRO: the loader's tables stay writable"
        == problem.message
    )
    assert ["pair/a.so", "pair/b.so"] == [each.value for each in problem.evidence]


def test_full_relro_is_fine() -> None:
    """Both are there."""
    assert [] == found(a={})


def test_file_that_no_loader_reads_is_fine() -> None:
    """It has no tables to protect."""
    assert [] == found(a={"is_loadable": False, "has_relro": False})
