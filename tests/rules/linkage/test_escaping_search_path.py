"""escaping-search-path."""

from __future__ import annotations

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.rules.linkage.escaping_search_path import escaping_search_path


def test_folder_above_site_packages_is_reported() -> None:
    """One step too many leads to the folder of the standard library."""
    (found,) = problems(run(escaping_search_path, make_binary("pair/libx.so", runpath=["$ORIGIN/../.."])))

    assert "lib/python3.11" in found.message


def test_neighbour_above_site_packages_is_reported() -> None:
    """What was meant lies one folder deeper."""
    (found,) = problems(
        run(escaping_search_path, make_binary("pair/libx.so", runpath=["$ORIGIN/../../nvidia/lib"]))
    )

    assert "$ORIGIN/../../nvidia/lib" == found.subject


def test_entry_out_of_the_environment_is_reported() -> None:
    """Even from a file that is installed beside site-packages."""
    binary = make_binary("pair-1.0.data/data/lib/libx.so", runpath=["$ORIGIN/../../lib"])
    (found,) = problems(run(escaping_search_path, make_wheel(binaries=[binary])))

    assert "out of the environment" in found.message


def test_siblings_and_lib_of_the_environment_are_fine() -> None:
    """Both are where other distributions install libraries."""
    binary = make_binary(
        "pair/libx.so", runpath=["$ORIGIN/../torch/lib", "$ORIGIN/..", "$ORIGIN/../../../../lib"]
    )

    assert [] == run(escaping_search_path, binary)


def test_folder_that_the_wheel_installs_into_is_fine() -> None:
    """Data files of a wheel may lie beside site-packages."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/libx.so", runpath=["$ORIGIN/../../../../lib/pair"]),
            make_binary("pair-1.0.data/data/lib/pair/liba.so"),
        ]
    )

    assert [] == run(escaping_search_path, wheel)
