"""What becomes of each undefined symbol of a load, and which library is concerned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from tests.support.facts import TAG, make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary, Binding, Export, Import, Kind, SymbolKind
from wheelcheck.linking.elf.scope import Fate, Gap, gaps

MODULE = "pair/_x.cpython-311-x86_64-linux-gnu.so"
PROGRAM = "pair/bin/tool"
LIBC = "libc.so.6"
MUSL = "cp311-cp311-musllinux_1_2_x86_64"
ANDROID = "cp311-cp311-android_24_arm64_v8a"
I686 = "cp311-cp311-manylinux_2_28_i686"
PPC64LE = "cp311-cp311-manylinux_2_28_ppc64le"
NOWHERE = "py3-none-any"
Found = list[tuple[Fate, str | None, str]]
LACKING: Found = [(Fate.VERSION, "liba.so", "frob@V1")]


def module(member: str = MODULE, **facts: Any) -> Binary:
    """Make an extension module."""
    stem = member.rpartition("/")[2].partition(".")[0]
    exports = {f"PyInit_{stem}", *facts.pop("exports", ())}
    return make_binary(member, exports=exports, **{"runpath": ["$ORIGIN"], **facts})


def wanted(text: str, library: str | None = None) -> Import:
    """Make a strong undefined symbol from `name@VERSION`."""
    name, _, version = text.partition("@")
    return Import(name, version or None, library, weak=False)


def gaps_of(
    *binaries: Binary,
    tag: str = TAG,
    siblings: Iterable[Binary] = (),
    contract: Mapping[str, Any] | None = None,
    **facts: Any,
) -> tuple[Gap, ...]:
    """Give the gaps of one wheel, installed with a sibling."""
    wheels = [make_wheel(name="sib", binaries=siblings)] if siblings else []
    subject = make_subject(make_wheel(binaries=binaries, tags=[tag], **facts), contract, wheels)
    every = [binary for wheel in (subject.wheel, *wheels) for binary in wheel.binaries]
    return gaps(subject.loads, subject.platform, every)


def fates(*binaries: Binary, **facts: Any) -> Found:
    """Give fate, provider and name of each symbol."""
    return [
        (gap.fate, ", ".join(gap.providers) or None, name)
        for gap in gaps_of(*binaries, **facts)
        for name in gap.names
    ]


@pytest.mark.parametrize(
    ("symbol", "needed", "tag", "fate"),
    [
        ("pow@GLIBC_2.29 libm.so.6", ["libm.so.6"], TAG, None),
        ("pow@GLIBC_2.34 libm.so.6", ["libm.so.6"], TAG, Fate.VERSION),
        # In libc since 2.34, and no longer in libdl.
        ("dlopen@GLIBC_2.2.5 libdl.so.2", ["libdl.so.2"], TAG, None),
        ("dlopen@GLIBC_2.3 libdl.so.2", ["libdl.so.2"], TAG, Fate.VERSION),
        # From any of its libraries that the object needs; Python needs libm.
        ("pow@GLIBC_2.2.5 libpthread.so.0", ["libpthread.so.0", "libm.so.6"], TAG, None),
        ("pow@GLIBC_2.2.5 libpthread.so.0", ["libpthread.so.0"], TAG, Fate.INTERPRETER),
        (
            "pow@GLIBC_2.29 libpthread.so.0",
            ["libpthread.so.0", "libpython3.11.so.1.0"],
            TAG,
            Fate.INTERPRETER,
        ),
        ("pow@GLIBC_2.34 libpthread.so.0", ["libpthread.so.0"], TAG, Fate.VERSION),
        # Names, versions and libraries that the lists do not have.
        ("frobnicate@GLIBC_2.2.5 libc.so.6", [LIBC], TAG, None),
        ("pow@GLIBC_2.99 libm.so.6", ["libm.so.6"], TAG, None),
        ("pow@GLIBC_PRIVATE libm.so.6", ["libm.so.6"], TAG, None),
        ("pow@GLIBC_2.2.5 libfar.so.1", ["libfar.so.1"], TAG, None),
        ("pow@LIBC libm.so", ["libm.so"], ANDROID, None),
        ("pow@ANY libm.so.6", ["libm.so.6"], MUSL, None),
        # The versions of this architecture are not listed, the libraries are.
        ("pow@GLIBC_2.34 libm.so.6", ["libm.so.6"], PPC64LE, None),
        ("pow@GLIBC_2.34 libpthread.so.0", ["libpthread.so.0"], PPC64LE, Fate.INTERPRETER),
    ],
)
def test_version_of_a_host_library(symbol: str, needed: list[str], tag: str, fate: Fate | None) -> None:
    """The newest host counts, whatever library of its C library has the symbol there."""
    name, library = symbol.split()
    found = fates(module(needed=needed, imports=[wanted(name, library)]), tag=tag)

    assert (
        found
        == {
            None: [],
            Fate.INTERPRETER: [(Fate.INTERPRETER, "libm.so.6", "pow")],
            Fate.VERSION: [(Fate.VERSION, library, name)],
        }[fate]
    )


@pytest.mark.parametrize(
    ("exported", "definitions", "expected"),
    [
        ({"frob": ("V1",)}, ["V1"], []),
        ({"frob": ("V2", "V1")}, ["V1", "V2"], []),
        ({"frob": ("V2",)}, ["V1", "V2"], LACKING),
        ({"frob": ()}, [], []),
        ({"other": ("V1",)}, ["V1"], LACKING),
        ({"other": ()}, [], LACKING),
    ],
)
def test_version_of_a_library_in_the_wheel(
    exported: Mapping[str, tuple[str, ...]], definitions: list[str], expected: Found
) -> None:
    """The library has the name in that version, or no versions at all."""
    library = make_binary(
        "pair/liba.so",
        exports={
            name: Export(Binding.GLOBAL, SymbolKind.FUNCTION, versions) for name, versions in exported.items()
        },
        version_definitions=definitions,
    )
    found = fates(module(needed=["liba.so"], imports=[wanted("frob@V1", "liba.so")]), library)

    assert expected == found


def test_version_of_the_object_itself_is_not_judged() -> None:
    """It names no library."""
    assert [] == fates(module(needed=[LIBC], imports=[wanted("pow@GLIBC_2.34")]))


def test_each_symbol_is_judged() -> None:
    """Also those after a weak one, one of the interpreter and one that is provided."""
    weak = Import("soft", None, None, weak=True)
    found = fates(
        module(needed=[LIBC], imports=[weak, "lost1", "PyLong_FromLong", "lost2", "abort", "lost3"])
    )

    assert [(Fate.UNDEFINED, None, name) for name in ("lost1", "lost2", "lost3")] == found


@pytest.mark.parametrize(
    ("name", "needed", "tag", "expected"),
    [
        # A needed host library has it.
        ("shm_open", ["librt.so.1"], TAG, []),
        ("_Znwm", ["libstdc++.so.6"], TAG, []),
        ("_Unwind_Resume", ["libgcc_s.so.1"], TAG, []),
        # Another one has it.
        ("shm_open", [LIBC], TAG, [(Fate.UNDEFINED, "librt.so.1")]),
        ("_Znwm", [LIBC], TAG, [(Fate.UNDEFINED, "libstdc++.so.6")]),
        ("pow", [LIBC], TAG, [(Fate.INTERPRETER, "libm.so.6")]),
        ("abort", [], TAG, []),
        ("inflate", ["libz.so.1"], TAG, []),
        ("inflate", ["libX11.so.6"], TAG, [(Fate.UNDEFINED, "libz.so.1")]),
        ("glEnd", ["libGL.so.1"], TAG, []),
        ("g_memdup2", ["libglib-2.0.so.0"], TAG, [(Fate.LATER, "libglib-2.0.so.0")]),
        ("g_memdup2", [LIBC], TAG, [(Fate.UNDEFINED, None)]),
        # Nothing has it: the names of what is needed are known, by a list or by their shape.
        ("lost", ["libz.so.1"], TAG, [(Fate.UNDEFINED, None)]),
        ("lost", ["libz.so.1", "libX11.so.6", "libGL.so.1"], TAG, [(Fate.UNDEFINED, None)]),
        ("shm_open", ["libz.so.1"], TAG, [(Fate.UNDEFINED, "librt.so.1")]),
        ("lost", ["libstdc++.so.6"], TAG, [(Fate.UNDEFINED, None)]),
        ("lost", ["libstdc++.so.6"], I686, [(Fate.UNDEFINED, None)]),
        ("_Znwj", ["libstdc++.so.6"], I686, [(Fate.UNDECIDED, "libstdc++.so.6")]),
        (
            "__gc",
            ["libstdc++.so.6", "libgcc_s.so.1"],
            I686,
            [(Fate.UNDECIDED, "libgcc_s.so.1, libstdc++.so.6")],
        ),
        ("lost", ["libz.so.1"], I686, [(Fate.UNDEFINED, None)]),
        ("lost", [LIBC], I686, [(Fate.UNDEFINED, None)]),
        # A library that is not at hand, by its naming convention or not.
        ("cuInit", ["libcuda.so.1"], TAG, []),
        ("lost", ["libcuda.so.1"], TAG, [(Fate.UNDEFINED, None)]),
        ("cuInit", ["libcuda.so.1", "libfar.so"], TAG, []),
        ("lost", ["libcuda.so.1", "libfar.so"], TAG, [(Fate.UNDECIDED, "libfar.so")]),
        ("lost", ["libpython3.11.so.1.0"], TAG, [(Fate.UNDEFINED, None)]),
        # Other C libraries.
        ("abort", [], MUSL, []),
        ("gnu_get_libc_version", [], MUSL, [(Fate.UNDEFINED, None)]),
        ("gnu_get_libc_version", ["libc.so"], ANDROID, [(Fate.UNDECIDED, "libc.so")]),
        ("lost", [], NOWHERE, [(Fate.UNDECIDED, "the C library")]),
        ("lost", ["libz.so.1", LIBC], NOWHERE, [(Fate.UNDECIDED, LIBC)]),
        ("lost", ["libfar.so", LIBC], NOWHERE, [(Fate.UNDECIDED, "libfar.so")]),
    ],
)
def test_name_without_a_version(
    name: str, needed: list[str], tag: str, expected: list[tuple[Fate, str | None]]
) -> None:
    """The host's libraries, what Python loads, and what is not at hand are told apart."""
    found = fates(module(needed=needed, imports=[name]), tag=tag)

    assert [(*each, name) for each in expected] == found


@pytest.mark.parametrize(
    ("name", "needed", "tag", "expected"),
    [
        ("abort", [LIBC], TAG, []),
        ("abort", [], TAG, [(Fate.UNDEFINED, LIBC)]),
        ("pow", [LIBC], TAG, [(Fate.UNDEFINED, "libm.so.6")]),
        ("abort", [], MUSL, []),
        ("lost", [], NOWHERE, [(Fate.UNDECIDED, "the C library")]),
    ],
)
def test_program_has_only_what_it_loads(
    name: str, needed: list[str], tag: str, expected: list[tuple[Fate, str | None]]
) -> None:
    """Python and its libraries are not in its process; musl is, as its own loader."""
    program = make_binary(PROGRAM, kind=Kind.EXECUTABLE, needed=needed, imports=[name])

    assert [(*each, name) for each in expected] == fates(program, tag=tag)


def test_plugin_may_use_what_the_wheel_defines() -> None:
    """The program that loads it may load that library too; what nothing defines is the program's own."""
    plugin = make_binary("pair/plugin.so", needed=[LIBC], imports=["mine", "host_register"])
    library = make_binary("pair/liba.so", exports=["mine"])

    assert [(Fate.UNDECIDED, None, "host_register")] == fates(plugin, library)


def test_gaps_are_sorted() -> None:
    """By member, fate, provider and name, whatever the order in the archive."""
    names = ["zz", "shm_open", "in_lib", "pow", "_Znwm", "aa", wanted("sin@GLIBC_2.34", LIBC)]
    y, z = (f"pair/_{stem}.abi3.so" for stem in "yz")
    found = gaps_of(
        module(z, needed=[LIBC], imports=names),
        make_binary("LIB/liba.so", exports=["in_lib"]),
        module(y, needed=["libfar.so"], imports=["shm_open"]),
    )

    assert found == (
        Gap(y, Fate.UNDECIDED, ("libfar.so",), ("shm_open",)),
        Gap(z, Fate.INTERPRETER, ("libm.so.6",), ("pow",)),
        Gap(z, Fate.UNDEFINED, (), ("aa", "zz")),
        Gap(z, Fate.UNDEFINED, ("LIB/liba.so",), ("in_lib",)),
        Gap(z, Fate.UNDEFINED, ("librt.so.1",), ("shm_open",)),
        Gap(z, Fate.UNDEFINED, ("libstdc++.so.6",), ("_Znwm",)),
        Gap(z, Fate.VERSION, (LIBC,), ("sin@GLIBC_2.34",)),
    )


def test_sibling_is_not_judged() -> None:
    """Only the wheel under audit is; what is loaded after an object of the sibling is judged too."""
    found = gaps_of(
        module(needed=["libsib.so", "liba.so"]),
        make_binary("pair/liba.so", needed=[LIBC], imports=["lost"]),
        siblings=[make_binary("sib/libsib.so", imports=["lost", "theirs"])],
    )

    assert (Gap("pair/liba.so", Fate.UNDEFINED, (), ("lost",)),) == found


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        ([LIBC, "liba.so"], [(Fate.UNDEFINED, None, "lost")]),
        ([LIBC], [(Fate.UNDEFINED, MODULE, "from_module"), (Fate.UNDEFINED, None, "lost")]),
    ],
)
def test_library_that_a_text_names_is_loaded_after_the_modules(needed: list[str], expected: Found) -> None:
    """Its own load counts only when no other load has it."""
    found = fates(
        module(needed=needed, exports=["from_module"]),
        make_binary("pair/liba.so", needed=[LIBC], imports=["from_module"]),
        make_binary("pair/libb.so", needed=[LIBC], imports=["lost"]),
        files={
            "pair/__init__.py": 'import ctypes\nfor name in ("liba.so", "libb.so"):\n    ctypes.CDLL(name)\n'
        },
    )

    assert expected == found


@pytest.mark.parametrize(
    ("folders", "expected"),
    [
        ("bbb", []),
        ("cbb", [(Fate.UNDEFINED, "pair/b/libb.so", "late")]),
        ("bbc", [(Fate.UNDEFINED, "pair/b/libb.so", "late")]),
        ("dbc", [(Fate.UNDEFINED, "pair/b/libb.so", "late")]),
        ("bcb", [(Fate.UNDEFINED, "pair/b/libb.so", "late")]),
        ("b-b", [(Fate.UNDECIDED, "libb.so", "late")]),
        ("-bb", [(Fate.UNDECIDED, "libb.so", "late")]),
    ],
)
def test_each_load_finds_its_own_dependencies(folders: str, expected: Found) -> None:
    """One library finds what it needs under the RPATH of each module, in one place or another or nowhere."""
    modules = [
        module(
            f"pair/_{index}.abi3.so",
            needed=["liba.so"],
            rpath=["$ORIGIN/a", f"$ORIGIN/{folder}"],
            runpath=[],
        )
        for index, folder in enumerate(folders)
    ]
    libraries = [
        make_binary("pair/a/liba.so", needed=["libb.so", LIBC], imports=["late"]),
        make_binary("pair/b/libb.so", exports=["late"]),
        make_binary("pair/c/libb.so"),
        make_binary("pair/d/libb.so", exports=["late"]),
    ]

    assert expected == fates(*modules, *libraries)
