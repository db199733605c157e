"""undefined-symbol."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.model import Import
from wheelcheck.model import NotChecked, Severity
from wheelcheck.rules.symbols.undefined_symbol import undefined_symbol

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"
LIBC = "libc.so.6"


def test_symbol_of_no_object_is_an_error() -> None:
    """Nothing in the load defines it."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=["lost"], exports=["PyInit__x"])]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert ("lost", EXTENSION, None) == (found.subject, found.member, found.severity)


def test_symbol_of_a_library_that_is_not_needed_names_it() -> None:
    """The library is in the wheel and not part of the load."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, needed=[LIBC], imports=["mine"], exports=["PyInit__x"]),
            make_binary("pair/liba.so", exports=["mine"]),
        ]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert "pair/liba.so" in found.message


def test_interpreter_names_need_no_library() -> None:
    """The interpreter exports its API to what it imports."""
    wheel = make_wheel(
        binaries=[
            make_binary(
                EXTENSION, needed=[LIBC], imports=["PyLong_FromLong", "_Py_Dealloc"], exports=["PyInit__x"]
            )
        ]
    )

    assert [] == run(undefined_symbol, wheel)


def test_weak_symbols_may_be_absent() -> None:
    """A weak undefined symbol is null when nothing defines it."""
    weak = Import("__gmon_start__", None, None, weak=True)
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=[weak], exports=["PyInit__x"])]
    )

    assert [] == run(undefined_symbol, wheel)


def test_name_of_the_interpreters_libm_is_a_warning() -> None:
    """It works only because python links libm."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=["pow", "acos"], exports=["PyInit__x"])]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert (Severity.WARNING, "libm.so.6") == (found.severity, found.subject)


def test_name_that_is_in_libc_only_later_is_an_error() -> None:
    """shm_open is librt's before glibc 2.34, and python does not link librt."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=["shm_open"], exports=["PyInit__x"])],
        tags=["cp311-cp311-manylinux_2_28_x86_64"],
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert found.severity is None
    assert "librt.so.1" in found.message


def test_name_in_libc_at_the_tags_release_is_provided() -> None:
    """From manylinux_2_34 on libc itself has shm_open."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=["shm_open"], exports=["PyInit__x"])],
        tags=["cp311-cp311-manylinux_2_34_x86_64"],
    )

    assert [] == run(undefined_symbol, wheel)


@pytest.mark.parametrize(
    ("release", "name", "severities"),
    [
        ("2_33", "pthread_create", [Severity.WARNING]),
        ("2_33", "dlopen", [Severity.WARNING]),
        ("2_34", "pthread_create", []),
        ("2_34", "dlopen", []),
        ("2_33", "__libpthread_version_placeholder", [Severity.WARNING]),
        ("2_34", "__libpthread_version_placeholder", [None]),
        ("2_33", "pow", [Severity.WARNING]),
        ("2_34", "pow", [Severity.WARNING]),
    ],
)
def test_python_links_all_of_libc_until_glibc_2_34_is_one(
    release: str, name: str, severities: list[Severity | None]
) -> None:
    """From then on libc itself has their names, python needs libm alone, and the rest is loaded by nobody."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=[name], exports=["PyInit__x"])],
        tags=[f"cp311-cp311-manylinux_{release}_x86_64"],
    )

    assert severities == [found.severity for found in problems(run(undefined_symbol, wheel))]


def test_glibc_name_under_a_musl_tag_is_an_error() -> None:
    """Musl has no __cxa_thread_atexit_impl."""
    musl = "libc.musl-x86_64.so.1"
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, needed=[musl], imports=["__cxa_thread_atexit_impl"], exports=["PyInit__x"])
        ],
        tags=["cp311-cp311-musllinux_1_2_x86_64"],
    )

    assert ["__cxa_thread_atexit_impl"] == [found.subject for found in problems(run(undefined_symbol, wheel))]


def test_version_that_a_bundled_library_lacks_is_an_error() -> None:
    """The library defines the name under another version."""
    wanted = Import("frob", "V2", "liba.so", weak=False)
    wheel = make_wheel(
        binaries=[
            make_binary(
                EXTENSION, needed=["liba.so"], imports=[wanted], exports=["PyInit__x"], runpath=["$ORIGIN"]
            ),
            make_binary("pair/liba.so", exports=["frob"], version_definitions=["V1"]),
        ]
    )

    assert ["frob@V2"] == [found.subject for found in problems(run(undefined_symbol, wheel))]


def test_load_with_an_absent_library_is_not_checked() -> None:
    """The name may live in the library that is not at hand."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=["libtorch.so"], imports=["at_add"], exports=["PyInit__x"])]
    )
    (said,) = run(undefined_symbol, wheel)

    assert isinstance(said, NotChecked)
    assert "libtorch.so" in said.reason


def test_plugin_leaves_its_hosts_names_unchecked() -> None:
    """Nobody in the wheel loads it, so its host is not known."""
    wheel = make_wheel(binaries=[make_binary("pair/plugins/filter.so", imports=["host_register"])])
    (said,) = run(undefined_symbol, wheel)

    assert isinstance(said, NotChecked)


@pytest.mark.parametrize(
    ("tag", "needed"),
    [("cp311-cp311-musllinux_1_2_x86_64", ["libc.so"]), ("cp311-cp311-manylinux_2_28_x86_64", [])],
)
def test_libc_of_the_process_needs_no_entry(tag: str, needed: list[str]) -> None:
    """Python has loaded it, and musl answers to `libc.so` whatever its file is called."""
    extension = make_binary(EXTENSION, needed=needed, imports=["abort"], exports=["PyInit__x"])

    assert [] == run(undefined_symbol, make_wheel(binaries=[extension], tags=[tag]))


def test_wheel_without_a_platform_promises_no_libc() -> None:
    """Whichever libc is there may have the name."""
    module = make_binary(EXTENSION, needed=[LIBC], imports=["dlopen"], exports=["PyInit__x"])
    said = run(undefined_symbol, make_wheel(binaries=[module], tags=["py3-none-any"]))

    assert [NotChecked] == [type(each) for each in said]


def test_each_load_is_judged_by_its_own_needs() -> None:
    """One library finds its dependency under the RPATH of one module, and not under the other's."""
    modules = [
        make_binary(
            f"pair/{name}.cpython-311-x86_64-linux-gnu.so",
            needed=["liba.so"],
            exports=[f"PyInit_{name}"],
            rpath=["$ORIGIN/a", *folders],
        )
        for name, folders in (("m", ["$ORIGIN/b"]), ("n", ["$ORIGIN/c"]))
    ]
    libraries = [
        make_binary("pair/a/liba.so", needed=["libb.so", LIBC], imports=["late"]),
        make_binary("pair/b/libb.so", exports=["late"]),
        make_binary("pair/c/libb.so"),
    ]
    (found,) = problems(run(undefined_symbol, make_wheel(binaries=[*modules, *libraries])))

    assert ("pair/a/liba.so", "late") == (found.member, found.subject)
