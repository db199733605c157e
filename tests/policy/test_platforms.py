"""PlatformPolicy."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel
from wheelcheck.binary.elf.details import VersionNeed
from wheelcheck.linking.elf.host_needs import needed_tag
from wheelcheck.policy.platforms import Need, PlatformPolicy
from wheelcheck.policy.tags import parse_platform_tag


def policy_of(*platforms: str) -> PlatformPolicy:
    return PlatformPolicy.of(platforms)


@pytest.mark.parametrize(
    ("platforms", "name", "libc", "release"),
    [
        (["manylinux2014_x86_64", "manylinux_2_17_x86_64"], "manylinux_2_17_x86_64", "glibc", (2, 17)),
        (["manylinux_2_28_x86_64", "manylinux_2_5_x86_64"], "manylinux_2_5_x86_64", "glibc", (2, 5)),
        (["manylinux1_i686"], "manylinux_2_5_i686", "glibc", (2, 5)),
        (["musllinux_1_2_aarch64"], "musllinux_1_2_aarch64", "musl", (1, 2)),
        (["musllinux_1_1_x86_64", "manylinux_2_28_x86_64"], "manylinux_2_28_x86_64", "glibc", (2, 28)),
        (["linux_x86_64"], "linux_x86_64", "glibc", None),
        (["android_24_arm64_v8a"], "android_24_arm64_v8a", "android", (24,)),
        (["any"], "any", "none", None),
        (["win_amd64"], "win_amd64", "none", None),
        (["macosx_11_0_arm64"], "macosx_11_0_arm64", "none", None),
    ],
)
def test_lowest_tag_is_the_promise(
    platforms: list[str], name: str, libc: str, release: tuple[int, ...] | None
) -> None:
    """Legacy names are spelled out, and tags without a promise have no release."""
    policy = policy_of(*platforms)

    assert (name, libc, release) == (policy.name, policy.libc, policy.release)


def test_tag_between_two_policies_raises_only_glibc() -> None:
    """The nearest lower policy holds, with the tag's own glibc, and is named."""
    policy = policy_of("manylinux_2_33_x86_64")

    assert policy.derived_from == "manylinux_2_31"
    assert policy.allows(Need.of("GLIBC_2.33"))
    assert not policy.allows(Need.of("GLIBCXX_3.4.29"))


def test_tag_newer_than_auditwheel_is_derived() -> None:
    """A tag of the future is its newest known policy with a newer glibc."""
    policy = policy_of("manylinux_2_99_aarch64")

    assert policy.allows(Need.of("GLIBC_2.98"))
    assert policy.derived_from is not None


def test_versions_that_are_no_numbers() -> None:
    """Named versions count from the glibc that brought them; private ones are in no promise."""
    low, high = policy_of("manylinux_2_34_x86_64"), policy_of("manylinux_2_36_x86_64")
    relr = Need.of("GLIBC_ABI_DT_RELR")

    assert [False, True] == [policy.allows(relr) for policy in (low, high)]
    assert not high.allows(Need.of("GLIBC_PRIVATE"))


def test_versions_of_other_libraries_are_allowed() -> None:
    """Prefixes that no policy knows say nothing about the host."""
    assert policy_of("manylinux_2_28_x86_64").allows(Need.of("OPENSSL_3.0.0"))


@pytest.mark.parametrize(
    ("needs", "tag"),
    [
        ([], "manylinux_2_5_x86_64"),
        (["GLIBC_2.29", "GLIBCXX_3.4.22"], "manylinux_2_31_x86_64"),
        (["GLIBCXX_3.4.29"], "manylinux_2_34_x86_64"),
        (["GLIBC_2.77"], "manylinux_2_77_x86_64"),
        (["GLIBC_PRIVATE"], None),
    ],
)
def test_first_honest_tag(needs: list[str], tag: str | None) -> None:
    """The lowest tag whose hosts have every version."""
    assert tag == policy_of("manylinux_2_17_x86_64").first_honest_tag(map(Need.of, needs))


def test_libraries_hold_the_loader_and_alpines_libc() -> None:
    """Names that auditwheel treats apart are part of the promise."""
    assert {"ld-linux-x86-64.so.2", "libz.so.1"} <= policy_of("manylinux_2_28_x86_64").libraries
    assert {"libc.musl-x86.so.1", "libz.so.1"} <= policy_of("musllinux_1_2_i686").libraries


def test_untagged_wheel_still_has_host_libraries() -> None:
    """A native file in an `any` wheel may need the C library."""
    wheel = make_wheel(tags=["py3-none-any"], binaries=[make_binary(needed=["libc.so.6"])])

    assert {"libc.so.6", "libc.musl-x86_64.so.1"} <= PlatformPolicy.of(
        wheel.platforms, wheel.binaries
    ).libraries


def test_needed_tag_counts_only_what_the_host_must_bring() -> None:
    """Weak versions and libraries of the wheel itself are left out."""
    needs = [
        VersionNeed("libc.so.6", "GLIBC_2.17", weak=False),
        VersionNeed("libc.so.6", "GLIBC_2.38", weak=True),
        VersionNeed("libstdc++.so.6", "GLIBCXX_3.4.32", weak=False),
    ]
    own = make_binary("pair/libstdc++.so.6", soname="libstdc++.so.6")

    assert needed_tag(make_wheel(binaries=[make_binary(version_needs=needs), own])) == "manylinux_2_17_x86_64"


def test_architectures_of_tags() -> None:
    """The part behind the version is the architecture, whatever it holds."""
    assert parse_platform_tag("manylinux_2_39_loongarch64").machine == "loongarch64"
    assert parse_platform_tag("linux_armv6l").machine == "armv6l"
    assert parse_platform_tag("macosx_11_0_universal2").machine is None
