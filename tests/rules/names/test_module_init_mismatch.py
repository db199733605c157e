"""module-init-mismatch: extension modules without the entry point of their name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.model import Kind
from wheelcheck.model import Problem
from wheelcheck.rules.names.module_init_mismatch import module_init_mismatch

TAGGED = "_x.cpython-311-x86_64-linux-gnu.so"


def said(file: str, *exports: str, code: str = "", **facts: Any) -> list[Problem]:
    wheel = make_wheel(
        files={"pair/__init__.py": code}, binaries=[make_binary(f"pair/{file}", exports=exports, **facts)]
    )
    return problems(run(module_init_mismatch, wheel))


@pytest.mark.parametrize("file", [TAGGED, "_x.abi3.so", "_x.pypy310-pp73-x86_64-linux-gnu.so"])
def test_entry_point_of_another_name_is_reported(file: str) -> None:
    """The file was renamed after it was built."""
    (problem,) = said(file, "PyInit__y")

    assert f"pair/{file}" == problem.member
    assert "exports 'PyInit__y', but `import` of this file calls 'PyInit__x'" == problem.message


def test_file_without_entry_point_that_is_imported_is_reported() -> None:
    """The wheel's code says so, or the file uses the interpreter."""
    for code in ("from . import _x", "def f():\n    from pair._x import g", "import pair._x"):
        (problem,) = said(TAGGED, "other", code=code)
        assert "exports no entry point" in problem.message
    assert 1 == len(said(TAGGED, imports=["PyErr_SetString"]))


@pytest.mark.parametrize(
    ("file", "export"),
    [
        (TAGGED, "PyInit__x"),
        (TAGGED, "PyModExport__x"),
        ("_größe.abi3.so", "PyInitU__gre_xna1l"),
        ("__init__.cpython-311-x86_64-linux-gnu.so", "PyInit_pair"),
        ("_x.so", "PyInit__x"),
        ("_x.so", "init_x"),
    ],
)
def test_entry_point_of_its_name_is_silent(file: str, export: str) -> None:
    """Also of a package, by another alphabet, and of Python 2."""
    assert [] == said(file, export, "PyInit_other", code="from . import _x")


@pytest.mark.parametrize(
    ("file", "exports", "code"),
    [
        (TAGGED, (), ""),
        (TAGGED, ("PyInit__y",), f'import ctypes\nctypes.CDLL("{TAGGED}")'),
        (TAGGED, ("PyInit__y",), 'CDLL(glob(here + "/_x.*.so")[0])'),
        (TAGGED, ("PyInit__y",), 'ffi.dlopen(os.path.join(here, "_x" + EXT_SUFFIX))'),
        ("_x.so", ("PyInit__y",), ""),
        ("libx.so", (), "import pair"),
        ("libx.so.1", ("PyInit__y",), ""),
    ],
)
def test_library_that_something_else_opens_is_silent(file: str, exports: tuple[str, ...], code: str) -> None:
    """ctypes, cffi, another loader; a plain name says nothing."""
    assert [] == said(file, *exports, code=code)


def test_support_library_with_the_suffix_of_a_module_is_silent() -> None:
    """Other objects are linked against it."""
    wheel = make_wheel(
        binaries=[
            make_binary(f"pair/{TAGGED}", imports=["PyErr_SetString"], soname=TAGGED),
            make_binary("pair/_u.abi3.so", exports=["PyInit__u"], needed=[TAGGED]),
        ]
    )

    assert [] == problems(run(module_init_mismatch, wheel))


def test_programs_are_left_out() -> None:
    """Nothing imports them."""
    assert [] == said(TAGGED, "PyInit__y", kind=Kind.EXECUTABLE)
