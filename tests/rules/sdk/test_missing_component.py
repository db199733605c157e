"""missing-component."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_scene, make_wheel, problems, run
from wheelcheck.rules.sdk.missing_component import missing_component


def said(contract: Mapping[str, Any], *binaries: str, files: dict[str, str] | None = None) -> list[str]:
    wheel = make_wheel(binaries=[make_binary(each) for each in binaries], files=files)
    return [each.subject for each in problems(run(missing_component, make_scene(wheel, contract)))]


def test_missing_library_is_reported() -> None:
    """By its key in the contract."""
    assert ["libb"] == said({"libraries": {"liba": {}, "libb": {}}}, "pair/liba.so")


def test_other_version_of_a_library_is_no_missing_one() -> None:
    """A library is found by its stem."""
    assert [] == said({"libraries": {"liba": {}}}, "pair/liba.so.2")


def test_other_folder_counts_when_the_contract_names_one() -> None:
    """The SDK's libraries have their place."""
    assert ["liba"] == said({"libraries": {"liba": {"folder": "pair/lib"}}}, "pair/liba.so")


def test_optional_and_forbidden_ones_may_be_absent() -> None:
    """Only required parts are asked for."""
    assert [] == said({"libraries": {"liba": {"presence": "optional"}, "libb": {"presence": "forbidden"}}})


def test_two_builds_of_one_extension_are_reported() -> None:
    """Exactly one is promised."""
    builds = [f"pair/_C.cpython-{each}-x86_64-linux-gnu.so" for each in ("311", "312")]

    assert ["pair._C"] == said({"extensions": {"pair._C": {}}}, *builds)
    assert [] == said({"extensions": {"pair._C": {}}}, builds[0])


def test_lost_header_is_reported() -> None:
    """Of a list, or by count."""
    files = {"pair/include/a.h": "", "pair/include/b.h": ""}

    assert ["c.h"] == said({"headers": {"pair/include": {"required": ["a.h", "c.h"]}}}, files=files)
    assert ["pair/include"] == said({"headers": {"pair/include": {"count": 3}}}, files=files)
    assert ["pair/inc"] == said({"headers": {"pair/inc": {}}}, files=files)


def test_members_and_counts() -> None:
    """Every glob matches, and together they match so many."""
    files = {"pair/a.yaml": "", "pair/b.yaml": ""}

    assert ["pair/*.fbs"] == said(
        {"members": {"data": {"globs": ["pair/*.yaml", "pair/*.fbs"]}}}, files=files
    )
    assert ["data"] == said({"members": {"data": {"globs": ["pair/*.yaml"], "count": 1}}}, files=files)


def test_pair_ships_together_or_not_at_all() -> None:
    """A if and only if B."""
    pair = {"pairs": {"shims": {"first": "pair/a", "second": "pair/b"}}}

    assert ["pair/b"] == said(pair, files={"pair/a": ""})
    assert [] == said(pair)
