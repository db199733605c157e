"""What becomes of each need of a load, with where it was looked for; and which members meet in a process."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.elf import search
from wheelcheck.linking.loads import LoadGraph, unfollowed
from wheelcheck.linking.model import Outcome, Resolution, Why

SITE = "lib/python3.11/site-packages"
MODULE = "pair/_x.cpython-311-x86_64-linux-gnu.so"
EXTERNALS = {"externals": {"libext.so": {"distribution": "ext"}, "libnobody.so": {"host": "mpi"}}}


def module(*needed: str, name: str = MODULE, runpath: tuple[str, ...] = ()) -> Binary:
    stem = name.rpartition("/")[2].partition(".")[0]
    return make_binary(name, needed=needed, exports=[f"PyInit_{stem}"], runpath=runpath)


def graph(*binaries: Binary, contract: Mapping[str, object] | None = None, **sibling: Binary) -> LoadGraph:
    siblings = [make_wheel(name=name, binaries=[binary]) for name, binary in sibling.items()]
    return make_subject(make_wheel(binaries=binaries), contract, siblings).loads


def needs(found: LoadGraph, member: str = MODULE) -> dict[str, Resolution]:
    return {each.needed: each for each in found.needs[member]}


def test_every_outcome_is_whole() -> None:
    """The name, the place, who provides it, and the folders that were searched."""
    names = [
        *(
            "liba.so",
            "libc.so.6",
            "libpython3.11.so.1.0",
            "libhidden.so",
            "libarm.so",
            "libsib.so",
            "libnear.so",
        ),
        *("libext.so", "libnobody.so", "libcuda.so.1", "libnone.so", "/abs/libz.so"),
    ]
    found = graph(
        module(*names, runpath=("$ORIGIN/libs", "$ORIGIN/../other/lib", "$ORIGIN/libs")),
        make_binary("pair/libs/liba.so", soname="liba.so", needed=["libc.so.6"]),
        make_binary("pair/elsewhere/libhidden.so"),
        make_binary("pair/libs/libarm.so", arch="aarch64"),
        contract=EXTERNALS,
        sib=make_binary("sib/lib/libsib.so"),
        other=make_binary("other/lib/libnear.so"),
    )
    folders = (f"{SITE}/pair/libs", f"{SITE}/other/lib")

    assert {
        "liba.so": Resolution("liba.so", Outcome.WHEEL, f"{SITE}/pair/libs/liba.so", None, folders[:1]),
        "libc.so.6": Resolution("libc.so.6", Outcome.POLICY, None, None, folders),
        "libpython3.11.so.1.0": Resolution("libpython3.11.so.1.0", Outcome.INTERPRETER, None, None, folders),
        "libhidden.so": Resolution(
            "libhidden.so", Outcome.UNREACHABLE, f"{SITE}/pair/elsewhere/libhidden.so", None, folders
        ),
        "libarm.so": Resolution("libarm.so", Outcome.MISSING, f"{SITE}/pair/libs/libarm.so", None, folders),
        "libsib.so": Resolution("libsib.so", Outcome.SIBLING, f"{SITE}/sib/lib/libsib.so", "sib", folders),
        "libnear.so": Resolution(
            "libnear.so", Outcome.SIBLING, f"{SITE}/other/lib/libnear.so", "other", folders
        ),
        "libext.so": Resolution("libext.so", Outcome.EXTERNAL, None, "ext", folders),
        "libnobody.so": Resolution("libnobody.so", Outcome.EXTERNAL, None, None, folders),
        "libcuda.so.1": Resolution("libcuda.so.1", Outcome.HOST_CLASS, None, None, folders),
        "libnone.so": Resolution("libnone.so", Outcome.MISSING, None, None, folders),
        "/abs/libz.so": Resolution("/abs/libz.so", Outcome.MISSING, None, None, ()),
    } == needs(found)


def test_name_of_a_loaded_object_is_not_searched_for() -> None:
    """Its soname, the root's own, and the name by which it was found before all count."""
    found = graph(
        make_binary(
            "pair/lib/libroot.so.1", soname="libroot.so.1", needed=["liba.so", "libb.so"], runpath=["$ORIGIN"]
        ),
        make_binary("pair/lib/liba.so", soname="libother.so.2"),
        make_binary(
            "pair/lib/libb.so", soname="libb.so", needed=["libroot.so.1", "libother.so.2", "liba.so"]
        ),
        contract={"libraries": {"libroot": {}}},
    )

    assert [("pair/lib/libroot.so.1", Why.CONTRACT)] == [(each.root.member, each.why) for each in found.loads]
    assert {
        "libroot.so.1": Resolution("libroot.so.1", Outcome.LOADED, f"{SITE}/pair/lib/libroot.so.1", None, ()),
        "libother.so.2": Resolution("libother.so.2", Outcome.LOADED, f"{SITE}/pair/lib/liba.so", None, ()),
        "liba.so": Resolution("liba.so", Outcome.LOADED, f"{SITE}/pair/lib/liba.so", None, ()),
    } == needs(found, "pair/lib/libb.so")


def test_objects_of_a_load_know_who_asked_for_them() -> None:
    """Breadth first, the root first."""
    (load,) = graph(
        module("liba.so", "libb.so", runpath=("$ORIGIN",)),
        make_binary("pair/liba.so", soname="liba.so", needed=["libd.so"], runpath=["$ORIGIN"]),
        make_binary("pair/libb.so", soname="libb.so", needed=["libd.so"], runpath=["$ORIGIN"]),
        make_binary("pair/libd.so", soname="libd.so"),
    ).loads

    assert [("_x", None), ("liba", 0), ("libb", 0), ("libd", 1)] == [
        (each.binary.file_name.partition(".")[0], each.parent) for each in load.objects
    ]
    assert {0} == {each.wheel for each in load.objects}


def test_file_of_the_name_goes_before_a_file_of_the_soname() -> None:
    """Where neither is on a search path."""
    found = graph(
        module("libx.so.1"),
        make_binary("pair/a/libother.so", soname="libx.so.1"),
        make_binary("pair/b/libx.so.1", soname="libodd.so"),
    )

    assert f"{SITE}/pair/b/libx.so.1" == needs(found)["libx.so.1"].path


def test_members_that_meet_in_a_process() -> None:
    """By one load, or as imports of one interpreter, unless the contract says that one excludes the other."""
    binaries = (
        module("liba.so", runpath=("$ORIGIN",)),
        make_binary("pair/liba.so", soname="liba.so"),
        module(name="pair/_y.cpython-311-x86_64-linux-gnu.so"),
        make_binary(
            "pair-1.0.data/scripts/tool", kind=Kind.EXECUTABLE, needed=["libt.so"], runpath=["$ORIGIN/../lib"]
        ),
        make_binary("pair-1.0.data/data/lib/libt.so", soname="libt.so"),
    )
    first, lib, second, tool, own = (each.member for each in binaries)
    found = graph(*binaries)

    assert [True, True, True, False, False, False] == [
        found.co_loaded(*pair)
        for pair in ((first, lib), (lib, second), (tool, own), (tool, first), (first, tool), (lib, own))
    ]
    assert not found.co_loaded("pair/absent.so", tool)
    assert not found.co_loaded(tool, "pair/absent.so")
    rows = {"alternatives": {"one": {"any-of": ["pair/_x*", "pair/_y*"]}}}
    excluded = graph(*binaries, contract=rows)
    assert [False, True] == [excluded.co_loaded(first, second), excluded.co_loaded(first, lib)]


def test_loads_that_take_too_long_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are still worked out."""
    monkeypatch.setattr(search, "STEPS", 2)
    found = graph(
        module("liba.so", runpath=("$ORIGIN/a", "$ORIGIN/b", "$ORIGIN/c")),
        module(name="pair/_y.cpython-311-x86_64-linux-gnu.so"),
    )

    assert (MODULE, "pair/_y.cpython-311-x86_64-linux-gnu.so") == found.given_up
    assert () == found.loads


def test_format_without_a_loader_is_not_followed() -> None:
    """Its loadable files are named, each once; object files are not looked for by anyone."""
    slices = [make_binary("pair/liba.dylib", format=Format.MACHO, slice=each) for each in ("x86_64", "arm64")]
    other = make_binary("pair/b.dll", format=Format.PE)
    loose = make_binary("pair/x.o", format=Format.PE, kind=Kind.OBJECT)
    wheel = make_wheel(binaries=[*slices, other, loose, make_binary("pair/libc.so")])

    assert {Format.MACHO: ("pair/liba.dylib",), Format.PE: ("pair/b.dll",)} == unfollowed(wheel)
    assert ["pair/libc.so"] == [load.root.member for load in make_subject(wheel).loads.loads]
