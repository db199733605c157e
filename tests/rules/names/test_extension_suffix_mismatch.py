"""Tests of extension-suffix-mismatch."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.binary.model import Format
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.names.extension_suffix_mismatch import extension_suffix_mismatch

LINUX = "x86_64-linux-gnu.so"


def said(*names: str, tag: str = "cp311-cp311-manylinux_2_28_x86_64") -> list[Problem]:
    members = [make_member(f"pair/{name}", kind=Format.ELF) for name in names]
    return problems(run(extension_suffix_mismatch, make_wheel(tags=(tag,), members=members)))


@pytest.mark.parametrize(
    "name",
    [
        f"_x.cpython-310-{LINUX}",
        f"_x.cpython-311d-{LINUX}",
        f"_x.cpython-311t-{LINUX}",
        "_x.cp310-win_amd64.pyd",
        "_x_d.cp311-win_amd64.pyd",
        f"_x.pypy310-pp73-{LINUX}",
    ],
)
def test_module_for_another_interpreter_is_an_error(name: str) -> None:
    """No file of that module can be imported."""
    (problem,) = said(name)

    assert (f"pair/{name}", Severity.ERROR) == (problem.member, problem.severity)


def test_stale_file_beside_the_right_one_is_a_warning() -> None:
    """The import works, the other file is waste."""
    (problem,) = said(f"_x.cpython-310-{LINUX}", f"_x.cpython-311-{LINUX}")

    assert Severity.WARNING is problem.severity


@pytest.mark.parametrize(
    "names",
    [
        [f"_x.cpython-311-{LINUX}"],
        ["_x.abi3.so"],
        ["_x.so"],
        ["libx-1a2b.so.1"],
        [f"_x.cpython-3{minor}-{LINUX}" for minor in (9, 10, 11)],
    ],
)
def test_healthy_names_are_not_reported(names: list[str]) -> None:
    """The right suffix, stable and plain names, libraries, and several interpreters on purpose pass."""
    assert [] == said(*names)


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        (f"_x.cpython-313t-{LINUX}", "cp313-cp313t-manylinux_2_28_x86_64"),
        (f"_x.cpython-36m-{LINUX}", "cp36-cp36m-manylinux_2_5_x86_64"),
        ("_x.cpython-313-darwin.so", "cp313-none-macosx_11_0_arm64"),
        (f"_x.cpython-312-{LINUX}", "cp38-abi3-manylinux_2_28_x86_64"),
        (f"_x.cpython-312-{LINUX}", "py3-none-manylinux_2_28_x86_64"),
        (f"_x.pypy310-pp73-{LINUX}", "pp310-pypy310_pp73-manylinux_2_28_x86_64"),
    ],
)
def test_suffix_is_held_to_the_tag(name: str, tag: str) -> None:
    """Flags count where tags have them; abi3 and py3 wheels promise no single interpreter."""
    assert [] == said(name, tag=tag)
