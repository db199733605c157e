"""soname-filename-mismatch."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.identity.soname_filename_mismatch import soname_filename_mismatch

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


def test_needed_soname_without_a_file_is_an_error() -> None:
    """The program does not start."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, exports=["PyInit__x"], needed=["liba.so.1"], runpath=["$ORIGIN"]),
            make_binary("pair/liba.so.1.2", soname="liba.so.1"),
        ]
    )
    (found,) = problems(run(soname_filename_mismatch, wheel))

    assert None is found.severity
    assert "liba.so.1" == found.subject


def test_library_that_python_code_opens_before_its_user_is_a_note() -> None:
    """The loader knows the soname by then; in the other order it looks for a file."""
    binaries = [
        make_binary("pair/a.so", soname="liba.so.1"),
        make_binary("pair/b.so", soname="b.so", needed=["liba.so.1"]),
    ]
    for order, severity in ((("a.so", "b.so"), Severity.NOTE), (("b.so", "a.so"), None)):
        code = "import ctypes\n" + "".join(f'ctypes.CDLL(here + "/{name}")\n' for name in order)
        wheel = make_wheel(binaries=binaries, files={"pair/__init__.py": code})
        (found,) = problems(run(soname_filename_mismatch, make_subject(wheel)))

        assert severity is found.severity


def test_soname_that_nobody_needs_is_a_note() -> None:
    """A library that is opened by path works."""
    (found,) = problems(run(soname_filename_mismatch, make_binary("pair/libx.so.1.2", soname="libx.so.1")))

    assert Severity.NOTE is found.severity


def test_copy_with_the_sonames_name_is_fine() -> None:
    """Chains of copies hold every name."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/libx.so", soname="libx.so.1"),
            make_binary("pair/libx.so.1", soname="libx.so.1"),
        ]
    )

    assert [] == run(soname_filename_mismatch, wheel)


def test_users_that_take_the_file_of_another_folder_leave_a_note() -> None:
    """They do not mean this file."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, exports=["PyInit__x"], needed=["liba.so.1"], runpath=["$ORIGIN/lib"]),
            make_binary("pair/lib/liba.so.1", soname="liba.so.1"),
            make_binary("pair/plugins/liba.so", soname="liba.so.1"),
        ]
    )
    (found,) = problems(run(soname_filename_mismatch, wheel))

    assert Severity.NOTE is found.severity


def test_path_as_soname_is_left_to_its_rule() -> None:
    """absolute-soname says it."""
    assert [] == run(soname_filename_mismatch, make_binary(soname="/build/libx.so"))


def test_declared_soname_is_left_to_the_contracts_rule() -> None:
    """unexpected-soname says what it should be."""
    wheel = make_wheel(binaries=[make_binary("pair/libx.so", soname="libx.so.1")])

    assert [] == run(
        soname_filename_mismatch, make_subject(wheel, {"libraries": {"libx": {"soname": "libx.so.2"}}})
    )


def test_graft_that_is_needed_by_its_new_name_leaves_a_note() -> None:
    """Who still needs the soname means the library of another distribution."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, exports=["PyInit__x"], needed=["liba.so.1", "liba.d00d.so.1"]),
            make_binary("pair.libs/liba.d00d.so.1", soname="liba.so.1"),
        ]
    )
    (found,) = problems(run(soname_filename_mismatch, wheel))

    assert Severity.NOTE is found.severity
