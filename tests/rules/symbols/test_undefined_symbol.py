"""undefined-symbol."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.elf.details import VersionNeed
from wheelcheck.binary.model import Import, Kind
from wheelcheck.linking.elf import host_names
from wheelcheck.model import NotChecked, Severity
from wheelcheck.policy.interpreters import Reliance
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


def test_name_of_the_interpreters_libm_is_a_note() -> None:
    """It works because every python links libm."""
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=["pow", "acos"], exports=["PyInit__x"])]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert (Severity.NOTE, "libm.so.6") == (found.severity, found.subject)


def test_name_of_the_interpreters_libm_is_reported_once_per_library() -> None:
    """However many modules rely on it."""
    other = "pair/_y.cpython-311-x86_64-linux-gnu.so"
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, needed=[LIBC], imports=["pow", "acos"], exports=["PyInit__x"]),
            make_binary(other, needed=[LIBC], imports=["pow", "sin"], exports=["PyInit__y"]),
        ]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert found.message.startswith("2 objects use 'acos' and 2 more from 'libm.so.6'")
    assert [EXTENSION, other] == [each.value for each in found.evidence if each.label == "used by"]


def test_library_that_an_interpreter_in_use_does_not_load_is_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most load it, so it is no error; the exceptions are named."""
    monkeypatch.setattr(
        host_names, "reliance", lambda *_: Reliance(loading=("one", "two"), failing=("Debian 14",))
    )
    wheel = make_wheel(
        binaries=[make_binary(EXTENSION, needed=[LIBC], imports=["pow"], exports=["PyInit__x"])]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert Severity.WARNING is found.severity
    assert "the Python of 'Debian 14' does not load it" in found.message


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
        ("2_33", "pthread_create", [Severity.NOTE]),
        ("2_33", "dlopen", [Severity.NOTE]),
        ("2_34", "pthread_create", []),
        ("2_34", "dlopen", []),
        ("2_31", "__libpthread_version_placeholder", [None]),
        ("2_34", "__libpthread_version_placeholder", [None]),
        ("2_33", "pow", [Severity.NOTE]),
        ("2_34", "pow", [Severity.NOTE]),
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


def test_names_of_an_allowed_library_are_known() -> None:
    """Libz has versions for some of its names only: without one, the list tells."""
    module = make_binary(
        EXTENSION,
        needed=["libz.so.1", LIBC],
        imports=["inflate", "inflateGetDictionary"],
        exports=["PyInit__x"],
    )

    assert [] == run(undefined_symbol, make_wheel(binaries=[module]))


def test_name_that_no_allowed_library_has_is_an_error() -> None:
    """Once all names of libz are known, it hides nothing."""
    module = make_binary(EXTENSION, needed=["libz.so.1", LIBC], imports=["lost"], exports=["PyInit__x"])
    (found,) = problems(run(undefined_symbol, make_wheel(binaries=[module])))

    assert ("lost", None) == (found.subject, found.severity)


def test_allowed_library_that_is_not_needed_is_named() -> None:
    """Debian's python loads libz, most others do not."""
    module = make_binary(
        EXTENSION, needed=["libexpat.so.1", LIBC], imports=["inflate"], exports=["PyInit__x"]
    )
    (found,) = problems(run(undefined_symbol, make_wheel(binaries=[module])))

    assert found.severity is None
    assert "'inflate' from 'libz.so.1'" in found.message


def test_name_that_the_tags_hosts_do_not_have_yet_is_a_warning() -> None:
    """GLib has g_memdup2 since 2.67.3."""
    module = make_binary(
        EXTENSION, needed=["libglib-2.0.so.0", LIBC], imports=["g_memdup2", "g_malloc"], exports=["PyInit__x"]
    )
    (found,) = problems(run(undefined_symbol, make_wheel(binaries=[module])))
    newer = make_wheel(binaries=[module], tags=["cp311-cp311-manylinux_2_34_x86_64"])

    assert (Severity.WARNING, "libglib-2.0.so.0") == (found.severity, found.subject)
    assert "since 2.67.3" in found.message
    assert [] == run(undefined_symbol, newer)


@pytest.mark.parametrize(
    ("library", "name"), [("libGL.so.1", "glDrawArrays"), ("libxcb.so.1", "xcb_connect")]
)
def test_names_with_a_library_own_prefix_are_provided(library: str, name: str) -> None:
    """Whether the tag allows the library or not."""
    module = make_binary(EXTENSION, needed=[library, LIBC], imports=[name], exports=["PyInit__x"])

    assert [] == run(undefined_symbol, make_wheel(binaries=[module]))


@pytest.mark.parametrize(
    ("tag", "name", "is_named"),
    [
        ("manylinux_2_28_i686", "_ZNSt6thread4joinEv", True),
        ("manylinux_2_28_i686", "inflate", False),
        ("android_24_arm64_v8a", "malloc", True),
    ],
)
def test_library_whose_names_are_not_known_is_named_where_it_is_likely(
    tag: str,
    name: str,
    is_named: bool,  # noqa: FBT001  # a parameter of the table
) -> None:
    """Mangled names may come from a C++ library, a C library's do not."""
    library = "libstdc++.so.6" if "linux" in tag else "libc.so"
    module = make_binary(EXTENSION, needed=[library], imports=[name], exports=["PyInit__x"])
    (said,) = run(undefined_symbol, make_wheel(binaries=[module], tags=[f"cp311-cp311-{tag}"]))

    assert is_named is isinstance(said, NotChecked)
    assert not isinstance(said, NotChecked) or library in said.reason


def test_what_was_not_given_is_named_by_nearness() -> None:
    """The object's own needs are likelier than those of the rest of the load."""
    modules = [
        make_binary(
            EXTENSION,
            needed=["liba.so", "libown.so.1", "libtwo.so.1"],
            imports=["f"],
            exports=["PyInit__x"],
            runpath=["$ORIGIN"],
        ),
        make_binary("pair/liba.so", needed=["libother.so.2"], imports=["g"]),
    ]
    said = run(undefined_symbol, make_wheel(binaries=modules))

    assert [
        "1 undefined symbol ('f') may come from 'libown.so.1', 'libtwo.so.1', which were not given",
        "1 undefined symbol ('g') may come from 'libother.so.2', which was not given",
    ] == [each.reason for each in said if isinstance(each, NotChecked)]


@pytest.mark.parametrize(("release", "severities"), [("2_27", [Severity.WARNING]), ("2_34", [])])
def test_plugin_that_uses_a_known_library_without_needing_it(
    release: str, severities: list[Severity]
) -> None:
    """Its host may have loaded librt, and nothing shows that it has."""
    plugin = make_binary("pair/plugins/shared.so", imports=["shm_open", "shm_unlink"])
    tag = f"py3-none-manylinux_{release}_x86_64"
    found = problems(run(undefined_symbol, make_wheel(binaries=[plugin], tags=[tag])))

    assert severities == [each.severity for each in found]
    assert all("'librt.so.1'" in each.message for each in found)


def test_unversioned_runtime_names_are_judged_by_the_newest_need_of_the_load() -> None:
    """The loaded libstdc++ is new enough for the other object, or the load fails for that reason."""
    name = "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"
    module = make_binary(
        EXTENSION, needed=["liba.so", LIBC], imports=[name], exports=["PyInit__x"], runpath=["$ORIGIN"]
    )
    need = VersionNeed("libstdc++.so.6", "GLIBCXX_3.4.22", weak=False)
    tags = ["cp311-cp311-manylinux_2_17_x86_64"]
    newer = make_binary("pair/liba.so", needed=["libstdc++.so.6"], version_needs=[need])
    older = make_binary("pair/liba.so", needed=["libstdc++.so.6"])

    assert [] == run(undefined_symbol, make_wheel(binaries=[module, newer], tags=tags))
    assert [name] == [
        each.subject
        for each in problems(run(undefined_symbol, make_wheel(binaries=[module, older], tags=tags)))
    ]


def test_unversioned_libc_names_are_judged_by_the_newest_need_of_the_load() -> None:
    """shm_open is in libc wherever GLIBC_2.34 is."""
    need = VersionNeed("libc.so.6", "GLIBC_2.34", weak=False)
    module = make_binary(
        EXTENSION, needed=[LIBC], imports=["shm_open"], exports=["PyInit__x"], version_needs=[need]
    )

    assert [] == run(undefined_symbol, make_wheel(binaries=[module]))


def test_program_is_not_offered_as_a_library_to_link_with() -> None:
    """Nothing can be linked against it."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, needed=[LIBC], imports=["mine"], exports=["PyInit__x"]),
            make_binary("pair/tool", kind=Kind.EXECUTABLE, needed=[LIBC], exports=["mine"]),
        ]
    )
    (found,) = problems(run(undefined_symbol, wheel))

    assert "which no object loaded with it defines" in found.message
