"""foreign-architecture."""

from __future__ import annotations

import msgspec

from tests.support.facts import make_binary, make_member, make_wheel, problems, run
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import Severity
from wheelcheck.rules.names.foreign_architecture import foreign_architecture
from wheelcheck.wheel.model import Member

HERE = make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so")


def found(
    *binaries: Binary, members: tuple[Member, ...] = (), tag: str = "manylinux_2_28_x86_64"
) -> list[tuple[str, Severity | None]]:
    wheel = make_wheel(tags=[f"cp311-cp311-{tag}"], binaries=binaries, members=members)
    return [(each.subject, each.severity) for each in problems(run(foreign_architecture, wheel))]


def test_library_of_another_machine_is_an_error() -> None:
    """Machine and word size both count."""
    for arch in ("aarch64", "i686"):
        assert [(f"ELF for {arch}", Severity.ERROR)] == found(HERE, make_binary("pair/liba.so", arch=arch))


def test_binary_without_a_machine_is_an_error() -> None:
    """EM_NONE runs nowhere."""
    broken = make_binary("pair/tool", arch="none", kind=Kind.EXECUTABLE)

    assert [("ELF for no machine (EM_NONE)", Severity.ERROR)] == found(HERE, broken)


def test_device_code_is_no_concern_of_the_tag() -> None:
    """GPU, BPF and DSP objects are data of a device."""
    for machine in (190, 224, 247, 164):
        device = msgspec.structs.replace(
            make_binary("pair/kernel.bin"), machine=machine, arch=f"em-{machine}"
        )

        assert [] == found(HERE, device)


def test_helper_program_of_another_machine_is_a_warning() -> None:
    """Nothing imports it; without any fitting code the wheel itself is mislabelled."""
    tool = make_binary("pair/bin/arm64/tool", arch="aarch64", kind=Kind.EXECUTABLE)
    script = make_binary("pair-1.0.data/scripts/tool", arch="aarch64", kind=Kind.EXECUTABLE)

    assert [("ELF for aarch64", Severity.WARNING)] == found(HERE, tool)
    assert [("ELF for aarch64", Severity.ERROR)] == found(tool)
    assert [("ELF for aarch64", Severity.ERROR)] == found(HERE, script)


def test_library_that_also_ships_for_this_machine_is_a_warning() -> None:
    """Builds for several platforms in folders of their own are picked at run time."""
    pair = (make_binary("pair/x64/liba.so"), make_binary("pair/arm64/liba.so", arch="aarch64"))

    assert [("ELF for aarch64", Severity.WARNING)] == found(*pair)


def test_libraries_of_other_systems_are_an_error() -> None:
    """One finding per format."""
    members = (
        make_member("pair/liba.dylib", kind=Format.MACHO),
        make_member("pair/liba.1.dylib", kind=Format.MACHO),
        make_member("pair/a.dll", kind=Format.PE),
    )

    assert [("PE (Windows)", Severity.ERROR), ("Mach-O (macOS)", Severity.ERROR)] == found(
        HERE, members=members
    )


def test_data_for_other_systems_is_a_warning() -> None:
    """Launchers, and libraries in a folder of their own system."""
    members = (
        make_member("pair/launcher.exe", kind=Format.PE),
        make_member("pair/runtimes/win-x64/a.dll", kind=Format.PE),
        make_member("pair/darwin/liba.dylib", kind=Format.MACHO),
    )

    assert {Severity.WARNING} == {severity for _, severity in found(HERE, members=members)}


def test_wheels_of_every_platform_and_of_other_systems_are_not_judged() -> None:
    """An `any` tag names no machine."""
    assert [] == found(make_binary("pair/liba.so", arch="aarch64"), tag="any")


def test_arm_tags_share_one_machine() -> None:
    """armv6l and armv7l differ in no field that is compared."""
    assert [] == found(make_binary("pair/liba.so", arch="armv7l"), tag="linux_armv6l")


def test_linux_libraries_under_the_tag_of_another_system_are_an_error() -> None:
    """ELF runs on neither macOS nor Windows; other systems are not judged."""
    for tag in ("win_amd64", "macosx_11_0_arm64", "ios_13_0_arm64_iphoneos"):
        assert [("ELF (Linux)", Severity.ERROR)] == found(HERE, tag=tag)
    for tag in ("any", "freebsd_14_amd64", "emscripten_3_1_58_wasm32"):
        assert [] == found(HERE, tag=tag)


def test_linux_helpers_under_the_tag_of_another_system_are_a_warning() -> None:
    """Beside native code that fits: programs, and libraries in a folder of Linux."""
    own = make_member("pair/_x.cp311-win_amd64.pyd", kind=Format.PE)
    helper = make_binary("pair/runtimes/linux-x64/liba.so")
    device = msgspec.structs.replace(make_binary("pair/kernel.bin"), machine=190, arch="em-190")

    assert [("ELF (Linux)", Severity.WARNING)] == found(helper, members=(own,), tag="win_amd64")
    assert [("ELF (Linux)", Severity.ERROR)] == found(HERE, members=(own,), tag="win_amd64")
    assert [("Mach-O (macOS)", Severity.ERROR)] == found(
        members=(own, make_member("pair/liba.dylib", kind=Format.MACHO)), tag="win_amd64"
    )
    assert [] == found(device, members=(own,), tag="win_amd64")


def test_library_of_another_word_size_is_an_error_whatever_its_kind() -> None:
    """A class byte that is wrong hides the dynamic table, so the file looks like no library."""
    narrow = msgspec.structs.replace(make_binary("pair/_y.abi3.so"), arch="x32", bits=32, kind=Kind.OTHER)

    assert [("ELF for x32", Severity.ERROR)] == found(HERE, narrow)
