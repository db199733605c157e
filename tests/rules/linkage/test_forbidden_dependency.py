"""forbidden-dependency."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.linkage.forbidden_dependency import forbidden_dependency
from wheelcheck.subject import Subject


def sdk(contract: Mapping[str, Any], *needed: str) -> Subject:
    return make_subject(make_wheel(binaries=[make_binary("pair/liba.so", needed=needed)]), contract)


def test_forbidden_library_is_reported() -> None:
    """By the key of a declared library, whatever its version."""
    contract = {"libraries": {"liba": {"must-not-need": ["libb"]}, "libb": {"presence": "optional"}}}
    (found,) = problems(run(forbidden_dependency, sdk(contract, "libb.so.3", "libc.so.6")))

    assert "libb.so.3" == found.subject


def test_closed_list_reports_what_it_lacks() -> None:
    """Globs and plain names close the list."""
    contract = {"libraries": {"liba": {"needed-only": ["lib[cm].so.6"]}}}
    found = problems(run(forbidden_dependency, sdk(contract, "libc.so.6", "libm.so.6", "libz.so.1")))

    assert ["libz.so.1"] == [each.subject for each in found]


def test_closed_world_is_for_libraries_without_a_list() -> None:
    """A list of its own wins."""
    closed = {"closed": {"needed": ["libc.so.6"]}}
    own = {**closed, "libraries": {"liba": {"needed-only": ["libz.so.1"]}}}

    assert ["libz.so.1"] == [
        each.subject
        for each in problems(
            run(forbidden_dependency, sdk({**closed, "libraries": {"liba": {}}}, "libz.so.1"))
        )
    ]
    assert [] == run(forbidden_dependency, sdk(own, "libz.so.1"))


def test_open_list_is_silent() -> None:
    """Nothing declared, nothing forbidden."""
    assert [] == run(forbidden_dependency, sdk({"libraries": {"liba": {}}}, "libz.so.1"))
