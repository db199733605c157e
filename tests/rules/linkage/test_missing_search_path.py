"""missing-search-path."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked
from wheelcheck.rules.linkage.missing_search_path import missing_search_path

ASKED = {"search-paths": {"required": True}, "libraries": {"liba": {}, "libb": {}}}


def test_sdk_without_any_path_is_reported() -> None:
    """Every check of a single path would pass."""
    wheel = make_wheel(binaries=[make_binary("pair/liba.so"), make_binary("pair/libb.so")])

    assert 1 == len(problems(run(missing_search_path, make_subject(wheel, ASKED))))


def test_one_path_is_enough() -> None:
    """A library that needs nothing needs no path."""
    wheel = make_wheel(
        binaries=[make_binary("pair/liba.so"), make_binary("pair/libb.so", runpath=["$ORIGIN"])]
    )

    assert [] == run(missing_search_path, make_subject(wheel, ASKED))


def test_nothing_examined_is_not_checked() -> None:
    """An empty set proves nothing."""
    (said,) = run(missing_search_path, make_subject(contract=ASKED))

    assert isinstance(said, NotChecked)


def test_not_asked_is_silent() -> None:
    """A contract without search paths wants none."""
    assert [] == run(missing_search_path, make_wheel(binaries=[make_binary("pair/liba.so")]))
