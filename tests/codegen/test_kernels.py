"""Kernels and the keys of those that are made for some tensors only."""

from __future__ import annotations

import pytest

from tests.codegen.conftest import WriteYaml
from wheelcheck.codegen import CodegenError
from wheelcheck.codegen.kernels import Kernel
from wheelcheck.codegen.operators import read_operators

HEAD = """- func: add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
  type_alias: {T0: [Float, Double], T1: [Double, Int], H: [Half, BFloat16]}
  dim_order_alias: {D0: [0, 1, 2, 3], D1: [0, 3, 2, 1], BOTH: [[0, 1], [1, 0]]}
  kernels:
"""
DEFAULT = "    - {arg_meta: null, kernel_name: default_impl}\n"


def kernels(write: WriteYaml, rows: str) -> tuple[Kernel, ...]:
    (operator,), _ = read_operators(write(HEAD + rows), None, None)
    return operator.kernels


def test_one_key_per_combination(yaml_file: WriteYaml) -> None:
    """An alias has one value for all arguments that use it."""
    found = kernels(
        yaml_file,
        DEFAULT
        + "    - {arg_meta: {self: [T0, D0], other: [T1, D0], out: [T0, D0]}, kernel_name: one}\n"
        + "    - {arg_meta: {self: [T1, D0], other: [T1, D1], out: [T0, D1]}, kernel_name: two}\n",
    )

    assert [each.key for each in found] == [
        "default",
        "v1/3;0,1,2,3|3;0,3,2,1|6;0,3,2,1",
        "v1/3;0,1,2,3|3;0,3,2,1|7;0,3,2,1",
        "v1/6;0,1,2,3|3;0,1,2,3|6;0,1,2,3",
        "v1/6;0,1,2,3|7;0,1,2,3|6;0,1,2,3",
        "v1/7;0,1,2,3|3;0,1,2,3|7;0,1,2,3",
        "v1/7;0,1,2,3|7;0,1,2,3|7;0,1,2,3",
        "v1/7;0,1,2,3|7;0,3,2,1|6;0,3,2,1",
        "v1/7;0,1,2,3|7;0,3,2,1|7;0,3,2,1",
    ]
    assert found[0].qualified == "::at::native::default_impl"


def test_keys_follow_the_arguments(yaml_file: WriteYaml) -> None:
    """The runtime makes keys from the stack, so the order in the file says nothing."""
    (found,) = kernels(
        yaml_file, "    - {arg_meta: {out: [H, D0], self: [T9, D1]}, kernel_name: f}\n".replace("T9", "H")
    )[:1]

    assert found.key == "v1/15;0,3,2,1|15;0,1,2,3"


def test_an_order_alias_may_have_several_orders(yaml_file: WriteYaml) -> None:
    """Each order gives a key."""
    found = kernels(yaml_file, "    - {arg_meta: {self: [H, BOTH]}, kernel_name: f}\n")

    assert [each.key for each in found] == ["v1/15;0,1", "v1/15;1,0", "v1/5;0,1", "v1/5;1,0"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (DEFAULT, "ops.yaml:6:37: duplicate kernel key 'default', first at line 5"),
        ("    - {arg_meta: {self: [T2, D0]}, kernel_name: f}\n", "'T2' is not in 'type_alias'"),
        ("    - {arg_meta: {self: [T0, D2]}, kernel_name: f}\n", "'D2' is not in 'dim_order_alias'"),
        ("    - {arg_meta: {slef: [T0, D0]}, kernel_name: f}\n", "names 'slef', which is not an argument"),
        ("    - {arg_meta: {self: [T0]}, kernel_name: f}\n", "has 1 item, expected a type alias"),
        ("    - {arg_meta: null}\n", "ops.yaml:6:7: a kernel has no 'kernel_name'"),
        ("    - {kernel_name: a::b::c::d::f}\n", "has 4 namespaces, at most 3"),
        ("    - {kernel_name: a::delete}\n", "'delete' is not a C++ identifier"),
        ("    - {kernel_name: a-b}\n", "'a-b' is not a C++ identifier"),
        ("    - {kernel_nam: a}\n", "unknown key 'kernel_nam'"),
    ],
)
def test_faults(yaml_file: WriteYaml, row: str, message: str) -> None:
    """Each is reported at its place."""
    with pytest.raises(CodegenError) as caught:
        kernels(yaml_file, DEFAULT + row)

    assert message in caught.value.message
    assert "ops.yaml:6:" in caught.value.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("type_alias: {T0: [Flaot]}", "unknown element type 'Flaot'"),
        ("dim_order_alias: {D0: [0, 2]}", "dim order 'D0' is [0, 2], expected each of 0 to 1 once"),
        ("dim_order_alias: {D0: [0, x]}", "dim order 'D0' is [0, x]"),
    ],
)
def test_faulty_aliases(yaml_file: WriteYaml, line: str, message: str) -> None:
    """An alias that no tensor can have is a fault, used or not."""
    with pytest.raises(CodegenError) as caught:
        read_operators(yaml_file(f"- func: f(Tensor x) -> int\n  {line}\n  kernels: []\n"), None, None)

    assert message in caught.value.message
