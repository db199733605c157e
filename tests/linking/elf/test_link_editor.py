"""What GNU ld finds for a program that links a library."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary, Format, Import
from wheelcheck.linking.elf.link_editor import LinkEditor, Unfound

SITE = "lib/python3.11/site-packages"
ROOT = f"{SITE}/pair/libx.so"
UNUSABLE: tuple[dict[str, Any], ...] = ({"is_loadable": False}, {"format": Format.PE})


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


def test_what_is_not_found_is_whole() -> None:
    """Who needs it, where it is all the same, and the names that stay undefined, for each need."""
    editor = LinkEditor(
        make_subject(
            make_wheel(
                binaries=[
                    make_binary("pair/libx.so", needed=["liba.so"], runpath=["$ORIGIN/../pair.libs"]),
                    make_binary(
                        "pair.libs/liba.so",
                        needed=["libx.so", "libc1.so", "libb.so"],
                        imports=["z", "b", "c", Import("weak", None, None, weak=True)],
                    ),
                    make_binary("pair.libs/libb.so", exports=["z", "b", "unused", "weak"]),
                    make_binary("pair.libs/libc1.so", exports=["c"]),
                ]
            )
        ).layout
    )
    needer = f"{SITE}/pair.libs/liba.so"

    assert (
        Unfound(needer, "libb.so", f"{SITE}/pair.libs/libb.so", ("b", "z")),
        Unfound(needer, "libc1.so", f"{SITE}/pair.libs/libc1.so", ("c",)),
    ) == editor.link(ROOT)


@pytest.mark.parametrize("soname", ["libb.so", "libb.so.1"])
def test_name_that_is_part_of_the_link_is_not_searched_again(soname: str) -> None:
    """Neither the file's nor the soname, although another file of that name would define more."""
    binaries = [
        make_binary("pair/libx.so", needed=["libb.so", "liba.so"], rpath=["$ORIGIN/../pair.libs"]),
        make_binary("pair.libs/liba.so", needed=[soname], imports=["c"]),
        make_binary("pair.libs/libb.so", soname=soname, exports=["b"]),
        make_binary(f"other/{soname}", exports=["c"]),
    ]

    assert [] == unfound(binaries)


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


def test_file_that_nothing_can_be_linked_against_is_not_at_hand() -> None:
    """A debug file, or a library of another system."""
    for other in (make_binary("other/libb.so", exports=["b"], **facts) for facts in UNUSABLE):
        assert [] == unfound([*grafted()[:2], other])


def test_file_of_a_sibling_does_not_replace_the_wheels_own() -> None:
    """Whatever it would define."""
    own = [*grafted()[:2], make_binary("pair.libs/libb.so", exports=["own"])]
    sibling = make_wheel(name="other", binaries=[make_binary("pair.libs/libb.so", exports=["b"])])
    subject = make_subject(make_wheel(binaries=own), siblings=[sibling])

    assert () == LinkEditor(subject.layout).link(ROOT)
