"""The generated text: golden files, and what holds for all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.codegen import DATA, entry
from tests.codegen.conftest import WriteYaml
from tests.support.golden import assert_golden
from wheelcheck.codegen import CodegenError, Generation, Request, generate

MODES = {
    "static": Request(custom_ops=DATA / "custom_ops.yaml"),
    "aten": Request(functions=DATA / "functions.yaml", aten=DATA / "native_functions.yaml"),
    "manual": Request(custom_ops=DATA / "custom_ops.yaml", is_manual=True),
    "named": Request(
        custom_ops=DATA / "custom_ops.yaml", is_manual=True, library="custom", has_exception_boundary=True
    ),
}


def texts(request: Request) -> dict[str, str]:
    return {each.name: each.text for each in generate(request).files}


def source(generation: Generation) -> str:
    return generation.files[0].text


@pytest.mark.parametrize("mode", MODES)
def test_golden(mode: str) -> None:
    """Every file of every mode, letter by letter."""
    parts = (f"==== {name}\n{text}" for name, text in texts(MODES[mode]).items())

    assert_golden(f"codegen/{mode}.txt", "".join(parts))


@pytest.mark.parametrize("mode", MODES)
def test_every_name_appears_once(mode: str) -> None:
    """One literal per operator, one per line: others count them."""
    generation = generate(MODES[mode])
    literals = re.findall(r'"([A-Za-z_]\w*::[\w.]+)"', source(generation))

    assert sorted(literals) == sorted(each.name for each in generation.operators)
    assert all(line.count("::") < 2 for line in source(generation).splitlines() if re.search(r'"\w+::', line))


def test_the_same_input_gives_the_same_text(yaml_file: WriteYaml) -> None:
    """The order of the entries says nothing."""
    first, second = entry("a::f(Tensor x) -> int"), entry("a::g(Tensor x) -> int")
    there = generate(Request(custom_ops=yaml_file(first + second)))
    back = generate(Request(custom_ops=yaml_file(second + first)))

    assert there.files == back.files


def test_files_of_a_mode() -> None:
    """A named library has a header of its own, and the usual header leads to it."""
    named = texts(MODES["named"])

    assert list(texts(MODES["static"])) == [
        "RegisterCodegenUnboxedKernelsEverything.cpp",
        "NativeFunctions.h",
    ]
    assert list(texts(MODES["manual"])) == [
        "RegisterKernelsEverything.cpp",
        "NativeFunctions.h",
        "RegisterKernels.h",
    ]
    assert list(named) == [
        "RegisterKernelsEverything.cpp",
        "NativeFunctions.h",
        "register_custom_kernels.h",
        "RegisterKernels.h",
    ]
    assert '#include "register_custom_kernels.h"' in named["RegisterKernels.h"]
    assert "Error register_custom_kernels();" in named["register_custom_kernels.h"]
    assert "inline Error register_kernels_custom()" in named["register_custom_kernels.h"]


def test_an_alias_that_would_be_the_function_is_left_out() -> None:
    """`--lib-name kernels` gives one name, declared once."""
    request = MODES["named"]._replace(library="kernels")

    assert texts(request)["register_kernels_kernels.h"].count("register_kernels_kernels()") == 1


@pytest.mark.parametrize("request_", [MODES["static"], MODES["manual"], MODES["named"]])
def test_the_table_is_static_and_constant(request_: Request) -> None:
    """What reads libraries finds it, whatever the optimisation."""
    assert "static const Kernel kernels[] = {" in source(generate(request_))


def test_no_operators(yaml_file: WriteYaml) -> None:
    """Nothing is registered, and the text has no empty array."""
    empty = Request(custom_ops=yaml_file(""), is_manual=True, library="none")

    assert "kernels[]" not in source(generate(empty))
    assert "return Error::Ok;" in source(generate(empty))
    assert "register_kernels(" not in source(generate(empty._replace(is_manual=False, library=None)))


def test_names_that_mean_something_in_cpp(yaml_file: WriteYaml) -> None:
    """Arguments may be called like keywords, like each other with a suffix, and like our own variables."""
    schema = "a::f(Tensor int, float? int_, int x, int x_base, int context, int stack, int result_) -> float"
    generation = generate(Request(custom_ops=yaml_file(entry(schema))))

    assert "Tensor& int__, std::optional<double> int_, " in generation.files[1].text
    assert "int64_t context_, int64_t stack, int64_t result_);" in generation.files[1].text
    assert "int_base, int__opt_out, x_base, x_base_base, context_base" in source(generation)


def test_operators_whose_names_look_alike(yaml_file: WriteYaml) -> None:
    """`a_b::c` and `a::b_c` become two functions."""
    both = entry("a_b::c(Tensor x) -> int") + entry("a::b_c(Tensor x) -> int")
    defined = re.findall(
        r"^void (call_\w+)\(", source(generate(Request(custom_ops=yaml_file(both)))), re.MULTILINE
    )

    assert defined == ["call_a_b_c", "call_a_b_c_2"]


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("a::f(Scalar[] x) -> int", "1:14: argument 'x' of 'a::f' has type 'Scalar[]'"),
        ("a::f(Generator? x) -> int", "1:14: argument 'x' of 'a::f' has type 'Generator?'"),
        ("a::f.out(Tensor(a!)? x, *, Tensor(b!) out) -> Tensor(b!)", "1:18: argument 'x'"),
        ("a::f(Tensor x) -> int[]", "1:27: no kernel can return 'int[]'"),
        ("a::f(Tensor x) -> ()", "1:27: operator 'a::f' returns nothing and has no output"),
        ("a::f(Tensor x) -> (Tensor, Tensor)", "1:27: operator 'a::f' returns 2 values"),
        ("a::f(*, Tensor(a!) x, int y) -> ()", "1:31: argument 'y' follows the output 'x'"),
        ("a::f(*, Tensor(a!) x) -> Tensor", "1:34: operator 'a::f' returns 'Tensor' for its output 'x'"),
        (
            "a::f(*, Tensor(a!) x) -> (Tensor(a!), int)",
            "1:34: operator 'a::f' has 1 output and returns 2 values",
        ),
    ],
)
def test_what_the_runtime_cannot_do(yaml_file: WriteYaml, schema: str, message: str) -> None:
    """Refused where the schema says it, before a compiler has to."""
    with pytest.raises(CodegenError) as caught:
        generate(Request(custom_ops=yaml_file(entry(schema))))

    assert f"ops.yaml:{message}" in caught.value.message


def test_a_kernel_that_would_return_two_types(yaml_file: WriteYaml) -> None:
    """C++ has no overloads by return type."""
    both = entry("a::f(Tensor x) -> int") + entry("a::g(Tensor x) -> bool")

    with pytest.raises(
        CodegenError, match=r"ops\.yaml:8:20: kernel 'k::native::f' returns 'int64_t' for one"
    ):
        generate(Request(custom_ops=yaml_file(both)))


@pytest.mark.parametrize("name", ["", "int", "8bit", "a-b", "a b", "a__b", "_a", "a_", "ü"])
def test_library_names_that_cannot_be(name: str) -> None:
    """The name becomes part of an identifier."""
    with pytest.raises(CodegenError, match="--lib-name"):
        generate(MODES["named"]._replace(library=name))


def test_a_library_name_needs_manual_mode() -> None:
    """Without a function there is nothing to name."""
    with pytest.raises(CodegenError, match="exists only with --manual-registration"):
        generate(Request(custom_ops=Path("unread.yaml"), library="x"))


def test_no_input() -> None:
    """At least one list of operators is needed."""
    with pytest.raises(CodegenError, match="neither --custom-ops-yaml nor --functions-yaml"):
        generate(Request())


@pytest.mark.parametrize(
    ("type_", "hint"), [("Dimname x", "Tensor, Tensor?, Tensor[]"), ("Scalar(a!) x", "Tensor, Tensor[]")]
)
def test_type_that_no_kernel_takes_is_answered_with_those_that_it_takes(
    type_: str, hint: str, yaml_file: WriteYaml
) -> None:
    """To read, or to write."""
    path = yaml_file(entry(f"a::f({type_}) -> int"))
    with pytest.raises(CodegenError, match="cannot pass to a kernel") as caught:
        generate(Request(custom_ops=path))

    assert str(caught.value.hint).startswith(f"use one of: {hint}")
