"""functions.yaml, custom_ops.yaml and native_functions.yaml: what is read, and what is refused where."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.codegen import DATA, entry
from tests.codegen.conftest import WriteYaml
from wheelcheck.codegen import CodegenError, Operator
from wheelcheck.codegen.native import read_entries
from wheelcheck.codegen.operators import read_operators

NATIVE = DATA / "native_functions.yaml"
TO_COPY = (
    "aten _to_copy.out(Tensor self, *, bool non_blocking=False, MemoryFormat? memory_format=None, "
    "Tensor(a!) out) -> Tensor(a!)"
)
EMPTY = (
    "dim_order_ops dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, "
    "Tensor(a!) out) -> Tensor(a!)"
)
SCHEMA = "a::f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)"


def read(path: Path) -> list[Operator]:
    return read_operators(path, None, None)[0]


def refusal(path: Path) -> str:
    with pytest.raises(CodegenError) as caught:
        read(path)
    return caught.value.message.removeprefix(str(path.parent) + "/")


def test_aten_operators_get_their_schema() -> None:
    """Entries with `op` take the schema from native_functions.yaml, derived ones too."""
    operators, inputs = read_operators(None, DATA / "functions.yaml", NATIVE)

    assert inputs == (DATA / "functions.yaml", NATIVE)
    assert [f"{each.namespace} {each.schema}" for each in operators] == [
        TO_COPY,
        "aten add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
        "aten cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)",
        EMPTY,
    ]


def test_a_file_in_another_layout_is_read_whole(yaml_file: WriteYaml) -> None:
    """The line scan is a short cut, not a requirement."""
    path = yaml_file(
        "-   variants: function\n    func:\n      add.out(Tensor self,\n      Tensor(a!) out) -> Tensor(a!)\n"
    )

    found = read_entries(path, {"aten::add.out"})

    assert str(found["aten::add.out"].schema) == "add.out(Tensor self, Tensor(a!) out) -> Tensor(a!)"


def test_only_needed_entries_are_parsed(yaml_file: WriteYaml) -> None:
    """A fault elsewhere in native_functions.yaml does no harm."""
    path = yaml_file("- func: broken(\n  tags: [\n\n" + NATIVE.read_text("utf-8"))

    assert set(read_entries(path, {"aten::add.out"})) == {"aten::add.out"}


def test_kernels_of_native_functions_are_kept(yaml_file: WriteYaml) -> None:
    """An entry of native_functions.yaml may list its kernels."""
    native = yaml_file(
        entry("add.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", "n::add"), "native.yaml"
    )
    functions = yaml_file("- op: add.out\n")

    (operator,), _ = read_operators(None, functions, native)

    assert [each.qualified for each in operator.kernels] == ["::n::native::add"]


def test_the_schema_source_is_found_without_an_import(
    yaml_file: WriteYaml, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed torchgen gives native_functions.yaml, and its code does not run."""
    folder = tmp_path / "torchgen" / "packaged" / "ATen" / "native"
    folder.mkdir(parents=True)
    (tmp_path / "torchgen" / "__init__.py").write_text("raise SystemExit('imported')")
    (folder / "native_functions.yaml").write_bytes(NATIVE.read_bytes())
    monkeypatch.syspath_prepend(str(tmp_path))

    operators, inputs = read_operators(
        None, yaml_file("- op: add.out\n  kernels: [{kernel_name: k::f}]\n"), None
    )

    assert [each.name for each in operators] == ["aten::add.out"]
    assert inputs[1] == folder / "native_functions.yaml"
    assert "torchgen" not in sys.modules


def test_no_schema_source_is_an_error(yaml_file: WriteYaml, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the entry and the option."""
    monkeypatch.setattr("wheelcheck.codegen.native.find_spec", lambda _: None)

    with pytest.raises(
        CodegenError, match=r"ops\.yaml:1:7: the schema of 'add\.out' is needed, but neither --aten"
    ):
        read_operators(None, yaml_file("- op: add.out\n"), None)


def test_unknown_aten_operator(yaml_file: WriteYaml) -> None:
    """A close name is offered."""
    with pytest.raises(CodegenError, match=r"ops\.yaml:1:7: operator 'aten::ad\.out' is not in") as caught:
        read_operators(None, yaml_file("- op: ad.out\n"), NATIVE)

    assert caught.value.hint == "did you mean 'aten::add.out'?"


def test_an_operator_in_both_files(yaml_file: WriteYaml) -> None:
    """Twice in one process aborts, so it is refused, with both places."""
    first = yaml_file(entry(SCHEMA), "functions.yaml")
    second = yaml_file("# one line\n" + entry(SCHEMA), "custom.yaml")

    with pytest.raises(
        CodegenError,
        match=r"custom\.yaml:2: operator 'a::f\.out' is registered twice, first at .*functions\.yaml:1",
    ):
        read_operators(second, first, None)


def test_namespaces_keep_operators_apart(yaml_file: WriteYaml) -> None:
    """Two namespaces may have an operator of one name; a file without namespace means ATen."""
    schema = "f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)"
    operators = read(yaml_file(entry(f"b::{schema}") + entry(f"a::{schema}") + entry(schema)))

    assert [each.name for each in operators] == ["a::f.out", "aten::f.out", "b::f.out"]


def test_dispatch_is_the_older_spelling(yaml_file: WriteYaml) -> None:
    """A kernel under `dispatch` is the one for everything."""
    (operator,) = read(yaml_file(f"- func: {SCHEMA}\n  dispatch:\n    CPU: torch::executor::f_out\n"))

    assert [(each.key, each.qualified) for each in operator.kernels] == [
        ("default", "::torch::executor::native::f_out")
    ]


@pytest.mark.parametrize("text", ["", "null\n", "# only a comment\n", "[]\n"])
def test_an_empty_file_has_no_operators(yaml_file: WriteYaml, text: str) -> None:
    """An empty list is a list."""
    assert read(yaml_file(text)) == []


def test_carriage_returns_do_not_matter(yaml_file: WriteYaml) -> None:
    """A file from Windows says the same, and lines are counted the same."""
    text = entry(SCHEMA)
    broken = (text + "  kernals: 1\n").replace("\n", "\r\n")

    assert read(yaml_file(text.replace("\n", "\r\n")))[0].schema == read(yaml_file(text))[0].schema
    assert refusal(yaml_file(broken)).startswith("ops.yaml:5:3: unknown key 'kernals'")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- func: a::f(Tenzor x) -> int\n", "ops.yaml:1:14: unknown type 'Tenzor'"),
        ("- func: 'a::f(Tenzor x) -> int'\n", "ops.yaml:1:15: unknown type 'Tenzor'"),
        ("- func: >\n    a::f(\n    Tenzor x) -> int\n", "ops.yaml:1: unknown type 'Tenzor'"),
        ("- func: a::b::f(Tensor x) -> int\n", "ops.yaml:1:9: operator name 'a::b::f' has 2 namespaces"),
        (
            "- func: a::f(int[2] x=[1, (2], int y) -> int\n",
            "ops.yaml:1:29: expected ')' in a default value, found ']'",
        ),
        (f"- func: {SCHEMA}\n", "ops.yaml:1:9: operator 'a::f.out' has no kernel"),
        (
            f"- func: {SCHEMA}\n  func: x\n",
            "ops.yaml:2:3: duplicate key 'func' in an entry, first at line 1",
        ),
        (entry(SCHEMA) * 2, "ops.yaml:5: operator 'a::f.out' is registered twice, first at line 1"),
        ("- op: add.out\n", "ops.yaml:1:7: 'op' names an ATen operator"),
        ("- kernels: []\n", "ops.yaml:1:3: an entry has neither 'func' nor 'op'"),
        ("- text\n", "ops.yaml:1:3: an entry is a string, expected a mapping"),
        ("a: b\n", "ops.yaml:1:1: the file is a mapping, expected a list"),
        ("- func: f\n- [\n", "ops.yaml:3:1: cannot parse YAML: "),
        ("# fine\n- func: \x01\n", "ops.yaml:2: cannot parse YAML: "),
        (f"- func: {SCHEMA}\n  kernels: 5\n", "ops.yaml:2:12: 'kernels' is a string, expected a list"),
    ],
)
def test_faults_have_a_place(yaml_file: WriteYaml, text: str, message: str) -> None:
    """Always file and line; the column if the text appears unchanged."""
    assert refusal(yaml_file(text)).startswith(message)


def test_a_text_that_is_not_utf_8(tmp_path: Path) -> None:
    """The line of the first bad byte is named."""
    path = tmp_path / "ops.yaml"
    path.write_bytes(b"# fine\n- func: \xff\n")

    assert refusal(path) == "ops.yaml:2: not UTF-8"


def test_a_missing_file(tmp_path: Path) -> None:
    """It is not an empty list."""
    assert "No such file" in refusal(tmp_path / "nowhere.yaml")
