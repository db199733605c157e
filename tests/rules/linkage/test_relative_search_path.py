"""relative-search-path."""

from __future__ import annotations

from tests.support.facts import make_binary, problems, run
from wheelcheck.rules.linkage.relative_search_path import relative_search_path


def test_entry_without_origin_is_reported() -> None:
    """The hint names the entry that was meant."""
    (found,) = problems(run(relative_search_path, make_binary(runpath=["$ORIGIN", "../lib"])))

    assert "../lib" == found.subject
    assert "'$ORIGIN/../lib'" in str(found.hint)


def test_other_kinds_of_entry_are_left_to_their_rules() -> None:
    """Absolute, empty and malformed ones are no relative ones."""
    binary = make_binary(runpath=["/usr/lib", "", "$$ORIGIN", "$ORIGIN", "RIGIN/../lib"])

    assert [] == run(relative_search_path, binary)


def test_library_token_alone_is_relative() -> None:
    """`$LIB` stands for `lib64`, not for a place."""
    (found,) = problems(run(relative_search_path, make_binary(rpath=["$LIB"])))

    assert "$LIB" == found.subject
