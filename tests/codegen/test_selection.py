"""selected_operators.yaml: operators and kernels that a build needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.codegen import DATA, entry
from tests.codegen.conftest import WriteYaml
from wheelcheck.codegen import CodegenError, Request, generate

Select = Callable[..., list[str]]


@pytest.fixture
def select(yaml_file: WriteYaml) -> Select:
    """Return `name key` of every kernel that a selection leaves of data/custom_ops.yaml."""

    def run(text: str, more: str = "") -> list[str]:
        operators = yaml_file((DATA / "custom_ops.yaml").read_text("utf-8") + more)
        generation = generate(Request(custom_ops=operators, selection=yaml_file(text, "selected.yaml")))
        return [f"{each.name} {kernel.key}" for each in generation.operators for kernel in each.kernels]

    return run


def test_named_operators(select: Select) -> None:
    """A name with overload is one operator, a name without one covers all overloads."""
    assert select("operators: {'custom::count': {}}") == ["custom::count default"]
    assert select("operators: {'custom::lists': null}") == ["custom::lists.out default"]
    assert select("operators: {'custom::lists': {include_all_overloads: false}}") == []


def test_operators_of_other_libraries_leave_an_empty_one(select: Select) -> None:
    """A selection is for all libraries of a program."""
    assert select("operators: {'aten::add.out': {}}") == []
    assert select("") == []


def test_operators_that_no_model_calls_are_left_out(select: Select) -> None:
    """Only root operators are called through the registry."""
    assert select("operators: {'custom::count': {is_root_operator: false}}") == []


def test_everything(select: Select) -> None:
    """`include_all_operators` keeps all."""
    assert len(select("include_all_operators: true")) == 6


def test_keys_choose_kernels_of_an_operator_together(select: Select) -> None:
    """A model's key takes its own kernel, whatever the version, and the default when there is none."""
    text = "operators: {'custom::mul.out': {}}\net_kernel_metadata: {'custom::mul.out': [%s]}"
    exact = "v2/7;0,1|7;0,1|7;0,1"

    assert select(text % f"'{exact}'") == ["custom::mul.out v1/7;0,1|7;0,1|7;0,1"]
    assert select(text % "'v1/1;0|1;0|1;0'") == ["custom::mul.out default"]
    assert select(text % f"default, '{exact}'") == [
        "custom::mul.out default",
        "custom::mul.out v1/7;0,1|7;0,1|7;0,1",
    ]


def test_an_operator_without_metadata_keeps_its_kernels(select: Select) -> None:
    """Left out by a missing list is worse than some bytes more."""
    assert len(select("operators: {'custom::mul.out': {}}")) == 3


def test_a_key_that_no_kernel_serves(select: Select) -> None:
    """The place is in the selection, the hint in the operators."""
    special = (
        "- func: s::f(Tensor x) -> int\n  type_alias: {T: [Float]}\n  dim_order_alias: {D: [0]}\n"
        "  kernels: [{arg_meta: {x: [T, D]}, kernel_name: k::f}]\n"
    )
    with pytest.raises(
        CodegenError, match=r"selected\.yaml:2:36: operator 's::f' has no kernel for 'default'$"
    ):
        select("operators: {'s::f': {}}\net_kernel_metadata: {'s::f':     [ default ]}", special)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("operator: {}", "selected.yaml:1:1: unknown key 'operator' in the file"),
        ("operators: {a: {root: true}}", "unknown key 'root' in operator 'a'"),
        ("include_all_operators: maybe", "expected true or false"),
        ("operators: [a]", "'operators' is a list, expected a mapping"),
    ],
)
def test_faults(select: Select, text: str, message: str) -> None:
    """A key that is not read would select something else than was meant."""
    with pytest.raises(CodegenError) as caught:
        select(text, entry("x::y(Tensor a) -> int"))

    assert message in caught.value.message
