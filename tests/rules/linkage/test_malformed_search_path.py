"""malformed-search-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.linkage.malformed_search_path import malformed_search_path


@pytest.mark.parametrize(
    "entry",
    [
        "$$ORIGIN/../lib",
        "\\$ORIGIN",
        "\\$$ORIGIN/../lib",
        "$ORIGINS/lib",
        "${ORIGIN",
        "$(ORIGIN)/lib",
        "$origin",
        "/opt/$ORIGIN",
        "RIGIN/../lib",
        "@loader_path/../lib",
        "$ORIGIN/lib;$ORIGIN/../lib",
    ],
)
def test_token_that_never_expands_is_reported(entry: str) -> None:
    """One escape too many or too few, or another system's token."""
    (found,) = problems(run(malformed_search_path, make_binary(runpath=["$ORIGIN", entry])))

    assert entry == found.subject


@pytest.mark.parametrize(
    "entry", ["$ORIGIN", "${ORIGIN}/../lib", "$ORIGIN/$LIB", "$ORIGIN.libs", "/usr/$LIB", "lib", ""]
)
def test_token_that_expands_is_fine(entry: str) -> None:
    """Glibc's three tokens, with and without braces."""
    assert [] == run(malformed_search_path, make_binary(runpath=[entry]))


def test_library_token_under_musl_is_reported() -> None:
    """Musl drops a path with a token other than `$ORIGIN`."""
    wheel = make_wheel(
        tags=["cp311-cp311-musllinux_1_2_x86_64"], binaries=[make_binary(runpath=["$ORIGIN/$LIB"])]
    )

    assert ["$ORIGIN/$LIB"] == [each.subject for each in problems(run(malformed_search_path, wheel))]


@pytest.mark.parametrize(
    ("entry", "reading"),
    [
        ("$$ORIGIN/lib", "leads to '$/.../lib' below the working directory"),
        ("\\$ORIGIN/lib", "leads to '\\\\/.../lib' below the working directory"),
        ("x${ORIGIN}", "leads to 'x/...' below the working directory"),
        ("$ORIGINS/lib", "leads to '$ORIGINS/lib' below the working directory"),
        ("RIGIN/lib", "leads to 'RIGIN/lib' below the working directory"),
        ("/opt/$ORIGIN", "leads to '/opt//...':"),
    ],
)
def test_folder_that_glibc_makes_of_an_entry(entry: str, reading: str) -> None:
    """It expands `$ORIGIN` wherever it is."""
    (found,) = problems(run(malformed_search_path, make_binary(runpath=[entry])))

    assert reading in found.message


@pytest.mark.parametrize(
    ("runpath", "tag", "severity"),
    [
        (["$$ORIGIN"], "cp311-cp311-manylinux_2_28_x86_64", None),
        (["$$ORIGIN", "$ORIGIN"], "cp311-cp311-manylinux_2_28_x86_64", Severity.WARNING),
        (["$ORIGIN", "$$ORIGIN"], "cp311-cp311-manylinux_2_28_x86_64", Severity.WARNING),
        (["$$ORIGIN", "$ORIGIN"], "cp311-cp311-musllinux_1_2_x86_64", None),
    ],
)
def test_entry_beside_one_that_has_every_library(
    runpath: list[str], tag: str, severity: Severity | None
) -> None:
    """Nothing is lost by it, except under musl, which ignores all of them."""
    module = make_binary("pair/_x.abi3.so", needed=["liba.so"], exports=["PyInit__x"], runpath=runpath)
    library = make_binary("pair/liba.so", soname="liba.so")
    (found,) = problems(run(malformed_search_path, make_wheel(tags=[tag], binaries=[module, library])))

    assert severity is found.severity
