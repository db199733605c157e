"""Registries that a contract declares: read from a wheel like those that wheelcheck knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.contracts import contract_of, load_contract, write_contract
from tests.support.pairs import audit_description
from tests.support.wheelmaker import build_wheel
from wheelcheck.cli.main import run
from wheelcheck.contract.schemes import registry_schemes
from wheelcheck.errors import ContractError

RECORDS: dict[str, Any] = {
    "entry-points": ["_ZN4mine8registerE"],
    "size": 24,
    "name": 0,
    "key": 8,
    "function": 16,
    "name-pattern": "[a-z]+::[a-z]+",
}
NAMES: dict[str, Any] = {"entry-points": ["_ZN4mine9add_codecE"], "pattern": "[a-z]+_codec"}
LIBRARY: dict[str, Any] = {
    "registers": {"mine": {"ops": {"names": ["add", "mul"]}}},
    "backends": ["fast_codec", "slow_codec"],
}


def missing(scheme: dict[str, Any], tmp_path: Path, **elf: Any) -> list[str]:
    """Return what of `LIBRARY` a library does not register in the contract's own registry."""
    options = {
        "soname": "libx.so",
        "imports": ["_ZN4mine8registerENS_4SpanE", "_ZN4mine9add_codecEPKc"],
        "registrations": ["ops::add", "ops::mul", "Ops::Upper"],
        "registrar": False,
        "strings": ["fast_codec", "slow_codec", "codec"],
        **elf,
    }
    description = {
        "member": [{"path": "pair/libx.so", "elf": options}],
        "contract": {"schemes": {"mine": scheme}, "libraries": {"libx": LIBRARY}},
    }
    report = audit_description(description, tmp_path)
    rules = {"missing-registration", "missing-backend", "unexpected-registration"}
    return [each.subject for each in report.findings if each.rule in rules]


def test_registry_of_the_contract_is_read(tmp_path: Path) -> None:
    """Records of its layout, and names of its form; what has neither is none of its own."""
    scheme = {"records": RECORDS, "names": NAMES}

    assert [] == missing(scheme, tmp_path)
    assert ["slow_codec", "ops::mul"] == missing(
        scheme, tmp_path, registrations=["ops::add"], strings=["fast_codec"]
    )


def test_show_lists_what_the_contract_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--contract`: the wheel's own name chooses another one."""
    elf = {
        "soname": "libx.so",
        "imports": ["_ZN4mine8registerENS_4SpanE"],
        "registrations": ["ops::add", "ops::mul"],
        "registrar": False,
    }
    wheel = build_wheel({"member": [{"path": "pair/libx.so", "elf": elf}]}, tmp_path)
    contract = write_contract({"schemes": {"mine": {"records": RECORDS}}}, tmp_path)

    assert 0 == run(["show", str(wheel), "-v"])
    assert "mine" not in capsys.readouterr().out
    assert 0 == run(["show", str(wheel), "-v", "--contract", str(contract)])
    assert "2 (mine): ops 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("records", "names", "expected"),
    [
        ({"entry-points": ["_ZN5other"]}, {}, ["ops::add"]),
        ({"name-pattern": "[A-Z][a-z]+::[A-Z][a-z]+"}, {}, ["ops::add", "Ops::Upper"]),
        ({"bits": 32}, {}, ["ops::add"]),
        ({"size": 32, "name": 8, "key": 16, "function": 24}, {}, []),
        ({"key": 16, "function": 8}, {}, ["ops::add"]),
        ({}, {"entry-points": ["_ZN5other"]}, ["fast_codec", "slow_codec"]),
        ({}, {"pattern": "fast_[a-z]+"}, ["slow_codec"]),
    ],
)
def test_every_key_of_a_scheme_counts(
    records: dict[str, Any], names: dict[str, Any], expected: list[str], tmp_path: Path
) -> None:
    """Another value finds nothing, or something else; a header before the record's fields moves nothing."""
    scheme = {"records": {**RECORDS, **records}, "names": {**NAMES, **names}}

    assert expected == missing(scheme, tmp_path)


def test_scheme_without_names_has_records_only() -> None:
    """Most registries take tables."""
    (scheme,) = registry_schemes(contract_of({"schemes": {"mine": {"records": RECORDS}}}))

    assert ("mine", None, 64) == (scheme.name, scheme.names, scheme.records.bits)


@pytest.mark.parametrize("field", ["name", "key", "function"])
def test_field_outside_its_record_is_refused(field: str, tmp_path: Path) -> None:
    """Nothing would be found there, or the next record's field."""
    path = write_contract({"schemes": {"mine": {"records": {**RECORDS, field: 17}}}}, tmp_path)
    with pytest.raises(ContractError, match=rf"schemes\.mine\.records\.{field}: .* 17 .* 24 bytes"):
        load_contract(str(path))
