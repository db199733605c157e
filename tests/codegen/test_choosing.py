"""Operators chosen by name, by list and by model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegen import DATA
from tests.codegen.conftest import WriteYaml
from wheelcheck.cli.main import run
from wheelcheck.codegen import CodegenError, Request, generate
from wheelcheck.codegen.choosing import choose_operators, selection_text
from wheelcheck.codegen.program import read_operator_names

MODEL = DATA / "model.pte"
"""Made with ExecuTorch's schema: `flatc -b -I schema schema/program.fbs model.json`."""
Captured = pytest.CaptureFixture[str]


def test_operators_of_a_model() -> None:
    """Those of all methods, each once; a name without overload stays one."""
    assert read_operator_names(MODEL) == [
        "aten::_local_scalar_dense",
        "aten::add.out",
        "aten::mul.out",
        "quantized_decomposed::quantize_per_tensor.out",
    ]


def test_any_cut_of_a_model_is_refused_or_whole(tmp_path: Path) -> None:
    """No other error, and no shorter list."""
    data = MODEL.read_bytes()
    path = tmp_path / "cut.pte"
    for length in range(len(data)):
        path.write_bytes(data[:length])
        try:
            names = read_operator_names(path)
        except CodegenError as error:
            assert "cut.pte" in error.message  # noqa: PT017  # most lengths raise, not all
        else:
            assert len(names) == 4


def test_everything_that_was_asked_for(yaml_file: WriteYaml) -> None:
    """Names of ATen get its namespace, and each appears once."""
    listed = yaml_file("- func: own::one(Tensor x) -> int\n- op: add.out\n")

    assert choose_operators(["mul.out", "own::two"], [listed], [MODEL], has_all=False) == [
        "aten::_local_scalar_dense",
        "aten::add.out",
        "aten::mul.out",
        "own::one",
        "own::two",
        "quantized_decomposed::quantize_per_tensor.out",
    ]


def test_the_file_selects_for_codegen(tmp_path: Path) -> None:
    """What is written is what the generator reads."""
    selection = tmp_path / "selected.yaml"
    selection.write_text(selection_text(["aten::add.out"], has_all=False))
    request = Request(functions=DATA / "functions.yaml", aten=DATA / "native_functions.yaml")
    chosen = generate(request._replace(selection=selection)).operators
    selection.write_text(selection_text([], has_all=True))

    assert [each.name for each in chosen] == ["aten::add.out"]
    assert len(generate(request._replace(selection=selection)).operators) > 1


def test_command(tmp_path: Path, capsys: Captured) -> None:
    """It writes once and says so."""
    command = ["select-ops", "--root-op", "aten::add.out", "-o", str(tmp_path / "s.yaml")]

    assert run(command) == run(command) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"wrote {tmp_path}/s.yaml: 1 operator",
        f"unchanged {tmp_path}/s.yaml: 1 operator",
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "no operators selected"),
        (["--root-op", "a::b::c"], "--root-op: operator name 'a::b::c' has 2 namespaces"),
        (["--ops-schema-yaml", "nowhere.yaml"], "cannot read 'nowhere.yaml'"),
        (["--model", str(DATA / "functions.yaml")], "is not an ExecuTorch program"),
        (["--model", "nowhere.pte"], "cannot read 'nowhere.pte'"),
    ],
)
def test_bad_input_is_2(options: list[str], said: str, tmp_path: Path, capsys: Captured) -> None:
    """With what is wrong, and nothing written."""
    assert run(["select-ops", *options, "-o", str(tmp_path / "s.yaml")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "s.yaml").exists()
