"""Tests of extension-suffix-mismatch."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel, problems, run
from wheelcheck.binary.model import Format
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.names.extension_suffix_mismatch import extension_suffix_mismatch
from wheelcheck.wheel.model import FileKind

LINUX = "x86_64-linux-gnu.so"


def said(*names: str, tag: str = "cp311-cp311-manylinux_2_28_x86_64", python: str = "") -> list[Problem]:
    metadata = f"Metadata-Version: 2.1\nName: pair\nVersion: 1.0\nRequires-Python: {python}\n"
    members = [
        make_member(f"pair/{name}", kind=FileKind.OTHER if name.endswith(".py") else Format.ELF)
        for name in names
    ]
    files = {"pair-1.0.dist-info/METADATA": metadata} if python else {}
    return problems(run(extension_suffix_mismatch, make_wheel(tags=(tag,), members=members, files=files)))


@pytest.mark.parametrize(
    "name",
    [
        f"_x.cpython-310-{LINUX}",
        f"_x.cpython-311d-{LINUX}",
        f"_x.cpython-311t-{LINUX}",
        "_x.cp310-win_amd64.pyd",
        "_x.cp311-win_amd64.pyd",
        "_x_d.cp311-win_amd64.pyd",
        "_x.pyd",
        f"_x.pypy310-pp73-{LINUX}",
        "_x.cpython-311-aarch64-linux-gnu.so",
        "_x.cpython-311-x86_64-linux-musl.so",
        "_x.cpython-311-darwin.so",
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
        ("_x.cp313t-win_amd64.pyd", "cp313-cp313t-win_amd64"),
        (f"_x.cpython-312-{LINUX}", "py3-none-any"),
        (f"_x.pypy310-pp73-{LINUX}", "pp310-pypy310_pp73-manylinux_2_28_x86_64"),
    ],
)
def test_suffix_is_held_to_the_tag(name: str, tag: str) -> None:
    """Flags count where tags have them; a pure tag is another rule's concern."""
    assert [] == said(name, tag=tag)


OPEN = ("cp310-abi3-manylinux_2_28_x86_64", "py3-none-manylinux_2_28_x86_64")


@pytest.mark.parametrize("tag", OPEN)
def test_single_interpreter_under_a_tag_for_later_ones_is_an_error(tag: str) -> None:
    """The others find no file of that name."""
    (problem,) = said(f"_x.cpython-310-{LINUX}", tag=tag)

    assert Severity.ERROR is problem.severity
    assert "the tags promise others too" in problem.message


@pytest.mark.parametrize("tag", OPEN)
@pytest.mark.parametrize(
    "names",
    [
        [f"_x.cpython-310-{LINUX}", "_x.abi3.so"],
        [f"_x.cpython-310-{LINUX}", "_x.so"],
        [f"_x.cpython-3{minor}-{LINUX}" for minor in (10, 11)],
        ["_x.abi3.so"],
        ["libx.so"],
    ],
)
def test_module_that_others_find_too_is_not_reported(tag: str, names: list[str]) -> None:
    """A stable-ABI sibling, an untagged one, or files for several interpreters."""
    assert [] == said(*names, tag=tag)


@pytest.mark.parametrize("tag", OPEN)
@pytest.mark.parametrize("other", ["_y.abi3.so", "_x.py"])
def test_single_interpreter_beside_what_serves_the_others_is_a_warning(tag: str, other: str) -> None:
    """Other modules of the wheel, or a Python fallback."""
    (problem,) = said(f"_x.cpython-310-{LINUX}", other, tag=tag)

    assert (f"pair/_x.cpython-310-{LINUX}", Severity.WARNING) == (problem.member, problem.severity)


def test_requires_python_narrows_the_promise() -> None:
    """Only the one interpreter can install the wheel."""
    tag = "py3-none-manylinux_2_28_x86_64"

    assert [] == said(f"_x.cpython-310-{LINUX}", tag=tag, python="==3.10.*")
    assert [Severity.ERROR] == [
        problem.severity for problem in said(f"_x.cpython-310-{LINUX}", tag=tag, python=">=3.10")
    ]


def test_interpreter_older_than_the_stable_abi_tag_is_an_error() -> None:
    """No promised interpreter looks for it."""
    (problem,) = said(f"_x.cpython-39-{LINUX}", tag=OPEN[0])

    assert "without a matching file" in problem.message
