"""libpython-dependency."""

from __future__ import annotations

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.model import Binary, Kind
from wheelcheck.rules.linkage.libpython_dependency import libpython_dependency

LIBPYTHON = "libpython3.11.so.1.0"


def subjects(*binaries: Binary) -> list[str]:
    return [each.subject for each in problems(run(libpython_dependency, make_wheel(binaries=binaries)))]


def test_extension_modules_that_link_libpython() -> None:
    """One cause, however many modules."""
    modules = [make_binary(f"pair/_{name}.abi3.so", needed=[LIBPYTHON]) for name in "ab"]

    assert [LIBPYTHON] == subjects(*modules)


def test_programs_and_embedders_need_it() -> None:
    """Whoever starts an interpreter has to bring one."""
    program = make_binary("pair/bin/tool", kind=Kind.EXECUTABLE, needed=[LIBPYTHON])
    embedder = make_binary("pair/libe.so", needed=[LIBPYTHON], imports=["Py_InitializeFromConfig"])

    assert [] == subjects(program, embedder)


def test_libraries_with_python_in_their_name_are_others() -> None:
    """Only the interpreter's own library counts."""
    assert [] == subjects(make_binary("pair/_a.abi3.so", needed=["libboost_python312.so.1.90.0"]))
