"""Program or script without the executable bit.

## What it checks
Scripts and programs in `*.data/scripts`, and executables in a `bin`, `sbin` or `libexec` folder, have the
executable bit set in the archive; a dynamically linked executable elsewhere is a warning. The first line
of a script does not end in a carriage return. Not checked: wheels for Windows, and static or foreign
executables outside those folders, which are data for other tools.

## Why it matters
Installers keep the mode that the archive states. The program is installed, but the shell says "permission
denied". With a carriage return after `#!/usr/bin/env python3`, the system looks for an interpreter whose
name ends in that character.

## How to fix
- The wheel was packed on Windows, or by `ZipFile.writestr` with a plain name: pack on Unix, or set
  `ZipInfo.external_attr`.
- An upload of build artefacts in CI dropped the modes: `chmod +x` before packing.
- Carriage returns: set `eol=lf` for the file in `.gitattributes`. Installers rewrite `#!python` lines, so
  these may end either way.

## When to ignore
An executable that the package copies elsewhere and makes executable itself.

## References
- Binary distribution format, "Recommended installer features"
- spesmilo/electrumx issue 117
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import FileKind, Member

_PROGRAM_FOLDERS = frozenset({"bin", "sbin", "libexec"})
_SCRIPT = re.compile(r"[^/]+\.data/scripts/")
_RUNNABLE = frozenset({Format.ELF, Format.MACHO, FileKind.SCRIPT})


@wheel_rule(family="hardening", severity=Severity.ERROR, also=[Severity.WARNING])
def lost_executable_bit(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for programs, one for other executables, and one for line endings."""
    if all(platform.startswith("win") for platform in subject.wheel.platforms):
        return
    programs, others, returns = list[str](), list[str](), list[str]()
    for member in subject.wheel.by_name.values():
        is_script = _SCRIPT.match(member.name) is not None
        if is_script and member.kind is FileKind.SCRIPT and _has_carriage_return(subject, member):
            returns.append(member.name)
        if member.is_executable or member.kind not in _RUNNABLE:
            continue
        if is_script:
            programs.append(member.name)
            continue
        binary = next(iter(subject.wheel.binaries_of.get(member.name, ())), None)
        if binary is not None and binary.kind in {Kind.EXECUTABLE, Kind.STATIC_EXECUTABLE}:
            if not _PROGRAM_FOLDERS.isdisjoint(member.name.split("/")[:-1]):
                programs.append(member.name)
            elif _is_for_the_loader(subject, binary):
                others.append(member.name)
    yield from _without_bit(sorted(programs), None)
    yield from _without_bit(sorted(others), Severity.WARNING)
    if returns:
        names = sorted(returns)
        yield problem_about(
            names,
            message=f"{counted(len(names), 'script has', 'scripts have')} CRLF at the end of the first line:"
            f" {listed(names)}",
            hint="store the scripts with LF line endings",
        )


def _without_bit(names: list[str], severity: Severity | None) -> Iterator[Problem]:
    if names:
        yield problem_about(
            names,
            message=f"{counted(len(names), 'program is', 'programs are')} not executable: {listed(names)}",
            hint="set the mode to 0755 before packing",
            severity=severity,
        )


def _has_carriage_return(subject: Subject, member: Member) -> bool:
    first, newline, _ = subject.wheel.texts.get(member.name, b"").partition(b"\n")
    return bool(newline) and first.endswith(b"\r") and not first.startswith(b"#!python")


def _is_for_the_loader(subject: Subject, binary: Binary) -> bool:
    return binary.kind is Kind.EXECUTABLE and any(
        platform.endswith(binary.arch) for platform in subject.wheel.platforms
    )
