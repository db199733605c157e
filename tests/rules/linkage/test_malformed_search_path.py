"""malformed-search-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
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
