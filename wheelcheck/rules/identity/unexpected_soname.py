"""File name or soname that differs from the contract.

## What it checks

Every library of the contract with a `soname`, or in a soname group with a fixed version: its file name,
its soname and every DT_NEEDED entry in the wheel that refers to it. A library is found by its stem, so
`libx.so` where `libx.so.1` is promised is reported here and not as a missing component. In a group that
follows another library, only a name with the wrong stem is reported here; a different version is
`mixed-soname-layout`.

## Why it matters

The link editor copies the soname into every consumer. A consumer built against a library with the wrong
soname needs a file that no release contains.

## How to fix

- The build system sets it: `SOVERSION` (CMake), `-soname` (ld) or `-install_name` (macOS).
- Renamed after the build: `patchelf --set-soname`, and `--replace-needed` on each of its users.

## When to ignore

When a release changes its sonames on purpose; change the contract instead.

## References

- gABI, chapter 5, Shared Object Dependencies: https://gabi.xinuos.com/elf/08-dynamic.html
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.sonames import SonameFault, soname_faults
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import evidence
from wheelcheck.subject import Subject


@wheel_rule(
    family="identity", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def unexpected_soname(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each library, or need of one, whose name differs from the contract."""
    yield from subject.declared.unread("soname", "soname_group")
    for fault in soname_faults(subject.declared):
        if fault.is_layout:
            continue
        what = f"library {fault.key!r} is named" if fault.member else f"library {fault.key!r} is needed as"
        wanted = f"a match of {fault.expected!r}" if fault.is_pattern else repr(fault.expected)
        yield Problem(
            member=fault.member or (fault.users[0] if len(fault.users) == 1 else None),
            subject=fault.found,
            message=f"{what} {fault.found!r}, but the contract expects {wanted}",
            hint=_hint(fault),
            evidence=evidence(fault.users, "needed by"),
        )


def _hint(fault: SonameFault) -> str:
    if fault.member is None:
        return f"relink its users against {fault.expected!r}"
    if fault.is_pattern:
        return f"give it a file name and soname that match {fault.expected!r}, or correct the pattern"
    return f"give it the file name and soname {fault.expected!r}, and relink its users"
