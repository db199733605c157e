"""Tests of pure-tag-with-binaries."""

from __future__ import annotations

from msgspec.structs import replace

from tests.support.facts import make_binary, make_member, make_wheel, problems, run
from wheelcheck.binary.model import Format, Kind
from wheelcheck.model import Severity
from wheelcheck.rules.names.pure_tag_with_binaries import pure_tag_with_binaries

ANY = ("py3-none-any",)


def test_library_and_program_are_reported() -> None:
    """Shared libraries and executables count alike."""
    binaries = [make_binary("pair/libx.so"), make_binary("pair/tool", kind=Kind.STATIC_EXECUTABLE)]

    (problem,) = problems(run(pure_tag_with_binaries, make_wheel(tags=ANY, binaries=binaries)))

    assert problem.severity is None
    assert "2 native files" in problem.message


def test_windows_launchers_are_a_warning() -> None:
    """Programs of Windows in a pure wheel are copied where they are needed."""
    (problem,) = problems(
        run(
            pure_tag_with_binaries,
            make_wheel(tags=ANY, members=[make_member("pair/t64.exe", kind=Format.PE)]),
        )
    )

    assert Severity.WARNING is problem.severity


def test_code_for_several_systems_is_a_warning() -> None:
    """A wheel that carries the code of all systems chooses at run time."""
    members = [make_member("pair/x.so", kind=Format.ELF), make_member("pair/x.dylib", kind=Format.MACHO)]

    (problem,) = problems(run(pure_tag_with_binaries, make_wheel(tags=ANY, members=members)))

    assert Severity.WARNING is problem.severity


def test_firmware_and_objects_are_not_reported() -> None:
    """Neither runs on a host."""
    binaries = [
        make_binary("pair/stub.o", kind=Kind.OBJECT),
        replace(make_binary("pair/fw.elf"), arch="em-94"),
    ]

    assert [] == run(pure_tag_with_binaries, make_wheel(tags=ANY, binaries=binaries))


def test_pure_root_under_a_platform_tag_is_a_warning() -> None:
    """WHEEL contradicts the tag."""
    files = {"pair-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n"}

    (problem,) = problems(run(pure_tag_with_binaries, make_wheel(binaries=[make_binary()], files=files)))

    assert ("Root-Is-Purelib", Severity.WARNING) == (problem.subject, problem.severity)


def test_program_among_the_scripts_of_a_pure_root_is_not_reported() -> None:
    """What lies below `.data` does not lie in the root."""
    files = {"pair-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n"}
    binaries = [make_binary("pair-1.0.data/scripts/tool", kind=Kind.EXECUTABLE)]

    assert [] == run(pure_tag_with_binaries, make_wheel(binaries=binaries, files=files))
