"""missing-component."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked, Problem
from wheelcheck.rules.sdk.missing_component import missing_component


def said(contract: Mapping[str, Any], *binaries: str, files: dict[str, str] | None = None) -> list[str]:
    wheel = make_wheel(binaries=[make_binary(each) for each in binaries], files=files)
    return [each.subject for each in problems(run(missing_component, make_subject(wheel, contract)))]


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
    assert [] == said({"extensions": {"pair._C": {"count": 2}}}, *builds)
    assert ["pair._C"] == said({"extensions": {"pair._C": {"count": 2}}}, builds[0])


def test_lost_header_is_reported() -> None:
    """Of a list, or by count."""
    files = {"pair/include/a.h": "", "pair/include/b.h": ""}

    assert ["c.h"] == said({"headers": {"pair/include": {"required": ["a.h", "c.h"]}}}, files=files)
    assert ["pair/include"] == said({"headers": {"pair/include": {"count": 3}}}, files=files)
    assert ["pair/inc"] == said({"headers": {"pair/inc": {}}}, files=files)
    assert [] == said({"headers": {"pair/inc": {"presence": "optional"}}}, files=files)


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


def test_lost_header_and_wrong_count_are_two_findings() -> None:
    """Each has a cure of its own."""
    files = {"pair/include/a.h": "", "pair/include/b.h": ""}
    contract = {"headers": {"pair/include": {"required": ["c.h"], "count": 7}}}
    wheel = make_wheel(files=files)
    lost, miscounted = problems(run(missing_component, make_subject(wheel, contract)))

    assert ("c.h", "pair/include") == (lost.subject, miscounted.subject)
    assert "build it" in str(lost.hint)
    assert "`count`" in str(miscounted.hint)


CONFIG = "pair/lib/cmake/pair/pair-config.cmake"
TARGET = "add_library(pair::a SHARED IMPORTED)\n"


def test_package_is_found_by_its_name() -> None:
    """As find_package does: lower case serves every spelling, camel case its own."""
    camel = "pair/lib/cmake/Pair/PairConfig.cmake"

    assert ["Nope"] == said({"packages": {"Nope": {}}}, files={CONFIG: ""})
    assert ["pair"] == said({"packages": {"pair": {}}}, files={camel: ""})
    assert [] == said({"packages": {"PAIR": {}, "pair": {}}}, files={CONFIG: ""})
    assert [] == said({"packages": {"Pair": {}}}, files={camel: ""})
    assert [] == said({"packages": {"Pair": {}}}, files={"pair/cmake/FindPair.cmake": ""})
    assert [] == said({"packages": {"Nope": {"presence": "optional"}}})


def test_listed_file_under_a_name_that_is_not_searched_for_is_reported() -> None:
    """The file is there, and no consumer finds it."""
    assert ["Other"] == said({"packages": {"Other": {"files": [CONFIG]}}}, files={CONFIG: ""})


def target_answers(config: str, target: str, *, library: bool = True) -> list[Problem | NotChecked]:
    package = {"components": {"a": {"target": target, "library": "liba"}}}
    binaries = [make_binary("pair/liba.so")] if library else []
    contract = {"packages": {"pair": package}, "libraries": {"liba": {"presence": "optional"}}}
    wheel = make_wheel(files={CONFIG: config}, binaries=binaries)
    return run(missing_component, make_subject(wheel, contract))


def test_component_whose_target_no_config_defines_is_reported() -> None:
    """A component without its library is another rule's, or nobody's."""
    (found,) = target_answers(TARGET, "pair::b")

    assert isinstance(found, Problem)
    assert ("pair::b", CONFIG) == (found.subject, found.member)
    assert [] == target_answers(TARGET, "pair::a")
    assert [] == target_answers(TARGET, "pair::b", library=False)
    assert [] == target_answers(f"if(UNKNOWN_TO_US)\n{TARGET}endif()\n", "pair::a")


def test_targets_that_the_consumer_decides_are_not_checked() -> None:
    """Names made from its variables, or other packages' targets."""
    head = "foreach(each IN LISTS pair_FIND_COMPONENTS)\n"
    loop = f"{head}add_library(pair::${{each}} SHARED IMPORTED)\nendforeach()\n"

    assert [NotChecked] == [type(each) for each in target_answers(loop, "pair::b")]
    assert [NotChecked] == [type(each) for each in target_answers("find_package(Other)\n", "Other::b")]
