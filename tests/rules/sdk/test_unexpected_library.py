"""unexpected-library."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.sdk.unexpected_library import unexpected_library


def said(*names: str, files: dict[str, str] | None = None, **spec: Any) -> list[str]:
    wheel = make_wheel(binaries=[make_binary(f"pair/lib/{each}") for each in names], files=files)
    contract = {
        "sdk": {"library-folders": ["pair/lib"]},
        "libraries": {"liba": {"folder": "pair/lib", **spec}},
    }
    return [each.subject for each in problems(run(unexpected_library, make_subject(wheel, contract)))]


def test_stale_build_output_is_reported() -> None:
    """Another name, or another version beside the right one."""
    assert ["liba.so.old.so.1", "libb.so"] == sorted(said("liba.so", "libb.so", "liba.so.old.so.1"))
    assert ["liba.so.0"] == said("liba.so", "liba.so.0")


def test_declared_library_is_silent() -> None:
    """In whatever version."""
    assert [] == said("liba.so.1")


def test_linker_script_of_a_library_is_silent() -> None:
    """The cure for a missing symbolic link."""
    assert [] == said("liba.so.1", files={"pair/lib/liba.so": "INPUT(liba.so.1)"})
    assert ["notes.txt"] == said("liba.so", files={"pair/lib/notes.txt": "INPUT"})


def test_other_files_of_the_folder_are_listed() -> None:
    """By globs of their own."""
    files = {"pair/lib/x.metallib": "", "pair/lib/notes.txt": ""}
    contract = {
        "sdk": {"library-folders": ["pair/lib"], "other-files": ["pair/lib/*.metallib"]},
        "libraries": {"liba": {}},
    }
    wheel = make_wheel(binaries=[make_binary("pair/lib/liba.so")], files=files)

    assert ["notes.txt", "x.metallib"] == sorted(said("liba.so", files=files))
    assert ["notes.txt"] == [
        each.subject for each in problems(run(unexpected_library, make_subject(wheel, contract)))
    ]


def test_forbidden_library_is_reported() -> None:
    """Wherever it ships."""
    assert ["liba.so"] == said("liba.so", presence="forbidden")


def test_folders_below_are_open() -> None:
    """Package configs lie there."""
    assert [] == said("liba.so", files={"pair/lib/cmake/pair/pair-config.cmake": ""})


def test_every_library_that_a_glob_finds_is_known() -> None:
    """A second version of one of them is not."""
    assert [] == said("liba_x.so", "liba_y.so.1", stem="liba_*")
    assert ["liba_y.so.1"] == said("liba_x.so", "liba_y.so", "liba_y.so.1", stem="liba_*")
