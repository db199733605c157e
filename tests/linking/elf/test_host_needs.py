"""The platform tag that a wheel's binaries amount to."""

from __future__ import annotations

from tests.support.facts import make_binary, make_wheel
from wheelcheck.binary.elf.details import VersionNeed
from wheelcheck.binary.model import Binary
from wheelcheck.linking.elf.host_needs import needed_tag


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
