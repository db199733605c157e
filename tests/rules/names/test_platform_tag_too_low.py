"""platform-tag-too-low."""

from __future__ import annotations

from collections.abc import Iterable

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.elf.details import VersionNeed
from wheelcheck.binary.model import Binary, Import, Kind
from wheelcheck.rules.names.platform_tag_too_low import platform_tag_too_low

PROGRAM = "pair/bin/tool"


def asking(member: str, *versions: str, library: str = "libc.so.6", weak: bool = False) -> Binary:
    needs = [VersionNeed(library, version, weak) for version in versions]
    return make_binary(member, version_needs=needs)


def subjects(binaries: Iterable[Binary], tag: str = "cp311-cp311-manylinux_2_28_x86_64") -> list[str]:
    return [
        each.subject
        for each in problems(run(platform_tag_too_low, make_wheel(tags=[tag], binaries=binaries)))
    ]


def test_newer_version_is_reported_with_its_symbol_and_a_true_tag() -> None:
    """An executable counts as much as a library."""
    tool = make_binary(
        PROGRAM,
        kind=Kind.EXECUTABLE,
        version_needs=[VersionNeed("libc.so.6", "GLIBC_2.34", weak=False)],
        imports=[Import("__libc_start_main", "GLIBC_2.34", "libc.so.6", weak=False)],
    )
    (found,) = problems(run(platform_tag_too_low, make_wheel(binaries=[tool])))

    assert ("GLIBC_2.34", PROGRAM) == (found.subject, found.member)
    assert "'__libc_start_main'" in found.message
    assert "'manylinux_2_34_x86_64'" in str(found.hint)


def test_version_of_the_tag_is_fine() -> None:
    """What the tag promises may be used."""
    assert [] == subjects([asking("pair/liba.so", "GLIBC_2.28", "GLIBC_2.2.5")])


def test_one_finding_per_library_of_the_host() -> None:
    """The worst version speaks for all users of that library."""
    found = subjects(
        [
            asking("pair/liba.so", "GLIBC_2.30", "GLIBC_2.34"),
            asking("pair/libb.so", "GLIBC_2.29"),
            asking("pair/libb2.so", "GLIBCXX_3.4.29", "CXXABI_1.3.13", library="libstdc++.so.6"),
        ]
    )

    assert ["GLIBC_2.34", "GLIBCXX_3.4.29"] == found


def test_weak_versions_and_own_libraries_do_not_count() -> None:
    """The loader only warns of the first, and the wheel brings the second."""
    own = make_binary("pair/libstdc++.so.6", soname="libstdc++.so.6")
    weak = asking("pair/liba.so", "GLIBC_2.34", weak=True)
    fed = asking("pair/libb.so", "GLIBCXX_3.4.32", library="libstdc++.so.6")

    assert [] == subjects([own, weak, fed])


def test_tags_without_a_glibc_promise_are_not_judged() -> None:
    """A plain linux tag names no oldest host."""
    library = asking("pair/liba.so", "GLIBC_2.39")

    assert [] == subjects([library], "cp311-cp311-linux_x86_64")
    assert [] == subjects([library], "py3-none-any")
    assert [] == subjects([library], "cp311-cp311-musllinux_1_2_x86_64")


def test_private_version_has_no_true_tag() -> None:
    """GLIBC_PRIVATE ties a binary to one build of glibc."""
    (found,) = problems(
        run(platform_tag_too_low, make_wheel(binaries=[asking("pair/liba.so", "GLIBC_PRIVATE")]))
    )

    assert found.subject == "GLIBC_PRIVATE"
    assert "no tag allows it" in str(found.hint)


def test_binaries_of_other_machines_are_another_fault() -> None:
    """Their versions are those of their own architecture."""
    needs = [VersionNeed("libc.so.6", "GLIBC_2.34", weak=False)]

    assert [] == subjects([make_binary("pair/liba.so", arch="aarch64", version_needs=needs)])
