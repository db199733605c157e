"""vacuous-promise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.contracts.vacuous_promise import vacuous_promise

CONFIG = "pair/lib/cmake/pair/pairConfig.cmake"
ADDS = "function(add name)\nset(PAIR_LIBRARIES ${PAIR_LIBRARIES} pair::${name} PARENT_SCOPE)\nendfunction()\n"


def said(contract: dict[str, Any], text: str = "") -> list[str]:
    plugin = make_binary("pair/plugins/libp.so", needed=["libibverbs.so.1", "libc.so.6"])
    wheel = make_wheel(files={CONFIG: text}, binaries=[plugin])
    return [each.subject for each in problems(run(vacuous_promise, make_subject(wheel, contract)))]


def package(**keys: Any) -> dict[str, Any]:
    return {"packages": {"pair": {"aggregate": "PAIR_LIBRARIES", **keys}}}


@pytest.mark.parametrize(
    "text",
    ["set(PAIR_LIBRARIES a)\n", "list(APPEND PAIR_LIBRARIES a)\n", ADDS, "set(PAIR_LIBRARIES ${OTHER})\n"],
)
def test_variable_that_is_filled_is_a_promise(text: str) -> None:
    """At once, by a function, with something unknown."""
    assert [] == said(package(), text)


@pytest.mark.parametrize("text", ["", "set(PAIR_LIBS a)\n", "set(PAIR_LIBRARIES a)\nset(PAIR_LIBRARIES)\n"])
def test_variable_that_holds_nothing_is_reported(text: str) -> None:
    """Never set, renamed, or emptied."""
    assert ["packages.pair.aggregate"] == said(package(), text)
    assert [] == said({"packages": {"pair": {"aggregate": "PAIR_LIBRARIES", "optional": True}}}, text)


def test_package_that_does_not_ship_is_another_rule() -> None:
    """`missing-component` reports it."""
    assert [] == said({"packages": {"other": {"aggregate": "OTHER_LIBRARIES"}}})


def test_marker_that_occurs_nowhere_is_reported() -> None:
    """As an argument of its own."""
    contract = package(**{"opt-in-marker": "OPT_IN", "aggregate": ""})

    assert ["packages.pair.opt-in-marker"] == said(contract, "add(a NOT_OPT_IN)\n# OPT_IN\n")
    assert [] == said(contract, "if(X)\nadd(a OPT_IN)\nendif()\n")


def test_marker_is_moot_without_an_opt_in_component() -> None:
    """Its library does not ship."""
    component = {"target": "pair::x", "library": "libx", "opt-in": True}
    keys = {"opt-in-marker": "OPT_IN", "aggregate": "", "components": {"x": component}}
    library = {"libraries": {"libx": {"presence": "optional"}}}

    assert [] == said({**package(**keys), **library}, "add(a)\n")


@pytest.mark.parametrize(
    ("glob", "plugin", "expected"),
    [
        ("pair/plugins/*.so", {"may-miss": ["libibverbs.so.*"]}, []),
        ("pair/plugins/*.so", {"may-miss": ["libfabric.so.*", "libc.*"]},
         ["plugins.pair/plugins/*.so.may-miss libfabric.so.*"]),
        ("pair/plugin/*.so", {"may-miss": ["libibverbs.so.1"]}, ["plugins.pair/plugin/*.so"]),
        ("pair/plugin/*.so", {"optional": True}, []),
        ("pair/plugins/*.so", {"may-miss": ["libfabric.so.*"], "optional": True}, []),
    ],
)  # fmt: skip
def test_plugins(glob: str, plugin: dict[str, Any], expected: list[str]) -> None:
    """Each glob matches a member, and each library is needed by one of those."""
    assert expected == said({"plugins": {glob: plugin}})
