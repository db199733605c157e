"""Modules of the standard library, by the Pythons of a wheel's tags."""

from __future__ import annotations

import sys

import pytest

from wheelcheck.policy.stdlib import stdlib_modules

EVERY = stdlib_modules(("py3-none-any",))


@pytest.mark.parametrize(
    ("name", "tag", "is_there"),
    [
        ("json", "cp38-cp38-win_amd64", True),
        ("tomllib", "cp310-cp310-win_amd64", False),
        ("tomllib", "cp311-cp311-win_amd64", True),
        ("distutils", "cp311-cp311-win_amd64", True),
        ("distutils", "cp312-cp312-win_amd64", False),
        ("distutils", "pp310-pypy310_pp73-win_amd64", True),
        ("annotationlib", "cp313-cp313t-win_amd64", False),
        ("annotationlib", "cp314-cp314t-win_amd64", True),
        ("_zoneinfo", "cp39-cp39-win_amd64", True),
        ("_winapi", "cp38-cp38-win_amd64", True),
        ("pyexpat", "cp39-cp39-linux_x86_64", True),
        ("numpy", "py3-none-any", False),
    ],
)
def test_module_of_one_release(name: str, tag: str, is_there: bool) -> None:  # noqa: FBT001  # a parameter of pytest
    """Modules come and go."""
    assert is_there == (name in stdlib_modules((tag,)))


@pytest.mark.parametrize("tag", ["cp310-abi3-win_amd64", "py310-none-any"])
def test_tag_that_is_for_later_releases_too(tag: str) -> None:
    """The stable ABI, and a version of no interpreter: what any of them has."""
    modules = stdlib_modules((tag,))

    assert {"binhex", "distutils", "annotationlib"} <= modules
    assert "formatter" not in modules


@pytest.mark.parametrize(
    "tag",
    [
        "py2-none-any",
        "cp27-cp27mu-linux_x86_64",
        "cp37-cp37m-linux_x86_64",
        "cp37-abi3-linux_x86_64",
        "cp399-cp399-linux_x86_64",
        "cp399-abi3-linux_x86_64",
        "py399-none-any",
        "graalpy311-graalpy242_311_native-linux_x86_64",
        "nonsense",
    ],
)
def test_release_that_is_not_known_has_every_module(tag: str) -> None:
    """Nothing is reported that may be right."""
    assert EVERY == stdlib_modules((tag,))


def test_several_tags_have_what_one_of_them_has() -> None:
    """A wheel for two Pythons may import what is in one, behind a test of the version."""
    tags = ("cp38-cp38-win_amd64", "cp314-cp314-win_amd64")

    assert {"dummy_threading", "annotationlib"} <= stdlib_modules(tags)
    assert "tomllib" in stdlib_modules(tags)
    assert "binhex" in stdlib_modules(tags)
    assert "_bootsubprocess" not in stdlib_modules(tags)


def test_what_is_no_module_of_the_library_is_left_out() -> None:
    """The program itself, CPython's tests, and leftovers of the machines that the lists were made on."""
    assert EVERY.isdisjoint({"__main__", "__phello__", "lib", "test", "xxlimited", "xxsubtype"})
    assert [] == [name for name in sorted(EVERY) if name.startswith(("_test", "_sysconfigdata"))]


def test_running_interpreter_agrees() -> None:
    """What Python says of itself, where the list knows the release."""
    tag = f"cp3{sys.version_info.minor}-cp3{sys.version_info.minor}-any"
    modules = stdlib_modules((tag,))
    if modules == EVERY:
        pytest.skip("the list does not know this Python")

    assert sorted(sys.stdlib_module_names) == sorted(modules)
