"""Binary for a machine or system other than the platform tag's.

## What it checks

Under a Linux tag, every native file must be ELF, for the tag's machine, word size and byte order. Reported
are ELF files for another machine (including EM_NONE), Mach-O files and Windows files. Under a macOS, iOS or
Windows tag, files in the formats of the other systems are reported. Code for devices (GPUs, DSPs,
microcontrollers) and .NET assemblies are outside the scope of a platform tag. A warning: programs for other
systems that are kept as data, libraries in a folder named after their system, and libraries that also ship
in the right build.

## Why it matters

Installers choose a wheel by its tags alone. The user gets "wrong ELF class", "invalid ELF header" or "exec
format error" at the first import, or downloads megabytes that can never run.

## How to fix

- The build ran on a machine other than the tag's: build on the right machine, or correct the tag.
- The file is left over from a build for another platform: clean the build folder between platforms, or
  leave the file out of the package data.

## When to ignore

When the package hands the file to another machine on purpose, for example to one that it deploys to.

## References

- System V gABI, chapter 4, "ELF Header" (`e_machine`, `EI_CLASS`, `EI_DATA`)
- PEP 425, "Platform Tag"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.policy.machines import HOST_MACHINES, runs_on
from wheelcheck.policy.tags import parse_platform_tag
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading, listed
from wheelcheck.rules.strangers import stranger_severity
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Member

_LIBRARY_SUFFIXES = (".so", ".dylib", ".bundle", ".pyd", ".dll")
_FOLDER_OF_A_SYSTEM = re.compile(
    r"(?:^|/)(?:win(?:32|64|dows)?|osx|darwin|mac(?:os)?x?)(?:[-_.][^/]*)?/", re.IGNORECASE
)
_FOLDER_OF_LINUX = re.compile(r"(?:^|/)(?:many|musl)?linux(?:32|64)?(?:[-_.][^/]*)?/", re.IGNORECASE)
_EM_NONE = 0
_NAMES = {Format.MACHO: "Mach-O (macOS)", Format.PE: "PE (Windows)"}
_FORMATS = {"win": Format.PE, "macosx": Format.MACHO, "ios": Format.MACHO}
"""Native format of each system other than Linux."""


class _Stranger(NamedTuple):
    what: str
    member: str
    severity: Severity


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def foreign_architecture(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per kind of foreign file and severity."""
    groups: dict[tuple[str, Severity], list[str]] = {}
    for stranger in _on_linux(subject) if subject.platform.is_linux else _on_others(subject):
        groups.setdefault((stranger.what, stranger.severity), []).append(stranger.member)
    tag = subject.platform.name
    for (what, severity), members in sorted(groups.items(), key=lambda each: each[1]):
        verb = "is" if len(members) == 1 else "are"
        yield Problem(
            subject=what,
            message=f"{listed(members)} {verb} {what}, but the platform tag is {tag!r}",
            hint="build for the tag's platform, or leave the file out of this platform's wheel",
            member=leading(members),
            severity=severity,
            evidence=evidence(members),
        )


def _on_linux(subject: Subject) -> Iterator[_Stranger]:
    archs = subject.platform.archs
    elf = [binary for binary in subject.wheel.binaries if binary.format is Format.ELF]
    fitting = frozenset(binary.member for binary in elf if runs_on(binary.arch, archs))
    for binary in elf:
        if binary.member not in fitting and binary.machine in HOST_MACHINES:
            yield _Stranger(
                f"ELF for {_machine(binary)}", binary.member, _elf_severity(subject, binary, fitting)
            )
    for member in subject.wheel.members:
        if member.format in _NAMES:
            yield _Stranger(_NAMES[member.format], member.name, _foreign_severity(subject, member, fitting))


def _on_others(subject: Subject) -> Iterator[_Stranger]:
    formats = {_FORMATS.get(parse_platform_tag(tag).family) for tag in subject.wheel.platforms}
    if None in formats:
        return
    members = subject.wheel.members
    fitting = frozenset(member.name for member in members if member.format in formats)
    for binary in subject.wheel.binaries:
        if binary.format is Format.ELF and binary.machine in HOST_MACHINES:
            is_data = binary.kind is not Kind.SHARED or bool(_FOLDER_OF_LINUX.search(binary.member))
            severity = stranger_severity(subject, binary.member, is_program=is_data, fitting=fitting)
            yield _Stranger("ELF (Linux)", binary.member, severity)
    for member in members:
        if member.format in _NAMES and member.format not in formats:
            yield _Stranger(_NAMES[member.format], member.name, _foreign_severity(subject, member, fitting))


def _machine(binary: Binary) -> str:
    return "no machine (EM_NONE)" if binary.machine == _EM_NONE else binary.arch


def _elf_severity(subject: Subject, binary: Binary, fitting: frozenset[str]) -> Severity:
    if binary.machine == _EM_NONE:
        return Severity.ERROR
    is_program = binary.kind is not Kind.SHARED and not binary.member.endswith(".so")
    return stranger_severity(subject, binary.member, is_program=is_program, fitting=fitting)


def _foreign_severity(subject: Subject, member: Member, fitting: frozenset[str]) -> Severity:
    """Judge a file that is not ELF: in a folder named after its own system it is data for that system."""
    is_data = bool(_FOLDER_OF_A_SYSTEM.search(member.name)) or not member.name.endswith(_LIBRARY_SUFFIXES)
    return stranger_severity(subject, member.name, is_program=is_data, fitting=fitting)
