"""stray-data-file."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.sdk.stray_data_file import stray_data_file


@pytest.mark.parametrize(
    "path",
    ["lib/cmake/Other/OtherConfig.cmake", "share/other/x.txt", "README.txt", "data/x.bin", "lib/other/x.so"],
)
def test_file_outside_the_own_folders_is_reported(path: str) -> None:
    """It belongs to everybody."""
    wheel = make_wheel(files={f"pair-1.0.data/data/{path}": "x"})

    assert 1 == len(problems(run(stray_data_file, wheel)))


@pytest.mark.parametrize(
    "path",
    ["bin/tool", "share/man/man1/tool.1", "share/doc/x/README", "etc/x.conf", "include/x.h", "lib/libx.so.1",
     "lib/pkgconfig/x.pc", "lib/cmake/pair/pairConfig.cmake", "share/cmake/PairHelpers/x.cmake",
     "share/pair/x.txt", "lib/pair-1.0/x.so", "libexec/pair/x", "share/jupyter/kernels/x/kernel.json"],
)  # fmt: skip
def test_proper_places_are_not(path: str) -> None:
    """Where every program looks, or below the project's own name."""
    assert [] == run(stray_data_file, make_wheel(files={f"pair-1.0.data/data/{path}": "x"}))


def test_all_folders_are_one_finding() -> None:
    """With the number of files."""
    names = ("lib/cmake/A/a.cmake", "lib/cmake/A/b.cmake", "lib/cmake/B/b.cmake")
    wheel = make_wheel(files={f"pair-1.0.data/data/{name}": "x" for name in names})
    (problem,) = problems(run(stray_data_file, wheel))

    assert "3 files" in problem.message
    assert ["lib/cmake/A", "lib/cmake/B"] == [each.value for each in problem.evidence]
