"""Tests of lost-executable-bit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.facts import make_binary, make_member, make_wheel, problems, run
from wheelcheck.binary.model import Format, Kind
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.hardening.lost_executable_bit import lost_executable_bit
from wheelcheck.wheel.wanted import kind_of

SCRIPT = "pair-1.0.data/scripts/pair"


def script(head: bytes = b"#!/bin/sh\n", mode: int = 0o100644, tag: str = "py3-none-any") -> list[Problem]:
    member = make_member(SCRIPT, head, mode=mode, kind=kind_of(head))
    wheel = make_wheel(tags=(tag,), members=[member])
    return problems(run(lost_executable_bit, replace(wheel, texts={**wheel.texts, SCRIPT: head})))


def program(
    path: str, kind: Kind = Kind.EXECUTABLE, arch: str = "x86_64", mode: int = 0o100644
) -> list[Problem]:
    wheel = make_wheel(binaries=[make_binary(path, kind=kind, arch=arch)])
    return problems(
        run(lost_executable_bit, replace(wheel, members=(make_member(path, kind=Format.ELF, mode=mode),)))
    )


@pytest.mark.parametrize("mode", [0o100644, 0o100666, 0])
def test_script_without_bit_is_reported(mode: int) -> None:
    """Installers keep what the archive holds; an archive without Unix modes holds nothing."""
    (problem,) = script(mode=mode)

    assert (SCRIPT, None) == (problem.member, problem.severity)


def test_script_with_bit_is_not_reported() -> None:
    """The owner's bit is enough."""
    assert [] == script(mode=0o100744)


def test_wheel_for_windows_is_not_reported() -> None:
    """Windows has no such bit."""
    assert [] == script(tag="cp311-cp311-win_amd64")


def test_file_that_is_no_program_is_not_reported() -> None:
    """A file to source needs no bit."""
    assert [] == script(b"export X=1\n")


def test_carriage_return_after_the_interpreter_is_reported() -> None:
    """The system would look for an interpreter with that name."""
    (problem,) = script(b"#!/usr/bin/env python3\r\n", mode=0o100755)

    assert "CRLF" in problem.message


def test_carriage_return_after_a_line_that_installers_rewrite_is_not_reported() -> None:
    """`#!python` becomes the path of the interpreter."""
    assert [] == script(b"#!python\r\n", mode=0o100755)


@pytest.mark.parametrize("kind", [Kind.EXECUTABLE, Kind.STATIC_EXECUTABLE])
def test_program_in_a_program_folder_is_reported(kind: Kind) -> None:
    """A file below bin is there to be run."""
    (problem,) = program("pair/_bundled/bin/tool", kind)

    assert problem.severity is None


def test_program_elsewhere_is_a_warning() -> None:
    """The package may make a copy of it executable."""
    (problem,) = program("pair/tool")

    assert Severity.WARNING is problem.severity


@pytest.mark.parametrize(
    ("path", "kind", "arch"),
    [
        ("pair/assets/bootloader", Kind.STATIC_EXECUTABLE, "x86_64"),
        ("pair/assets/tool", Kind.EXECUTABLE, "aarch64"),
        ("pair/lib/libx.so", Kind.SHARED, "x86_64"),
    ],
)
def test_data_for_other_tools_is_not_reported(path: str, kind: Kind, arch: str) -> None:
    """Static and foreign programs outside of program folders are data; libraries need no bit."""
    assert [] == program(path, kind, arch)
