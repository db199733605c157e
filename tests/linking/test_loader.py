"""The loader's search in the installed layout."""

from __future__ import annotations

from collections.abc import Iterable

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary
from wheelcheck.linking.model import Load, Outcome, Resolution
from wheelcheck.wheel.model import Wheel

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"
LIBC = "libc.so.6"


def loads(
    *binaries: Binary, tags: Iterable[str] | None = None, siblings: Iterable[Wheel] = ()
) -> tuple[Load, ...]:
    wheel = make_wheel(binaries=binaries) if tags is None else make_wheel(binaries=binaries, tags=tags)
    return make_subject(wheel, siblings=siblings).loads.loads


def resolution(found: tuple[Load, ...], root: str, needed: str) -> Resolution:
    load = next(load for load in found if load.root.member == root)
    return next(need for loaded in load.objects for need in loaded.needs if need.needed == needed)


def chain(*, rpath: Iterable[str] = (), runpath: Iterable[str] = ()) -> tuple[Load, ...]:
    """Load an extension that needs liba, which needs libb; only the extension has a search path."""
    return loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], rpath=rpath, runpath=runpath),
        make_binary("pair.libs/liba.so", needed=["libb.so"]),
        make_binary("pair.libs/libb.so", needed=[LIBC]),
    )


def test_rpath_is_inherited() -> None:
    """DT_RPATH of the root finds what its dependency needs."""
    found = chain(rpath=["$ORIGIN/../pair.libs"])

    assert resolution(found, EXTENSION, "libb.so").outcome is Outcome.WHEEL


def test_runpath_is_not_inherited() -> None:
    """DT_RUNPATH of the root does not find what its dependency needs."""
    found = chain(runpath=["$ORIGIN/../pair.libs"])

    assert resolution(found, EXTENSION, "libb.so").outcome is Outcome.UNREACHABLE


def test_musl_inherits_runpath() -> None:
    """Musl looks through DT_RUNPATH of every object up the chain."""
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN/../pair.libs"]),
        make_binary("pair.libs/liba.so", needed=["libb.so"]),
        make_binary("pair.libs/libb.so"),
        tags=["cp311-cp311-musllinux_1_2_x86_64"],
    )

    assert resolution(found, EXTENSION, "libb.so").outcome is Outcome.WHEEL


def test_runpath_of_an_object_hides_inherited_rpath() -> None:
    """An object with DT_RUNPATH of its own does not look into its parent's DT_RPATH."""
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], rpath=["$ORIGIN/../pair.libs"]),
        make_binary("pair.libs/liba.so", needed=["libb.so"], runpath=["$ORIGIN/elsewhere"]),
        make_binary("pair.libs/libb.so"),
    )

    assert resolution(found, EXTENSION, "libb.so").outcome is Outcome.UNREACHABLE


def test_rpath_beside_a_runpath_is_not_inherited() -> None:
    """The loader ignores the DT_RPATH of an object that has DT_RUNPATH, for what it loads as well."""
    folder = ["$ORIGIN/../pair.libs"]

    assert resolution(chain(rpath=folder), EXTENSION, "libb.so").outcome == Outcome.WHEEL
    assert resolution(chain(rpath=folder, runpath=folder), EXTENSION, "liba.so").outcome == Outcome.WHEEL
    assert (
        resolution(chain(rpath=folder, runpath=folder), EXTENSION, "libb.so").outcome == Outcome.UNREACHABLE
    )


def test_rpath_further_up_is_inherited_past_a_runpath() -> None:
    """Each object of the chain is judged by itself."""
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], rpath=["$ORIGIN/../pair.libs"]),
        make_binary("pair.libs/liba.so", needed=["libb.so"], runpath=["$ORIGIN"], rpath=["$ORIGIN/deep"]),
        make_binary("pair.libs/libb.so", needed=["libc1.so", "libd.so"]),
        make_binary("pair.libs/libc1.so"),
        make_binary("pair.libs/deep/libd.so"),
    )

    assert resolution(found, EXTENSION, "libc1.so").outcome == Outcome.WHEEL
    assert resolution(found, EXTENSION, "libd.so").outcome == Outcome.UNREACHABLE


def test_loaded_name_is_not_searched_again() -> None:
    """A dependency's need is met by an object that the root loaded before."""
    found = loads(
        make_binary(
            EXTENSION, needed=["liba.so", "libb.so"], exports=["PyInit__x"], runpath=["$ORIGIN/../pair.libs"]
        ),
        make_binary("pair.libs/liba.so", needed=["libb.so"]),
        make_binary("pair.libs/libb.so"),
    )
    outcomes = [need.outcome for loaded in found[0].objects for need in loaded.needs]

    assert [Outcome.WHEEL, Outcome.WHEEL, Outcome.LOADED] == outcomes


def test_breadth_first_order_decides() -> None:
    """A name that is loaded only later, by a sibling of the asker, does not help in time."""
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN/libs"]),
        make_binary("pair/libs/liba.so", needed=["libc1.so", "libd.so"]),
        make_binary("pair/libs/libc1.so"),
        make_binary("pair/libs/libd.so"),
    )

    assert resolution(found, EXTENSION, "libc1.so").outcome is Outcome.UNREACHABLE


def test_foreign_machine_is_passed_over() -> None:
    """A file of another machine on the search path is not taken."""
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN/arm", "$ORIGIN"]),
        make_binary("pair/arm/liba.so", arch="aarch64"),
        make_binary("pair/liba.so"),
    )

    assert resolution(found, EXTENSION, "liba.so").path == "lib/python3.11/site-packages/pair/liba.so"


def test_data_scheme_lies_below_the_prefix() -> None:
    """`.data/data/lib` is the environment's lib, which a program in bin reaches."""
    found = loads(
        make_binary("pair/tool.so", needed=["liba.so"], runpath=["$ORIGIN/../../../../lib"]),
        make_binary("pair-1.0.data/data/lib/liba.so"),
    )

    assert resolution(found, "pair/tool.so", "liba.so").path == "lib/liba.so"


def test_sibling_is_found_by_its_installed_path() -> None:
    """A wheel given beside is laid into the same environment."""
    sibling = make_wheel(name="torch", binaries=[make_binary("torch/lib/libtorch.so")])
    found = loads(
        make_binary(
            EXTENSION, needed=["libtorch.so"], exports=["PyInit__x"], runpath=["$ORIGIN/../torch/lib"]
        ),
        siblings=[sibling],
    )
    need = resolution(found, EXTENSION, "libtorch.so")

    assert (Outcome.SIBLING, "torch") == (need.outcome, need.distribution)


def test_first_wheel_keeps_an_installed_path() -> None:
    """The wheel under audit is the one that is judged, not a sibling that overwrites its file."""
    sibling = make_wheel(name="other", binaries=[make_binary("pair/liba.so", needed=["libb.so"])])
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN"]),
        make_binary("pair/liba.so"),
        siblings=[sibling],
    )

    assert resolution(found, EXTENSION, "liba.so").outcome == Outcome.WHEEL
    assert [0, 0] == [loaded.wheel for loaded in found[0].objects]


def test_policy_library_needs_no_search() -> None:
    """A library that the tag allows is the host's."""
    found = loads(make_binary(EXTENSION, needed=[LIBC], exports=["PyInit__x"]))

    assert resolution(found, EXTENSION, LIBC).outcome is Outcome.POLICY


def test_needed_library_is_no_root() -> None:
    """Only what nothing else needs is loaded on its own."""
    found = loads(
        make_binary(EXTENSION, needed=["liba.so"], exports=["PyInit__x"], runpath=["$ORIGIN"]),
        make_binary("pair/liba.so"),
    )

    assert [EXTENSION] == [load.root.member for load in found]


def test_cycle_that_nothing_loads_is_loaded_all_the_same() -> None:
    """Two libraries that need each other and nobody else are not lost."""
    found = loads(
        make_binary("pair/liba.so", needed=["libb.so"], runpath=["$ORIGIN"]),
        make_binary("pair/libb.so", needed=["liba.so"], runpath=["$ORIGIN"]),
    )

    assert ["pair/liba.so", "pair/libb.so"] == [loaded.binary.member for loaded in found[0].objects]


def test_imports_of_one_interpreter_are_loaded_together() -> None:
    """Two extension modules with copies of one library share a process."""
    graph = make_subject(
        make_wheel(
            binaries=[
                make_binary("pair/_a.abi3.so", needed=["liba.so"], runpath=["$ORIGIN/one"]),
                make_binary("pair/_b.abi3.so", needed=["liba.so"], runpath=["$ORIGIN/two"]),
                make_binary("pair/one/liba.so"),
                make_binary("pair/two/liba.so"),
            ]
        )
    ).loads

    assert graph.co_loaded("pair/one/liba.so", "pair/two/liba.so")


def test_musl_answers_for_the_libraries_that_it_holds() -> None:
    """Its loader takes `libm.so.6` and the like for itself, without a search."""
    found = loads(
        make_binary(EXTENSION, needed=["libpthread.so.0", "libmine.so"], exports=["PyInit__x"]),
        tags=["cp311-cp311-musllinux_1_2_x86_64"],
    )

    assert resolution(found, EXTENSION, "libpthread.so.0").outcome is Outcome.POLICY
    assert resolution(found, EXTENSION, "libmine.so").outcome is Outcome.MISSING
