"""Tests of stray-top-level-file."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.hardening.stray_top_level_file import stray_top_level_file


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        ("tests/test_x.py", "tests/"),
        ("examples/x.py", "examples/"),
        ("lib/libx.a", "lib/"),
        ("rust/Cargo.toml", "rust/"),
        ("libx.so.1", "libx.so.1"),
        ("libx.so", "libx.so"),
        ("debug.log", "debug.log"),
        ("libx.a", "libx.a"),
        ("README.md", "README.md"),
        ("setup.py", "setup.py"),
    ],
)
def test_left_over_is_reported(path: str, entry: str) -> None:
    """General folders, folders without code, objects, logs and project files."""
    (problem,) = problems(run(stray_top_level_file, make_wheel(files={path: ""})))

    assert entry == problem.subject


@pytest.mark.parametrize(
    "path",
    [
        "pair/tests/test_x.py",
        "pair.libs/libz-1a2b.so.1",
        "pylab.py",
        "mpl_toolkits/x.py",
        "_x.cpython-311-x86_64-linux-gnu.so",
        "_x.abi3.so",
        "pair.pth",
        "py.typed",
        "nvidia/cublas/lib/libcublas.so.12",
        "pair-stubs/x.pyi",
        "pair/data.txt",
        "pair-1.0.data/scripts/tests/x",
    ],
)
def test_healthy_entry_is_not_reported(path: str) -> None:
    """Tests inside the package, grafted libraries, modules and packages of any name."""
    assert [] == run(stray_top_level_file, make_wheel(files={path: ""}))


def test_folder_named_after_the_distribution_is_not_reported() -> None:
    """A distribution may be called so."""
    assert [] == run(stray_top_level_file, make_wheel(name="benchmark", files={"benchmark/x.py": ""}))


def test_plain_name_of_an_extension_module_is_not_reported() -> None:
    """A module that is imported as `libx` is a module."""
    binary = make_binary("libx.so", exports=["PyInit_libx"])

    assert [] == run(stray_top_level_file, make_wheel(binaries=[binary]))


def test_entry_that_the_contract_declares_is_not_reported() -> None:
    """The contract's top-level entries are on purpose."""
    contract = {"closed": {"top-level": ["pair", "include"]}}

    assert [] == run(
        stray_top_level_file, make_subject(make_wheel(files={"include/x.h": ""}), contract=contract)
    )
