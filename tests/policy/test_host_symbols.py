"""Names in the libraries that platform tags allow."""

from __future__ import annotations

import pytest

from wheelcheck.policy.auditwheel_data import policies
from wheelcheck.policy.data_files import read_sections
from wheelcheck.policy.host_symbols import Later, homes, knows, later
from wheelcheck.policy.platforms import PlatformPolicy
from wheelcheck.policy.runtimes import RUNTIMES


def homes_under(name: str, tag: str) -> frozenset[str]:
    platform = PlatformPolicy.of([tag])
    return homes(name, platform, platform.glibc)


def later_under(name: str, tag: str) -> Later | None:
    platform = PlatformPolicy.of([tag])
    return later(name, platform, platform.glibc)


@pytest.mark.parametrize("libc", ["glibc", "musl"])
def test_names_of_every_allowed_library_are_known(libc: str) -> None:
    """A library that a newer policy adds shows here: the list must be made again."""
    listed = (
        {heading.split()[0] for heading, _ in read_sections("glibc-x86_64.txt")} | set(RUNTIMES) | {"libc.so"}
    )
    allowed = {name for policy in policies(libc) for name in policy.libraries}

    assert [] == sorted(name for name in allowed - listed if not knows(name))


@pytest.mark.parametrize(
    ("name", "tag", "expected"),
    [
        ("inflate", "manylinux_2_5_x86_64", {"libz.so.1"}),
        ("inflate", "musllinux_1_2_x86_64", {"libz.so.1"}),
        ("inflateGetDictionary", "manylinux_2_17_x86_64", set()),
        ("inflateGetDictionary", "manylinux_2_24_x86_64", {"libz.so.1"}),
        ("g_memdup2", "manylinux_2_28_x86_64", set()),
        ("g_memdup2", "manylinux_2_34_x86_64", {"libglib-2.0.so.0"}),
        ("g_memdup2", "linux_x86_64", {"libglib-2.0.so.0"}),
        ("g_memdup2", "manylinux_2_60_x86_64", {"libglib-2.0.so.0"}),
        ("XML_ParserCreate", "manylinux_2_5_x86_64", set()),
        ("XML_ParserCreate", "manylinux_2_12_x86_64", {"libexpat.so.1"}),
        ("XOpenDisplay", "manylinux_2_17_aarch64", {"libX11.so.6"}),
        ("XOpenDisplay", "musllinux_1_2_x86_64", set()),
        ("no_such_name", "manylinux_2_28_x86_64", set()),
    ],
)
def test_library_of_a_name(name: str, tag: str, expected: set[str]) -> None:
    """By what the tag allows, and by the releases on its oldest hosts."""
    assert expected == homes_under(name, tag)


def test_name_that_a_library_has_only_later() -> None:
    """It is said since when, and what the tag's oldest host has."""
    found = later_under("g_memdup2", "manylinux_2_17_x86_64")

    assert found is not None
    assert ("libglib-2.0.so.0", "CentOS 7", "2.56.1") == (found.library, found.host, found.has)
    assert later_under("g_memdup2", "manylinux_2_34_x86_64") is None
    assert later_under("g_memdup2", "linux_x86_64") is None
