"""Facts as text and JSON."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

from tests.reporters.test_check_json import schema
from tests.support.facts import make_binary, make_wheel
from tests.support.golden import assert_golden
from wheelcheck.binary.model import Registration
from wheelcheck.reporters import show_json, show_text
from wheelcheck.reporters.facts import WheelFacts
from wheelcheck.reporters.formats import Detail


def facts() -> WheelFacts:
    """Make the facts of a wheel with a registering library."""
    kernels = make_binary(
        "sdk/lib/libkernels.so",
        soname="libkernels.so",
        needed=["libsdk.so", "libc.so.6"],
        runpath=["$ORIGIN", "$ORIGIN/../lib"],
        exports=["a", "b"],
        registrations=[
            Registration("executorch", "quantized", "mul.out", None),
            Registration("executorch", "quantized", "add.out", None),
            Registration("executorch", "quantized", "add.out", "v1"),
            Registration("other", "ns", "x", None),
        ],
    )
    plain = make_binary("sdk/_c.so", soname=None, needed=[], rpath=["$ORIGIN/lib"])
    wheel = make_wheel(name="sdk", binaries=[kernels, plain], tags=["cp312-cp312-manylinux_2_28_x86_64"])
    return WheelFacts(wheel=wheel, claimed=wheel.platforms, needed="manylinux_2_27_x86_64")


def binaries() -> list[dict[str, Any]]:
    """Give the binaries of the JSON document."""
    found: list[dict[str, Any]] = json.loads(show_json.render(facts(), Detail()))["binaries"]
    return found


def test_facts_follow_the_published_schema() -> None:
    """The document validates, no field unknown."""
    jsonschema.validate(
        json.loads(show_json.render(facts(), Detail())), schema("show"), jsonschema.Draft202012Validator
    )


def test_operators_stand_per_namespace_sorted_and_once() -> None:
    """Two records of one name, with and without key, are one operator."""
    assert binaries()[0]["registers"] == {"quantized": ["add.out", "mul.out"]}


def test_other_schemes_stand_under_their_own_key() -> None:
    """Registrations that are no operators do not mix with them."""
    assert binaries()[0]["registers_other"] == {"ns": ["x"]}


def test_registers_is_present_when_nothing_registers() -> None:
    """A library that registers nothing says so."""
    assert binaries()[1]["registers"] == {}


def test_facts_of_one_binary() -> None:
    """Every fact of the interface is there."""
    plain = binaries()[1]

    assert plain["rpath"] == ["$ORIGIN/lib"]
    assert (plain["format"], plain["arch"], plain["soname"], plain["exports"]) == ("elf", "x86_64", None, 0)


def test_text() -> None:
    """The text holds the same facts."""
    assert_golden("reporters/show.txt", show_text.render(facts(), Detail(verbosity=1)))
