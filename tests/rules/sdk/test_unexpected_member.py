"""unexpected-member."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.facts import make_binary, make_scene, make_wheel, problems, run
from wheelcheck.rules.sdk.unexpected_member import unexpected_member


def said(contract: Mapping[str, Any], *binaries: str, files: dict[str, str] | None = None) -> list[str]:
    wheel = make_wheel(binaries=[make_binary(each) for each in binaries], files=files)
    return [each.subject for each in problems(run(unexpected_member, make_scene(wheel, contract)))]


def test_member_outside_the_list_is_reported() -> None:
    """The dist-info folder always belongs."""
    assert ["pair/notes"] == said(
        {"closed": {"members": ["pair/*.py"]}}, files={"pair/a.py": "", "pair/notes": ""}
    )


def test_top_level_entry_is_reported() -> None:
    """One finding per entry."""
    assert ["tests"] == said({"closed": {"top-level": ["pair"]}}, files={"pair/a.py": "", "tests/a.py": ""})


def test_undeclared_extension_is_reported() -> None:
    """A library that ends in .so is none."""
    closed = {"closed": {"extensions": True}, "extensions": {"pair._x": {}}}
    suffix = ".cpython-311-x86_64-linux-gnu.so"

    assert ["pair._y"] == said(closed, f"pair/_x{suffix}", f"pair/_y{suffix}", "pair/liba.so")


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


def test_nothing_closed_is_silent() -> None:
    """Without a list everything belongs."""
    assert [] == said({"closed": {}}, files={"anything/else": ""})
