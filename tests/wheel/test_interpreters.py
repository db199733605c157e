"""Interpreters that tags promise, and the files that they look for."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel
from wheelcheck.wheel.extensions import parse_extension_name
from wheelcheck.wheel.interpreters import Interpreters, promised_interpreters


def promised(*tags: str, python: str = "", named: tuple[str, ...] = ()) -> Interpreters:
    metadata = f"Metadata-Version: 2.1\nName: pair\nVersion: 1.0\nRequires-Python: {python}\n"
    files = {"pair-1.0.dist-info/METADATA": metadata} if python else {}
    return promised_interpreters(make_wheel(tags=tags, files=files), named)


def test_exact_tags_promise_one_interpreter_each() -> None:
    """ABI flags count, 'm' does not."""
    found = promised(
        "cp313-cp313t-win_amd64", "cp36-cp36m-win32", "cp312-none-any", "pp310-pypy310_pp73-win_amd64"
    )

    assert (frozenset({"cp313t", "cp36", "cp312", "pp310"}), False) == (found.names, found.is_open)


def test_stable_abi_promises_every_release_from_the_tag_on() -> None:
    """Also one that came after the list of releases, and no free-threaded build."""
    found = promised("cp312-abi3-linux_x86_64", named=("cp311", "cp399", "cp313t", "pp312"))

    assert found.is_open
    assert {"cp312", "cp313", "cp314", "cp399"} == found.names


def test_python_3_promises_every_interpreter() -> None:
    """Those that file names mention included."""
    names = promised("py3-none-linux_x86_64", named=("cp36", "pp310", "cp313t")).names

    assert {"cp36", "pp310", "cp313t", "cp38", "cp314"} <= names


def test_requires_python_narrows_an_open_promise() -> None:
    """A patch release of a minor one is enough."""
    assert {"cp311"} == promised("py3-none-linux_x86_64", python="~=3.11.4").names
    assert {"cp310", "cp311"} == promised("cp310-abi3-linux_x86_64", python="<3.12").names
    assert "cp312" in promised("cp310-abi3-linux_x86_64", python="nonsense").names


@pytest.mark.parametrize(
    ("file", "platform", "is_found"),
    [
        ("_x.cpython-311-x86_64-linux-gnu.so", "manylinux_2_28_x86_64", True),
        ("_x.cpython-311-x86_64-linux-gnu.so", "linux_x86_64", True),
        ("_x.cpython-311-aarch64-linux-gnu.so", "manylinux_2_28_x86_64", False),
        ("_x.cpython-311-i386-linux-gnu.so", "manylinux2014_i686", True),
        ("_x.cpython-311-arm-linux-gnueabihf.so", "manylinux_2_31_armv7l", True),
        ("_x.cpython-311-powerpc64le-linux-gnu.so", "manylinux2014_ppc64le", True),
        ("_x.cpython-311-x86_64-linux-musl.so", "manylinux_2_28_x86_64", False),
        ("_x.cpython-311-x86_64-linux-musl.so", "musllinux_1_2_x86_64", True),
        ("_x.cpython-311-x86_64-linux-musl.so", "linux_x86_64", True),
        ("_x.cpython-311-x86_64-linux-gnu.so", "musllinux_1_2_x86_64", False),
        ("_x.cpython-310-x86_64-linux-gnu.so", "musllinux_1_2_x86_64", True),
        ("_x.cpython-311-darwin.so", "manylinux_2_28_x86_64", False),
        ("_x.cpython-311-darwin.so", "macosx_11_0_arm64", True),
        ("_x.cpython-311-x86_64-linux-gnu.so", "macosx_11_0_arm64", False),
        ("_x.cp311-win_amd64.pyd", "win_amd64", True),
        ("_x.cp311-win_amd64.pyd", "win32", False),
        ("_x.cp311-win_amd64.pyd", "manylinux_2_28_x86_64", False),
        ("_x.pyd", "manylinux_2_28_x86_64", False),
        ("_x.so", "win_amd64", False),
        ("_x.so", "manylinux_2_28_x86_64", True),
        ("_x.cpython-311-odd.so", "manylinux_2_28_x86_64", True),
        ("_x.cpython-311-wasm32-emscripten.so", "emscripten_3_1_46_wasm32", True),
    ],
)
def test_suffix_is_looked_for_on_its_platform(file: str, platform: str, *, is_found: bool) -> None:
    """Machine, C library and file type."""
    name = parse_extension_name(file)
    assert name is not None
    interpreter = name.interpreter or "cp311"

    assert is_found == bool(promised(f"{interpreter}-none-{platform}").import_from(name, file))


def test_free_threaded_build_does_not_look_for_the_stable_abi() -> None:
    """PEP 703."""
    name = parse_extension_name("_x.abi3.so")
    assert name is not None

    assert frozenset() == promised("cp313-cp313t-linux_x86_64").import_from(name, "_x.abi3.so")
