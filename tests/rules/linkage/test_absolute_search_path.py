"""absolute-search-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.linkage.absolute_search_path import absolute_search_path

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"
MANYLINUX_PYTHON = "/opt/_internal/cpython-3.12.7/lib/python3.12/site-packages/blas/lib"


def test_folder_of_the_build_machine_is_an_error() -> None:
    """Even when nothing is needed through it; the hint keeps the good entries."""
    binary = make_binary(runpath=["$ORIGIN", "/__w/_temp/conda_environment_1/lib"])
    (found,) = problems(run(absolute_search_path, binary))

    assert Severity.ERROR is found.severity
    assert "/__w/_temp/conda_environment_1/lib" == found.subject
    assert found.message.endswith("it exists only on the machine that built the wheel")
    assert "patchelf --set-rpath '$ORIGIN' pair/lib/libx.so" in str(found.hint)


@pytest.mark.parametrize("path", ["/tmp/build/lib", "/var/tmp", "/dev/shm/x"])  # noqa: S108  # names to recognise
def test_folder_that_anybody_may_make_is_an_error(path: str) -> None:
    """The reason is another one than for the build machine's own folders."""
    (found,) = problems(run(absolute_search_path, make_binary(runpath=[path])))

    assert Severity.ERROR is found.severity
    assert found.message.endswith("anyone can write there and decide what is loaded")


def test_entry_that_is_searched_before_the_wheels_own_folder_is_an_error() -> None:
    """An administrator's folder wins over the library of the wheel."""
    wheel = make_wheel(
        binaries=[
            make_binary(
                EXTENSION, exports=["PyInit__x"], needed=["liba.so"], runpath=["/usr/local/lib", "$ORIGIN"]
            ),
            make_binary("pair/liba.so"),
        ]
    )
    (found,) = problems(run(absolute_search_path, wheel))

    assert Severity.ERROR is found.severity
    assert "'liba.so'" in found.message


def test_entry_behind_one_that_resolves_everything_is_a_warning() -> None:
    """The loader has found all it needs before it comes there."""
    wheel = make_wheel(
        binaries=[
            make_binary(
                EXTENSION, exports=["PyInit__x"], needed=["liba.so"], rpath=["$ORIGIN", MANYLINUX_PYTHON]
            ),
            make_binary("pair/liba.so"),
        ]
    )
    (found,) = problems(run(absolute_search_path, wheel))

    assert Severity.WARNING is found.severity


def test_entry_of_an_object_that_needs_only_the_platform_is_a_warning() -> None:
    """Policy libraries are looked for there too, and are promised by the tag."""
    (found,) = problems(
        run(absolute_search_path, make_binary(needed=["libc.so.6"], runpath=["/usr/local/lib64"]))
    )

    assert Severity.WARNING is found.severity


def test_library_that_is_nowhere_else_makes_it_an_error() -> None:
    """The entry is the only place where it can come from."""
    (found,) = problems(
        run(absolute_search_path, make_binary(needed=["libv.so.1"], runpath=["/opt/vendor/lib"]))
    )

    assert Severity.ERROR is found.severity


def test_earlier_hop_to_another_distribution_keeps_it_a_warning() -> None:
    """What that folder holds is not known without the sibling."""
    binary = make_binary(needed=["libt.so"], runpath=["$ORIGIN/../../other/lib", "/lib/intel64"])
    (found,) = problems(run(absolute_search_path, binary))

    assert Severity.WARNING is found.severity


def test_entry_that_the_contract_allows_is_fine() -> None:
    """The allow-list takes globs."""
    binary = make_binary(runpath=["/opt/vendor/lib"])
    contract = {"search-paths": {"allowed": ["/opt/vendor/*"]}}

    assert [] == run(absolute_search_path, make_subject(make_wheel(binaries=[binary]), contract))


def test_relative_to_the_object_is_fine() -> None:
    """Nothing begins with a slash."""
    assert [] == run(absolute_search_path, make_binary(runpath=["$ORIGIN/../lib", "${ORIGIN}"]))
