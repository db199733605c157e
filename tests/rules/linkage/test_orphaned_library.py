"""Tests of orphaned-library."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.rules.linkage.orphaned_library import orphaned_library
from wheelcheck.wheel.model import Wheel

MODULE = "pair/_x.cpython-311-x86_64-linux-gnu.so"
COPY = "pair.libs/liba-0a1b2c3d.so.1"


def wheel_of(original: str = "pair/liba.so.1", **facts: Any) -> Wheel:
    """Make a repaired wheel that still has the original of the grafted library."""
    needed = facts.pop("needed", ("liba-0a1b2c3d.so.1",))
    exports = facts.pop("exports", ("a",))
    binaries = [
        make_binary(
            MODULE, needed=needed, runpath=["$ORIGIN/../pair.libs", "$ORIGIN"], exports=["PyInit__x"]
        ),
        make_binary(COPY, soname="liba-0a1b2c3d.so.1", exports=["a"]),
        make_binary(original, soname="liba.so.1", exports=exports),
        *facts.pop("others", ()),
    ]
    return make_wheel(binaries=binaries, **facts)


def test_original_that_the_repair_tool_left_behind() -> None:
    """It is named with its bytes and the copy that is loaded."""
    (found,) = problems(run(orphaned_library, wheel_of()))

    assert "pair/liba.so.1" == found.subject
    assert " bytes: " in found.message
    assert COPY in found.message


def test_chain_of_originals_is_one_finding() -> None:
    """The names of one library, and the libraries behind it, are one cause."""
    others = [
        make_binary("pair/liba.so", soname="liba.so.1", exports=["a"], needed=["libb.so.1"]),
        make_binary("pair/libb.so.1", soname="libb.so.1", exports=["b"]),
        make_binary("pair.libs/libb-11111111.so.1", exports=["b"]),
        make_binary(
            "pair/_y.cpython-311-x86_64-linux-gnu.so", needed=["libb-11111111.so.1"],
            runpath=["$ORIGIN/../pair.libs"], exports=["PyInit__y"],
        ),
    ]  # fmt: skip
    (found,) = problems(run(orphaned_library, wheel_of(others=others)))

    assert ["pair/liba.so", "pair/liba.so.1", "pair/libb.so.1"] == [each.value for each in found.evidence]


@pytest.mark.parametrize(
    "facts",
    [
        {"needed": ("liba-0a1b2c3d.so.1", "liba.so.1")},
        {"needed": ()},
        {"exports": ("a", "b")},
        {"original": "pair/libother.so.1"},
        {"files": {"pair/__init__.py": "from ctypes import CDLL\nCDLL('liba.so.1')\n"}},
        {"files": {"pair/__init__.py": "from ctypes import CDLL\nCDLL('lib' + 'a' + '.so.1')\n"}},
        {"files": {"pair/__init__.py": "from ctypes import CDLL\nCDLL('lib' + name + 'a.so.1')\n"}},
        {"files": {"pair/include/a.h": "int a(void);\n"}},
    ],
    ids=[
        "loaded",
        "no user of the copy",
        "another library",
        "another name",
        "named",
        "computed",
        "vague",
        "sdk",
    ],
)
def test_library_that_something_may_load(facts: dict[str, Any]) -> None:
    """Only what certainly has no user is reported."""
    assert [] == run(orphaned_library, wheel_of(**facts))


def test_library_that_is_only_mentioned() -> None:
    """Code that opens another library does not open this one."""
    source = "from ctypes import CDLL\nCDLL('libother.so')\nprint('liba.so.1 was replaced')\n"

    assert problems(run(orphaned_library, wheel_of(files={"pair/__init__.py": source})))
