"""Which objects of a wheel are loaded on their own, and why."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.linking.model import Why

CONTRACT: dict[str, Any] = {"libraries": {"libdeclared": {}}}
CODE = 'import ctypes\nfor name in ("libnamed.so", "_n.abi3.so", f"libplug{n}.so"):\n    ctypes.CDLL(name)\n'
PYTHON: dict[str, Any] = {"imports": ["PyModuleDef_Init"], "exports": ["PyInit__e"]}


def roots(*binaries: Binary, offered: tuple[str, ...] = ()) -> list[tuple[str, Why]]:
    """Give the roots in a wheel whose Python code names `libnamed.so`, in order of loading."""
    wheel = make_wheel(binaries=binaries, files={"pair/__init__.py": CODE})
    subject = make_subject(wheel, CONTRACT)
    graph = LoadGraph.of(wheel, subject.layout, subject.platform, subject.contract, offered=offered)
    return [(load.root.file_name, load.why) for load in graph.loads]


def user(*needed: str) -> Binary:
    """Make a plug-in that loads others."""
    return make_binary("pair/libuser.so", needed=needed, runpath=["$ORIGIN"])


def test_each_root_has_its_reason() -> None:
    """Also where another object needs it."""
    names = ("_e.so", "tool", "libnamed.so", "libdeclared.so", "liboffered.so", "libplain.so")
    found = roots(
        user(*names),
        make_binary("pair/_e.so", **PYTHON),
        make_binary("pair/tool", kind=Kind.EXECUTABLE),
        make_binary("pair/libnamed.so"),
        make_binary("pair/libdeclared.so"),
        make_binary("pair/liboffered.so"),
        make_binary("pair/libplain.so"),
        offered=("pair/liboffered.so",),
    )

    assert [
        ("libuser.so", Why.PLUGIN),
        ("_e.so", Why.EXTENSION),
        ("tool", Why.EXECUTABLE),
        ("libnamed.so", Why.NAMED),
        ("libdeclared.so", Why.CONTRACT),
        ("liboffered.so", Why.OFFERED),
    ] == found


def test_first_reason_counts() -> None:
    """An import before a name in Python code, and the contract before a package config."""
    found = roots(
        make_binary("pair/_n.abi3.so"),
        make_binary("pair/libdeclared.so"),
        offered=("pair/libdeclared.so", "pair/_n.abi3.so"),
    )

    assert [("_n.abi3.so", Why.EXTENSION), ("libdeclared.so", Why.CONTRACT)] == found


def test_module_is_known_by_its_entry_point_or_by_its_suffix() -> None:
    """A library that merely has such an export uses nothing of the interpreter; a program is no module."""
    found = roots(
        make_binary("pair/_e.so", **PYTHON),
        make_binary("pair/_f.cpython-311-x86_64-linux-gnu.so"),
        make_binary("pair/_g.abi3.so"),
        make_binary("pair/_e.so.1", exports=PYTHON["exports"]),
        make_binary("pair/_h.abi3.so.1"),
        make_binary("pair/_i.abi3.so", kind=Kind.EXECUTABLE),
    )

    assert [
        ("_e.so", Why.EXTENSION),
        ("_f.cpython-311-x86_64-linux-gnu.so", Why.EXTENSION),
        ("_g.abi3.so", Why.EXTENSION),
        ("_e.so.1", Why.PLUGIN),
        ("_h.abi3.so.1", Why.PLUGIN),
        ("_i.abi3.so", Why.EXECUTABLE),
    ] == found


def test_object_that_another_one_needs_is_no_root() -> None:
    """By its file's name or its soname; what no load has reached comes last, and a need of itself is none."""
    found = roots(
        make_binary("pair/libself.so", needed=["libself.so"]),
        make_binary("pair/libfile.so", soname="libelse.so.1"),
        make_binary("pair/libsoname.so", soname="libsoname.so.1"),
        make_binary("pair/libsoname.so.1", soname="libsoname.so.1"),
        user("libfile.so", "libsoname.so.1"),
    )

    assert ["libself.so", "libuser.so", "libsoname.so"] == [name for name, _ in found]


def test_object_without_a_loader_is_no_root() -> None:
    """Neither one of another system nor one that is not loadable; those after it are."""
    found = roots(
        make_binary("pair/_a.abi3.so", is_loadable=False),
        make_binary("pair/_b.abi3.so", format=Format.PE),
        make_binary("pair/_c.abi3.so"),
    )

    assert [("_c.abi3.so", Why.EXTENSION)] == found


def test_part_of_a_name_says_nothing_about_each_file() -> None:
    """One of several builds is opened, whichever the machine can load."""
    assert [("libplug1.so", Why.PLUGIN), ("libplug2.so", Why.PLUGIN)] == roots(
        make_binary("pair/libplug1.so"), make_binary("pair/libplug2.so")
    )
