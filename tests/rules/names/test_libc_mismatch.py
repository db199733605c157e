"""libc-mismatch."""

from __future__ import annotations

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.binary.model import Binary, Kind
from wheelcheck.model import Severity
from wheelcheck.rules.names.libc_mismatch import libc_mismatch

GLIBC = make_binary("pair/_x.abi3.so", needed=["libc.so.6"])
MUSL = make_binary("pair/_y.abi3.so", needed=["libc.musl-x86_64.so.1"])
STATIC = make_binary("pair/bin/tool", kind=Kind.STATIC_EXECUTABLE, is_loadable=False)


def found(binaries: list[Binary], *platforms: str) -> list[tuple[str, Severity | None]]:
    wheel = make_wheel(tags=[f"cp311-abi3-{platform}" for platform in platforms], binaries=binaries)
    return [(each.subject, each.severity) for each in problems(run(libc_mismatch, wheel))]


def test_glibc_under_a_musllinux_tag() -> None:
    """The import cannot work on Alpine."""
    assert [("glibc", Severity.ERROR)] == found([GLIBC], "musllinux_1_2_x86_64")


def test_musl_under_a_manylinux_tag() -> None:
    """The reverse."""
    assert [("musl", Severity.ERROR)] == found([MUSL], "manylinux_2_28_x86_64")


def test_the_right_libc_and_static_programs_are_fine() -> None:
    """A static program needs no libc of the host."""
    assert [] == found([GLIBC, STATIC], "manylinux_2_28_x86_64")
    assert [] == found([MUSL, STATIC], "musllinux_1_2_x86_64")


def test_interpreter_of_a_program_counts() -> None:
    """A program names its loader by path."""
    tool = make_binary("pair/bin/tool", kind=Kind.EXECUTABLE, interpreter="/lib/ld-musl-x86_64.so.1")

    assert [("musl", Severity.ERROR)] == found([tool], "manylinux_2_28_x86_64")


def test_helper_program_beside_fitting_code_is_a_warning() -> None:
    """A build for the other libc may be data that is picked at run time."""
    tool = make_binary("pair/musl/tool", kind=Kind.EXECUTABLE, interpreter="/lib/ld-musl-x86_64.so.1")

    assert [("musl", Severity.WARNING)] == found([GLIBC, tool], "manylinux_2_28_x86_64")


def test_both_tags_need_both_builds() -> None:
    """One of them alone fails on the hosts of the other tag."""
    tags = ("manylinux_2_28_x86_64", "musllinux_1_2_x86_64")

    assert [("glibc", Severity.ERROR)] == found([GLIBC], *tags)
    assert [] == found([GLIBC, MUSL], *tags)
    assert [] == found([STATIC], *tags)
