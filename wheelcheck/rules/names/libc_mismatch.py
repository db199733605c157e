"""Binary linked against a C library other than the one the platform tag promises.

## What it checks

Under a musllinux tag, no dynamic binary may need glibc (`libc.so.6`, glibc's loader); under a manylinux
tag, none may need musl. Static executables run on both. A wheel with both tags must suit both.
Helper programs that are kept as data alongside binaries that do fit are a warning.

## Why it matters

The two libraries are not binary compatible: an import fails with "Error relocating" or "libc.so.6: cannot
open shared object file", a program with "not found" because its loader does not exist.

## How to fix

Build in the image for the tag: a musllinux image for musllinux, a manylinux image for manylinux. If a build
script copies a prebuilt binary, fetch the one for the tag's libc.

## When to ignore

When the package chooses among several builds at run time, and the others are data.

## References

- PEP 600 and PEP 656
- musl wiki, "Functional differences from glibc"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.policy.machines import runs_on
from wheelcheck.policy.sonames import libc_of
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading, listed
from wheelcheck.rules.strangers import stranger_severity
from wheelcheck.subject import Subject

_TAG_NAMES = {"glibc": "manylinux", "musl": "musllinux"}


@wheel_rule(
    family="names", severity=Severity.ERROR, also=[Severity.WARNING], concerns=frozenset({Format.ELF})
)
def libc_mismatch(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per promised libc and severity."""
    promised = [libc for libc in subject.platform.libcs if libc in _TAG_NAMES]
    used = {binary.member: _libc(binary) for binary in _dynamic(subject)}
    if len(promised) > 1 and set(promised) <= set(used.values()):
        return  # builds for both: the package chooses at run time
    for libc in promised:
        fitting = frozenset(member for member, own in used.items() if own == libc)
        groups: dict[Severity, list[str]] = {}
        for binary in _dynamic(subject):
            if used[binary.member] not in {None, libc}:
                is_program = binary.kind is Kind.EXECUTABLE
                level = stranger_severity(subject, binary.member, is_program=is_program, fitting=fitting)
                groups.setdefault(level, []).append(binary.member)
        for severity, members in sorted(groups.items(), key=lambda each: each[1]):
            other = "glibc" if libc == "musl" else "musl"
            verb = "needs" if len(members) == 1 else "need"
            yield Problem(
                subject=other,
                message=f"{listed(members)} {verb} {other}, but the {_TAG_NAMES[libc]} tag promises {libc}",
                hint=f"build in a {_TAG_NAMES[libc]} image, or tag the wheel {_TAG_NAMES[other]}",
                member=leading(members),
                severity=severity,
                evidence=evidence(members),
            )


def _dynamic(subject: Subject) -> list[Binary]:
    """Binaries for the tag's machine that a dynamic loader loads."""
    return [
        binary
        for binary in subject.wheel.binaries
        if binary.is_loadable and binary.format is Format.ELF and runs_on(binary.arch, subject.platform.archs)
    ]


def _libc(binary: Binary) -> str | None:
    loader = (elf_details(binary).interpreter or "").rpartition("/")[2]
    return libc_of((*binary.needed, loader))
