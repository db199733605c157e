"""missing-registration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Registration
from wheelcheck.rules.symbols.missing_registration import missing_registration
from wheelcheck.subject import Subject


def library(spec: Mapping[str, Any], *names: str) -> Subject:
    records = [Registration("executorch", "ns", name, None) for name in names]
    binary = make_binary("pair/liba.so", registrations=records)
    contract = {"libraries": {"liba": {"registers": {"executorch": {"ns": spec}}}}}
    return make_subject(make_wheel(binaries=[binary]), contract)


def test_renamed_operator_is_reported() -> None:
    """By its qualified name."""
    (found,) = problems(
        run(missing_registration, library({"names": ["add.out", "mul.out"]}, "add.out", "mulx.out"))
    )

    assert "ns::mul.out" == found.subject


def test_count_that_falls_short_is_reported() -> None:
    """Names that nobody listed are counted."""
    (found,) = problems(run(missing_registration, library({"count": 3}, "a", "b")))

    assert "registers 2" in found.message
    assert "expected 3" in found.message


def test_complete_table_is_silent() -> None:
    """Names and count agree."""
    assert [] == run(missing_registration, library({"names": ["a"], "count": 1}, "a"))


def test_dropped_registrar_is_its_own_finding() -> None:
    """A table that nobody reads is not judged by its names."""
    binary = make_binary("pair/liba.so")
    spec = {"registers": {"executorch": {"ns": {"names": ["a"]}}}, "registrar": ["register_*"]}
    subject = make_subject(make_wheel(binaries=[binary]), {"libraries": {"liba": spec}})

    assert [] == run(missing_registration, subject)
