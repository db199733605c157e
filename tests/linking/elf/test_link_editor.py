"""What GNU ld finds for a program that links a library."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary
from wheelcheck.linking.elf.link_editor import LinkEditor

ROOT = "lib/python3.11/site-packages/pair/libx.so"


def grafted(**of_a: Any) -> list[Binary]:
    """`libx` needs `liba`, which needs `libb`; both lie in `pair.libs`."""
    return [
        make_binary("pair/libx.so", needed=["liba.so"], imports=["a"], rpath=["$ORIGIN/../pair.libs"]),
        make_binary("pair.libs/liba.so", needed=["libb.so"], imports=["b"], exports=["a"], **of_a),
        make_binary("pair.libs/libb.so", exports=["b"]),
    ]


def unfound(binaries: list[Binary]) -> list[tuple[str, tuple[str, ...]]]:
    editor = LinkEditor(make_subject(make_wheel(binaries=binaries)).layout)
    return [(each.needed, each.symbols) for each in editor.link(ROOT)]


def test_rpath_is_not_inherited() -> None:
    """The loader would find it."""
    assert [("libb.so", ("b",))] == unfound(grafted())


def test_own_path_of_the_needer_counts() -> None:
    """Either tag."""
    assert [] == unfound(grafted(runpath=["$ORIGIN"]))
    assert [] == unfound(grafted(rpath=["$ORIGIN"]))


def test_missing_library_without_used_names_is_only_a_warning() -> None:
    """Ld links all the same."""
    binaries = grafted()
    binaries[1] = make_binary("pair.libs/liba.so", needed=["libb.so"], exports=["a"])

    assert [] == unfound(binaries)


def test_library_that_another_one_brings_is_no_fault() -> None:
    """The order of the needs does not matter."""
    binaries = grafted()
    binaries[0] = make_binary(
        "pair/libx.so", needed=["liba.so", "libb.so"], imports=["a"], rpath=["$ORIGIN/../pair.libs"]
    )

    assert [] == unfound(binaries)


def test_library_that_is_not_at_hand_is_not_judged() -> None:
    """The host or another distribution has it."""
    assert [] == unfound(grafted()[:2])
