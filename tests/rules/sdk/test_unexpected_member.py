"""unexpected-member."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.sdk.unexpected_member import unexpected_member


def said(contract: Mapping[str, Any], *binaries: str, files: dict[str, str] | None = None) -> list[str]:
    wheel = make_wheel(binaries=[make_binary(each) for each in binaries], files=files)
    return [each.subject for each in problems(run(unexpected_member, make_subject(wheel, contract)))]


def test_member_outside_the_list_is_reported() -> None:
    """The dist-info folder always belongs."""
    assert ["pair/notes"] == said(
        {"closed": {"members": ["pair/*.py"]}}, files={"pair/a.py": "", "pair/notes": ""}
    )


def test_top_level_entry_is_reported() -> None:
    """One finding per entry."""
    assert ["tests"] == said({"closed": {"top-level": ["pair"]}}, files={"pair/a.py": "", "tests/a.py": ""})


def test_bundled_libraries() -> None:
    """Compared without the hash that the repair tool adds."""
    grafted = "pair.libs/libjpeg-0a1b2c3d.so.8"

    assert ["libjpeg.so.8"] == said({"closed": {"bundled": {"forbidden": ["libjpeg*"]}}}, grafted)
    assert ["libjpeg.so.8"] == said({"closed": {"bundled": {"only": []}}}, grafted)
    assert ["libpng*"] == said({"closed": {"bundled": {"required": ["libpng*", "libjpeg*"]}}}, grafted)


def test_forbidden_members_are_reported() -> None:
    """By a row of their own."""
    rows = {"members": {"test corpus": {"globs": ["*/test/*"], "presence": "forbidden"}}}

    assert ["pair/test/a.py"] == said(rows, files={"pair/test/a.py": ""})


def test_forbidden_headers_are_reported() -> None:
    """By their folder; what lies beside it is not meant."""
    headers = {"pair/detail": {"presence": "forbidden"}}

    assert ["pair/detail/a.h"] == said(
        {"headers": headers}, files={"pair/detail/a.h": "", "pair/detail.h": ""}
    )
    assert [] == said({"headers": headers}, files={"pair/detail.h": ""})


def test_forbidden_package_is_reported() -> None:
    """By its name, without a list of files; a search module too."""
    config = "pair/lib/cmake/Pair/PairConfig.cmake"
    forbidden = {"packages": {"Pair": {"presence": "forbidden"}}}

    assert [config] == said(forbidden, files={config: ""})
    assert ["pair/FindPair.cmake"] == said(forbidden, files={"pair/FindPair.cmake": ""})
    assert [] == said(forbidden, files={"pair/lib/cmake/Pair2/Pair2Config.cmake": ""})


def test_data_folder_is_a_top_level_entry() -> None:
    """It lands where the prefix is."""
    files = {"pair/a.py": "", "pair-1.0.data/data/a": ""}

    assert ["pair-1.0.data"] == said({"closed": {"top-level": ["pair"]}}, files=files)


def test_undeclared_extension_is_left_to_untagged_extension() -> None:
    """One cause, one finding."""
    closed = {"closed": {"extensions": True}}

    assert [] == said(closed, "pair/_y.cpython-311-x86_64-linux-gnu.so")


def test_nothing_closed_is_silent() -> None:
    """Without a list everything belongs."""
    assert [] == said({"closed": {}}, files={"anything/else": ""})
