"""The grammar of operator schemas: what is read is written again, faults have a place."""

from __future__ import annotations

import pytest

from wheelcheck.codegen.grammar import SchemaError, parse_schema
from wheelcheck.codegen.schema import Alias, Argument, Return, Type

CANONICAL = (
    "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
    "quantized::choose.Tensor_out(Tensor x, *, Tensor(a!) s, Tensor(b!) z) -> (Tensor(a!), Tensor(b!))",
    "split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]",
    "stft(Tensor self, int n_fft, int? hop_length=None, str pad_mode='reflect', str? s=\"a, b)\") -> Tensor",
    "pool(Tensor self, int[2] kernel, int[2] stride=[], bool[3] mask=[True, (1, 2), {3}]) -> Tensor",
    "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
    "both(Tensor(a|b) x, Tensor(a! -> b|c) y, int[]? z=None) -> ()",
    "grid(Tensor theta, int N) -> Tensor grid",
    "max.dim(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    "__ior__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
    "nothing() -> ()",
    "klass(__torch__.torch.classes.quantized.Packed packed) -> Tensor",
)


@pytest.mark.parametrize("text", CANONICAL)
def test_a_schema_gives_its_text_again(text: str) -> None:
    """Nothing of a schema is lost in the model."""
    assert str(parse_schema(text).schema) == text


def test_parts() -> None:
    """Positional, keyword-only and written arguments are told apart."""
    schema = parse_schema(
        "ns::f.over(Tensor self, int[2] x=[1, 1], *, bool b=False, Tensor(a!) out) -> Tensor(a!)"
    ).schema

    written = Type("Tensor", Alias(("a",), is_write=True))
    assert (schema.namespace, schema.base, schema.overload, schema.name) == ("ns", "f", "over", "f.over")
    assert schema.positional == (
        Argument(Type("Tensor"), "self"),
        Argument(Type("int", None, ("[2]",)), "x", "[1, 1]"),
    )
    assert schema.outputs == (Argument(written, "out"),)
    assert schema.returns == (Return(written),)


def test_spacing_does_not_matter() -> None:
    """A schema written with other spaces is the same schema."""
    loose = "f.out( Tensor  self,int x = 3 ,* , Tensor( a! ) out )->Tensor(a!)"

    assert str(parse_schema(loose).schema) == "f.out(Tensor self, int x=3, *, Tensor(a!) out) -> Tensor(a!)"


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("f(Tenzor x) -> ()", 2, "unknown type 'Tenzor'"),
        ("a::b::f(Tensor x) -> ()", 0, "2 namespaces"),
        ("f.a.b(Tensor x) -> ()", 0, "overload 'a.b' is not made of letters, digits and underscores"),
        ("f(Tensor x, Tensor x) -> ()", 12, "two arguments are named 'x'"),
        ("f(Tensor x)", 11, "expected '->', found the end"),
        ("f(Tensor x) -> () more", 18, "text after the end"),
        ("f(Tensor x, *) -> ()", 14, "no argument follows"),
        ("f(Tensor x, *, *, int y) -> ()", 15, "'*' appears twice"),
        ("f(Tensor x int y) -> ()", 11, "expected ',' or ')'"),
        ("f(Tensor) -> ()", 8, "expected the argument's name"),
        ("f(int x=) -> ()", 8, "expected a default value"),
        ("f(int[2] x=[1, 1, *, int y) -> ()", 26, "expected ']' in a default value"),
        ("f(str x='a) -> ()", 8, "string without a closing quote"),
        ("f(Tensor(?) x) -> ()", 8, "expected an alias annotation"),
        ("", 0, "not an identifier"),
    ],
)
def test_faults_have_a_place(text: str, offset: int, message: str) -> None:
    """The offset is where the text stops being a schema."""
    with pytest.raises(SchemaError) as caught:
        parse_schema(text)

    assert message in caught.value.message
    assert caught.value.offset == offset
