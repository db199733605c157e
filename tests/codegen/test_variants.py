"""Schemas that native_functions.yaml only names under `autogen`."""

from __future__ import annotations

import pytest

from wheelcheck.codegen.grammar import parse_schema, split_name
from wheelcheck.codegen.variants import derive_variant

OPTIONS = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"


def derive(entry: str, name: str) -> str:
    _, base, overload = split_name(name)
    return str(derive_variant(parse_schema(entry).schema, base, overload))


@pytest.mark.parametrize(
    ("entry", "derived"),
    [
        (
            f"_to_copy(Tensor self, *, {OPTIONS}, bool non_blocking=False) -> Tensor",
            "_to_copy.out(Tensor self, *, bool non_blocking=False, Tensor(a!) out) -> Tensor(a!)",
        ),
        (
            "mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
            "mul.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        ),
        (
            "split_copy.Tensor(Tensor self, int dim=0) -> Tensor[]",
            "split_copy.Tensor_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> ()",
        ),
        (
            "var_mean(Tensor self) -> (Tensor, Tensor)",
            "var_mean.out(Tensor self, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))",
        ),
        (
            "observe(Tensor self, Tensor(a!) scale) -> Tensor",
            "observe.out(Tensor self, Tensor(a!) scale, *, Tensor(b!) out) -> Tensor(b!)",
        ),
        (
            "__ilshift__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
            "__lshift__.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        ),
        (
            "observe(Tensor self, Tensor(a!) scale) -> Tensor",
            "observe_functional(Tensor self, Tensor scale) -> (Tensor, Tensor scale_out)",
        ),
    ],
)
def test_variants_follow_from_the_entry(entry: str, derived: str) -> None:
    """As torchgen makes them."""
    assert derive(entry, derived.partition("(")[0]) == derived


def test_other_names_are_not_variants() -> None:
    """A name that no rule explains gives nothing."""
    assert derive("add.Tensor(Tensor self) -> Tensor", "add.other") == "None"
