"""`wheelcheck codegen`: options, exit codes, what it prints, what it imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.codegen import DATA
from tests.codegen.conftest import WriteYaml
from wheelcheck.cli.main import run

CUSTOM = str(DATA / "custom_ops.yaml")
Captured = pytest.CaptureFixture[str]


def test_what_it_prints(tmp_path: Path, capsys: Captured) -> None:
    """Every file, and how much there is in it."""
    assert run(["codegen", "--custom-ops-yaml", CUSTOM, "-d", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"wrote       {tmp_path}/RegisterCodegenUnboxedKernelsEverything.cpp",
        f"wrote       {tmp_path}/NativeFunctions.h",
        "4 operators, 6 kernels; wrote 2, unchanged 0",
    ]


def test_quiet_and_dry(tmp_path: Path, capsys: Captured) -> None:
    """`-q` prints nothing, `--dry-run` says what it would do."""
    command = ["codegen", "--custom-ops-yaml", CUSTOM, "-d", str(tmp_path / "out")]

    assert run([*command, "--dry-run"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "4 operators, 6 kernels; would write 2, unchanged 0"
    assert run([*command, "-q"]) == 0
    assert capsys.readouterr().out == ""


def test_spellings_of_upstream(tmp_path: Path) -> None:
    """A build that calls ExecuTorch's generator only changes the program."""
    options = ["--functions-yaml-path", str(DATA / "functions.yaml"), "--custom-ops-yaml-path", CUSTOM]
    options += ["--aten-yaml-path", str(DATA / "native_functions.yaml"), "--manual_registration"]
    options += ["--op-selection-yaml-path", str(DATA / "selected.yaml"), "--add-exception-boundary"]
    options += ["--output-dependencies", str(tmp_path / "d.d"), "--install-dir", str(tmp_path)]

    assert run(["codegen", *options]) == 0
    assert "aten::add.out" in (tmp_path / "RegisterKernelsEverything.cpp").read_text("utf-8")
    assert "aten::cat.out" not in (tmp_path / "RegisterKernelsEverything.cpp").read_text("utf-8")


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--custom-ops-yaml", "nowhere.yaml"],
        ["--custom-ops-yaml", CUSTOM, "--lib-name", "x"],
        ["--custom-ops-yaml", CUSTOM, "--manual-registration", "--lib-name", "a-b"],
    ],
)
def test_bad_usage_is_2(options: list[str], tmp_path: Path, capsys: Captured) -> None:
    """With an error and a hint, and nothing written."""
    assert run(["codegen", *options, "-d", str(tmp_path / "out")]) == 2

    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert "\nhint: " in said
    assert not (tmp_path / "out").exists()


def test_bad_input_is_2_with_a_place(yaml_file: WriteYaml, tmp_path: Path, capsys: Captured) -> None:
    """Editors jump to file:line:column."""
    path = yaml_file("- func: f(Tenzor x) -> int\n")

    assert run(["codegen", "--custom-ops-yaml", str(path), "-d", str(tmp_path)]) == 2
    assert (
        capsys.readouterr().err
        == f"error: {path}:1:11: unknown type 'Tenzor'\nhint: did you mean 'Tensor'?\n"
    )


def test_no_torch_and_no_templates_elsewhere(tmp_path: Path) -> None:
    """Generating imports neither torch nor torchgen, and other commands import neither jinja2 nor yaml."""
    program = (
        "import sys; from wheelcheck.cli.main import run; run(sys.argv[1:]); "
        "print(sorted({'torch', 'torchgen', 'jinja2', 'yaml'} & set(sys.modules)))"
    )

    def modules(*arguments: str) -> str:
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]

    assert modules("codegen", "--custom-ops-yaml", CUSTOM, "-q", "-d", str(tmp_path)) == "['jinja2', 'yaml']"
    assert modules("rules") == "[]"
