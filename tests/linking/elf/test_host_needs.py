"""The platform tag that a wheel's binaries amount to."""

from __future__ import annotations

from tests.support.facts import make_binary, make_member, make_subject, make_wheel
from wheelcheck.binary.elf.details import VersionNeed
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.elf.host_needs import HostNeed, host_needs, needed_tag
from wheelcheck.policy.platforms import Need

NEW = [VersionNeed("libc.so.6", "GLIBC_2.34", weak=False)]
MACHO = bytes.fromhex("cffaedfe")


def binary(*versions: str, library: str = "libc.so.6", weak: bool = False) -> Binary:
    """Make a binary that needs these symbol versions."""
    return make_binary(version_needs=[VersionNeed(library, version, weak) for version in versions])


def test_newest_version_decides() -> None:
    """The lowest tag whose hosts have every version."""
    wheel = make_wheel(binaries=[binary("GLIBC_2.2.5", "GLIBC_2.27")])

    assert needed_tag(wheel) == "manylinux_2_27_x86_64"


def test_weak_versions_and_own_libraries_ask_nothing_of_the_host() -> None:
    """The loader only warns about the first, and the wheel brings the second."""
    own = make_binary("pair/libgomp.so.1", soname="libgomp.so.1")
    asking = binary("GOMP_9.9", library="libgomp.so.1")
    weak = binary("GLIBC_2.38", weak=True)

    assert needed_tag(make_wheel(binaries=[own, asking])) == needed_tag(make_wheel(binaries=[own]))
    assert needed_tag(make_wheel(binaries=[weak])) == needed_tag(make_wheel(binaries=[own]))


def test_wheel_without_binaries_runs_anywhere() -> None:
    """Nothing native needs no platform."""
    assert needed_tag(make_wheel(tags=["py3-none-any"])) == "any"


def test_versions_that_no_tag_promises_leave_the_plain_tag() -> None:
    """A version from the future is promised by no known tag."""
    wheel = make_wheel(binaries=[binary("GLIBCXX_9.9.9", library="libstdc++.so.6")])

    assert needed_tag(wheel) == "linux_x86_64"


def test_musl_does_not_say() -> None:
    """It has no symbol versions to read."""
    wheel = make_wheel(binaries=[binary()], tags=["cp312-cp312-musllinux_1_2_x86_64"])

    assert needed_tag(wheel) is None


def test_binaries_tell_the_c_library_where_no_tag_does() -> None:
    """A wheel that was just built has the plain tag."""
    tags = ["cp311-cp311-linux_x86_64"]
    glibc = make_wheel(binaries=[make_binary(needed=["libc.so.6"], version_needs=NEW)], tags=tags)
    musl = make_wheel(binaries=[make_binary(needed=["libc.musl-x86_64.so.1"])], tags=tags)

    assert needed_tag(glibc) == "manylinux_2_34_x86_64"
    assert needed_tag(musl) is None


def test_debug_files_and_other_machines_ask_nothing_of_the_host() -> None:
    """No host of the tag loads them; what comes after them counts."""
    newest = [VersionNeed("libc.so.6", "GLIBC_2.38", weak=False)]
    wheel = make_wheel(
        binaries=[
            make_binary("pair/libx.so.debug", kind=Kind.DEBUG, version_needs=newest),
            make_binary("pair/liby.so", arch="aarch64", version_needs=newest),
            make_binary("pair/libz.so", version_needs=NEW),
        ],
        tags=["cp311-cp311-manylinux_2_39_x86_64"],
    )
    platform = make_subject(wheel).platform

    assert needed_tag(wheel) == "manylinux_2_34_x86_64"
    assert [HostNeed(Need.of("GLIBC_2.34"), NEW[0], wheel.binaries[2])] == list(host_needs(wheel, platform))


def test_binary_of_another_format_does_not_say() -> None:
    """Whether or not it has a reader."""
    read = make_wheel(binaries=[binary(), make_binary("pair/x.dylib", format=Format.MACHO)])
    unread = make_wheel(binaries=[binary()], members=[make_member("pair/x.dylib", MACHO, kind=Format.MACHO)])

    assert [None, None] == [needed_tag(read), needed_tag(unread)]
