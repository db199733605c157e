"""Where members lie after installation."""

from __future__ import annotations

import pytest

from tests.support.facts import make_member, make_wheel
from wheelcheck.linking.layout import Layout, Place
from wheelcheck.wheel.model import Wheel

SITE = "lib/python3.11/site-packages"


def wheel_of(*names: str, tag: str = "cp311-cp311-manylinux_2_28_x86_64", name: str = "pair") -> Wheel:
    """Make a wheel with these members."""
    return make_wheel(name=name, tags=[tag], members=[make_member(each) for each in names])


@pytest.mark.parametrize(
    ("member", "path"),
    [
        ("pair/x.so", f"{SITE}/pair/x.so"),
        ("x.so", f"{SITE}/x.so"),
        ("pair//x.so", f"{SITE}/pair/x.so"),
        ("pair/./x.so", f"{SITE}/pair/x.so"),
        ("pair/lib/../x.so", f"{SITE}/pair/x.so"),
        ("pair-1.0.data/purelib/pair/x.so", f"{SITE}/pair/x.so"),
        ("pair-1.0.data/platlib/pair/x.so", f"{SITE}/pair/x.so"),
        ("pair-1.0.data/data/lib/x.so", "lib/x.so"),
        ("pair-1.0.data/scripts/tool", "bin/tool"),
        ("pair-1.0.data/headers/x.h", "include/site/python3.11/pair/x.h"),
        ("pair-1.0.data/unheard-of/x.so", f"{SITE}/pair-1.0.data/unheard-of/x.so"),
        ("pair.data/data/lib/x.so", f"{SITE}/pair.data/data/lib/x.so"),
        ("pair-1.0.database/data/lib/x.so", f"{SITE}/pair-1.0.database/data/lib/x.so"),
    ],
)
def test_installed_path_of_a_member(member: str, path: str) -> None:
    """Below site-packages, but for what the data folder spreads over the environment."""
    layout = Layout.of(wheel_of(member))

    assert path == layout.path_of(member)
    assert member == layout.member_at(path)


@pytest.mark.parametrize(
    ("tag", "site"),
    [
        ("cp312-cp312-manylinux_2_28_x86_64", "lib/python3.12/site-packages"),
        ("py313-none-any", "lib/python3.13/site-packages"),
        ("pp39-pypy39_pp73-manylinux_2_28_x86_64", "lib/python3.9/site-packages"),
        ("py3-none-any", "lib/python3/site-packages"),
        ("py2.py3-none-any", "lib/python3/site-packages"),
    ],
)
def test_site_packages_are_those_of_the_tags_python(tag: str, site: str) -> None:
    """Without a minor version there is one all the same."""
    assert site == Layout.of(wheel_of(tag=tag)).site


def test_first_wheel_keeps_an_installed_path() -> None:
    """A sibling that installs the same file does not take it away from the wheel under audit."""
    path = f"{SITE}/pair/x.so"
    sibling = wheel_of("pair/x.so", "pair/y.so", name="other")
    layout = Layout.of(wheel_of("pair/x.so"), (sibling,))

    assert Place(0, "pair/x.so") == layout.places[path]
    assert path == layout.path_of("pair/x.so", 1)
    assert "pair/x.so" == layout.member_at(path)


def test_file_of_a_sibling_is_no_member() -> None:
    """It lies in the same environment."""
    layout = Layout.of(wheel_of(), (wheel_of("pair/y.so", name="other"),))

    assert Place(1, "pair/y.so") == layout.places[f"{SITE}/pair/y.so"]
    assert layout.member_at(f"{SITE}/pair/y.so") is None
    assert layout.member_at(f"{SITE}/pair/z.so") is None


def test_folders_are_those_with_a_file_below() -> None:
    """At whatever depth; an entry that is itself a folder installs nothing."""
    layout = Layout.of(wheel_of("pair/a/b/x.so", "pair/empty/"))

    assert {f"{SITE}/pair", f"{SITE}/pair/a", f"{SITE}/pair/a/b", SITE, "lib/python3.11", "lib"} == {
        folder for folder in layout.folders if "dist-info" not in folder
    }
    assert "pair/empty/" not in layout.installed[0]
