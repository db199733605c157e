"""CMake of the pages, configured and built."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cmake.conftest import FUNCTIONS, Tree
from tests.support.page_runs import EXAMPLES
from tests.support.pages import Block, all_blocks
from tests.support.source_examples import TUTORIAL

pytestmark = pytest.mark.probe

BLOCKS = [block for block in all_blocks() if block.language == "cmake"]
README = "README.md"
REFERENCE = "docs/reference/cmake.md"
HEAD = "cmake_minimum_required(VERSION 3.28...4.0)\nproject(fastops VERSION 1.0.0 LANGUAGES CXX)\n"
DEFINED = "if(NOT COMMAND install_kernels_package)\n  message(FATAL_ERROR nothing)\nendif()\n"
LOAD, PACK = 'include("${wheelcheck_dir}/Codegen.cmake")\n', "install_kernels_package("


def blocks_of(page: str) -> list[Block]:
    """Give the CMake blocks of a page."""
    return [block for block in BLOCKS if block.page == page]


def tree_of(text: str, folder: Path, site: Path) -> Tree:
    """Give the example's project with other CMake code."""
    source = folder / "the source"
    shutil.copytree(EXAMPLES / "custom-kernels", source)
    (source / "CMakeLists.txt").write_text(text, encoding="utf-8")
    return Tree(source, folder / "build tree", site / "executorch")


def test_no_block_is_left_out() -> None:
    """The tests below are for these pages."""
    assert [block.page for block in BLOCKS] == [README, REFERENCE, TUTORIAL, TUTORIAL]


@pytest.mark.parametrize("page", [README, REFERENCE])
def test_functions_are_included(page: str, tmp_path: Path, site: Path) -> None:
    """By what `wheelcheck cmake-dir` prints."""
    (block,) = blocks_of(page)
    tree = tree_of(HEAD + block.text + DEFINED, tmp_path, site)

    tree.configure(f"-DWHEELCHECK_CMAKE_DIR={FUNCTIONS}")


def test_tutorial(tmp_path: Path, site: Path) -> None:
    """Its calls, for both libraries of the example, build and install the package."""
    (reference,) = blocks_of(REFERENCE)
    libraries, package = (block.text for block in blocks_of(TUTORIAL))
    start, loaded, calls = libraries.partition(LOAD)
    second = calls.replace("custom", "ondemand").replace(
        "ondemand.yaml", "ondemand.yaml MANUAL_REGISTRATION REGISTRATION_NAME ondemand"
    )
    assert loaded
    assert package.startswith(PACK)
    tree = tree_of(HEAD + reference.text + libraries + second + package, tmp_path, site)

    tree.configure(f"-Dexecutorch_dir={site}/executorch")
    tree.make()
    place = site / "fastops"
    tree.install(place)
    found = {path.relative_to(place).as_posix() for path in place.rglob("*.*") if path.is_file()}
    shutil.rmtree(place)

    assert start.startswith("find_package(")
    assert {"lib/libfastops_kernels_custom.so", "lib/libfastops_kernels_ondemand.so"} <= found
    assert "lib/cmake/fastops/fastops-config.cmake" in found
