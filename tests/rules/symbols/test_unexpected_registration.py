"""unexpected-registration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Registration
from wheelcheck.rules.symbols.unexpected_registration import unexpected_registration
from wheelcheck.subject import Subject


def library(spec: Mapping[str, Any], *names: str) -> Subject:
    records = [Registration("executorch", "ns", name, None) for name in names]
    binary = make_binary("pair/liba.so", registrations=records)
    contract = {"libraries": {"liba": {"registers": {"executorch": {"ns": spec}}}}}
    return make_subject(make_wheel(binaries=[binary]), contract)


def test_name_beyond_a_closed_list_is_reported() -> None:
    """A list of names is all of them."""
    found = problems(run(unexpected_registration, library({"names": ["a"]}, "a", "b")))

    assert ["ns::b"] == [each.subject for each in found]


def test_more_than_counted_is_reported() -> None:
    """Without names the count speaks."""
    assert ["ns"] == [
        each.subject for each in problems(run(unexpected_registration, library({"count": 1}, "a", "b")))
    ]


def test_other_namespace_is_reported() -> None:
    """One that the contract does not give to the object."""
    binary = make_binary("pair/liba.so", registrations=[Registration("executorch", "other", "a", None)])
    contract = {"libraries": {"liba": {"registers": {"executorch": {"ns": {"open": True}}}}}}
    found = problems(run(unexpected_registration, make_subject(make_wheel(binaries=[binary]), contract)))

    assert ["other::a"] == [each.subject for each in found]


def test_open_namespace_is_silent() -> None:
    """Others are welcome."""
    assert [] == run(unexpected_registration, library({"names": ["a"], "open": True}, "a", "b"))
