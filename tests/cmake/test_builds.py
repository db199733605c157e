"""Libraries built with the CMake functions: what they are, who finds them, what a second build does."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.cmake.conftest import Tree, run
from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.model import Binary
from wheelcheck.binary.registry import load_schemes
from wheelcheck.binary.source import BytesSource

pytestmark = pytest.mark.probe

NINJA = "Ninja"
MAKE = "Unix Makefiles"
ALL = "1 0 1 1 1\n"
"""Operators of the retained libraries at startup, of the other before and after the call, of the archive."""


TOOLCHAINS = [
    ("g++", "bfd", NINJA),
    ("clang++", "lld", MAKE),
    ("clang++", "bfd", NINJA),
    ("g++", "lld", NINJA),
    ("g++", "gold", MAKE),
]
"""Compiler, linker and generator: each of them, not each with each."""


@pytest.mark.parametrize(("compiler", "linker", "generator"), TOOLCHAINS)
def test_build_install_and_use(tree: Tree, site: Path, compiler: str, linker: str, generator: str) -> None:
    """From yaml to an application of the installed package, whose libraries know nothing of this machine."""
    options = toolchain(compiler, linker)
    tree.configure(*options, generator=["-G", generator])
    tree.make()
    assert is_idle(tree.make())
    assert run(str(tree.build / "app")).stdout == ALL

    place = site / "kernels"
    shutil.rmtree(place, ignore_errors=True)
    tree.install(place)
    check_installed(place)

    consumer = Tree(tree.source / "consumer", tree.build.parent / "consumer tree", site)
    components = "-DCOMPONENTS=kernels_custom;kernels_ondemand;kernels_empty"
    consumer.configure(*options, components, f"-DCMAKE_PREFIX_PATH={place}", generator=["-G", generator])
    consumer.make()

    assert run(str(consumer.build / "app")).stdout == "1 0 1 0 1\n"


def check_installed(place: Path) -> None:
    """Compare the installed files with what the functions promise."""
    files = sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())
    assert files == [
        "include/kernels_empty/register_empty_kernels.h",
        "include/kernels_ondemand/register_ondemand_kernels.h",
        "lib/cmake/kernels/kernels-config-version.cmake",
        "lib/cmake/kernels/kernels-config.cmake",
        "lib/libkernels_custom.so",
        "lib/libkernels_empty.so",
        "lib/libproject_kernels_ondemand.so.3",
    ]
    assert not any(path.is_symlink() for path in place.rglob("*"))

    for name in ("libkernels_custom.so", "libkernels_empty.so", "libproject_kernels_ondemand.so.3"):
        binary = library(place / "lib" / name)
        assert binary.soname == name
        assert "libexecutorch.so.1" in binary.needed
        assert "libexecutorch_threadpool.so.1" not in binary.needed
        assert all(each.text.startswith("$ORIGIN") for each in binary.search_paths)
        assert binary.search_paths[0].text == "$ORIGIN"
    # gold exports the ends of its sections.
    marks = {"__bss_start", "_edata", "_end"}
    exported = library(place / "lib/libproject_kernels_ondemand.so.3").exports
    assert exported.keys() - marks == {"_ZN5torch8executor25register_ondemand_kernelsEv"}
    assert not library(place / "lib/libkernels_custom.so").exports.keys() - marks


def test_a_moved_build_tree_still_runs(tree: Tree) -> None:
    """Libraries of one tree find each other wherever it is."""
    tree.configure("-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON")
    tree.make()
    moved = tree.build.with_name("another place")
    tree.build.rename(moved)

    assert run(str(moved / "app")).stdout == ALL


@pytest.mark.parametrize("generator", [NINJA, MAKE])
def test_what_a_change_causes(tree: Tree, generator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new time compiles nothing and is looked at once; a new text compiles one library."""
    schemas = torchgen(tree, monkeypatch)
    tree.configure(generator=["-G", generator])
    tree.make()
    listed = tree.source / "bindings" / "custom.yaml"
    os.utime(listed)
    again = tree.make()
    assert "Generating kernel registration of custom-ops" in again
    assert "Building CXX" not in again
    assert is_idle(tree.make())

    # Only the depfile says that the generated code depends on it.
    schemas.write_text(schemas.read_text().replace("self", "input"))
    again = tree.make()
    assert "Generating kernel registration of archived" in again
    assert "archived.dir" in again
    assert "custom-ops.dir" not in again
    assert is_idle(tree.make())

    listed.write_text(listed.read_text().replace("custom::one", "custom::uno"))

    assert "custom-ops.dir" in tree.make()


@pytest.mark.parametrize(
    ("components", "said"),
    [
        (
            "kernels_custom;kernels_nowhere",
            "there is no component 'kernels_nowhere'; kernels has: kernels_custom,",
        ),
        ("kernels_empty", "The library of kernels_empty is missing, expected at"),
    ],
)
def test_a_missing_component_fails_by_its_name(tree: Tree, site: Path, components: str, said: str) -> None:
    """At configure time, not at link time."""
    place = tree.build.parent / "installed"
    tree.configure()
    tree.make()
    tree.install(place)
    (place / "lib" / "libkernels_empty.so").unlink()
    consumer = Tree(tree.source / "consumer", tree.build.parent / "consumer tree", site)
    hints = [f"-DCMAKE_PREFIX_PATH={place}", f"-Dexecutorch_DIR={site}/executorch/lib/cmake/executorch"]
    done = consumer.try_configure(f"-DCOMPONENTS={components}", *hints)

    assert done.returncode != 0
    assert said in " ".join(done.stderr.split())


def torchgen(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the project's schemas come from an installed torchgen, and give their file."""
    folder = tree.source / "python" / "torchgen" / "packaged" / "ATen" / "native"
    folder.mkdir(parents=True)
    (tree.source / "python" / "torchgen" / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tree.source / "python"))
    calls = tree.source / "bindings" / "CMakeLists.txt"
    calls.write_text(calls.read_text().replace(" ATEN_YAML aten.yaml", ""))
    return (tree.source / "bindings" / "aten.yaml").rename(folder / "native_functions.yaml")


def library(path: Path) -> Binary:
    """Read a built library."""
    return read_elf(BytesSource(path.read_bytes()), path.name, load_schemes())


def toolchain(compiler: str, linker: str) -> list[str]:
    """Options that choose a compiler and a linker; a linker that is a path names its folder too."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    path = os.environ.get("WHEELCHECK_LLD") if linker == "lld" else shutil.which(f"ld.{linker}")
    path = path or shutil.which(f"ld.{linker}")
    if path is None:
        pytest.skip(f"no ld.{linker}")
    flags = f"-B{Path(path).parent} -fuse-ld={linker}"
    if compiler == "clang++":
        flags = f"-fuse-ld={path}"
    kinds = ("EXE", "SHARED", "MODULE")
    return [f"-DCMAKE_CXX_COMPILER={compiler}", *(f"-DCMAKE_{kind}_LINKER_FLAGS={flags}" for kind in kinds)]


def is_idle(said: str) -> bool:
    """Whether a build did nothing."""
    return re.search(r"Generating|Building|Linking|Selecting|warning", said) is None
