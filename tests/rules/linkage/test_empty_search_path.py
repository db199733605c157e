"""empty-search-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.linkage.empty_search_path import empty_search_path


@pytest.mark.parametrize("path", [["$ORIGIN", ""], ["", "$ORIGIN"], ["$ORIGIN", "", "$ORIGIN/lib"]])
def test_empty_entry_is_reported_with_the_path(path: list[str]) -> None:
    """At the end, at the start, and between two colons."""
    (found,) = problems(run(empty_search_path, make_binary(runpath=path)))

    assert None is found.severity
    assert ":".join(path) in found.message


def test_several_empty_entries_are_one_finding() -> None:
    """They have one cause and one cure."""
    (found,) = problems(run(empty_search_path, make_binary(runpath=["", "$ORIGIN", "", ""])))

    assert "patchelf --set-rpath '$ORIGIN' pair/lib/libx.so" in str(found.hint)


def test_wholly_empty_path_of_an_object_with_no_needs_is_a_warning() -> None:
    """Nothing beyond the platform's libraries is searched."""
    (found,) = problems(run(empty_search_path, make_binary(runpath=[""], needed=["libc.so.6"])))

    assert Severity.WARNING is found.severity


def test_wholly_empty_path_of_an_object_with_needs_is_an_error() -> None:
    """A library of the wheel would be taken from the working directory."""
    (found,) = problems(run(empty_search_path, make_binary(runpath=[""], needed=["liba.so"])))

    assert None is found.severity


def test_musl_skips_empty_entries() -> None:
    """Its loader does not read the working directory."""
    wheel = make_wheel(
        tags=["cp311-cp311-musllinux_1_2_x86_64"], binaries=[make_binary(runpath=["$ORIGIN", ""])]
    )
    (found,) = problems(run(empty_search_path, wheel))

    assert Severity.WARNING is found.severity


def test_no_path_at_all_is_fine() -> None:
    """An absent path is not an empty one."""
    assert [] == run(empty_search_path, make_binary())
