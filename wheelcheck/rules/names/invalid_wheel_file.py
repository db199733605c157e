"""WHEEL file without usable tags or with an unknown version.

## What it checks
`*.dist-info/WHEEL` states a Wheel-Version of the 1.x format and at least one `Tag`; every tag has its
three parts, and its platform can exist (`macosx_110_0_arm64` and `py3-none-macosx` cannot).

## Why it matters
Installers refuse a wheel without a Wheel-Version or with a newer major version. Tools that read the tags from
WHEEL (lock files, caches, repair tools) never match an impossible tag: they reinstall on every run.

## How to fix
- The platform was passed by hand or derived from a deployment target: let the backend compute it, or
  change it with `wheel tags`.
- WHEEL was written by a script: write one `Tag:` line for each tag of the file name.

## When to ignore
Never for a wheel that others install.

## References
- Binary distribution format, "The .dist-info directory"
- pytorch/pytorch issue 174265
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject
from wheelcheck.wheel.tags import tag_fault

_VERSION = re.compile(r"(\d+)\.(\d+)")


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def invalid_wheel_file(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield a problem for the version, for missing tags, and for each impossible tag."""
    wheel = subject.wheel
    member = f"{wheel.dist_info}/WHEEL"
    if member in wheel.unread:
        yield NotChecked(reason=f"{member!r} could not be read")
        return
    if member not in wheel.texts:
        yield Problem(
            subject="WHEEL",
            message=f"the wheel has no {member!r}",
            hint="build the wheel with a PEP 517 backend, or pack it with 'wheel pack'",
        )
        return
    for header in wheel.wheel_headers:
        if not header.key and header.value.strip():
            yield Problem(
                subject=header.value.strip(),
                message=f"WHEEL has a line that is not 'Key: value': {header.value.strip()!r}",
                hint="write one header per line",
                member=member,
            )
    yield from _version_problems(wheel.header("Wheel-Version"), member)
    if not wheel.wheel_tags:
        yield Problem(
            subject="Tag",
            message=f"WHEEL has no tags, expected those of the file name: {', '.join(wheel.tags)}",
            hint="write one 'Tag:' line for each tag of the file name",
            member=member,
        )
    for tag in dict.fromkeys(wheel.wheel_tags):
        fault = tag_fault(tag) if tag else "is empty"
        if fault is not None:
            yield Problem(
                subject=tag or "Tag",
                message=f"tag {tag!r} in WHEEL {fault}",
                hint="write the tags of the file name, for example with 'wheel tags'",
                member=member,
            )


def _version_problems(version: str | None, member: str) -> Iterator[Problem]:
    match = _VERSION.fullmatch(version or "")
    if match is not None and match[1] == "1":
        if match[2] != "0":
            yield Problem(
                subject="Wheel-Version",
                message=f"Wheel-Version is {version!r}, expected '1.0'; installers warn about it",
                hint="write 'Wheel-Version: 1.0'",
                member=member,
                severity=Severity.WARNING,
            )
        return
    found = "is missing" if version is None else f"is {version!r}"
    yield Problem(
        subject="Wheel-Version",
        message=f"Wheel-Version {found}, expected '1.0'",
        hint="write 'Wheel-Version: 1.0'",
        member=member,
    )
