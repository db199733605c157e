"""File name and WHEEL with different tags.

## What it checks
The Python, ABI and platform parts of the file name against the `Tag` lines of WHEEL, each part
separately. A different operating system, architecture, OS version or Python is an error. A warning: only
the ABI part differs, part of a compressed set is missing on one side, or WHEEL has `linux_*` under a
manylinux or musllinux name. An unexpanded set (`Tag: py2.py3-none-any`) and legacy names
(`manylinux2014`) are compared by what they mean.

## Why it matters
Installers choose by the file name; caches, lock tools and repair tools read WHEEL. If the two differ,
tools reinstall on every run, refuse the wheel, or treat it as one for another platform.

## How to fix
- The file was renamed by hand: rename it with `wheel tags`, which changes both.
- The deployment target or platform was overridden for only one of them: set it once, for the backend.

## When to ignore
The ABI part, when the project names its wheels that way on purpose.

## References
- Platform compatibility tags
- pytorch/pytorch issue 174265
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, Problem, Severity
from wheelcheck.policy.tags import PlatformTag, parse_platform_tag
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject

_PARTS = ("python", "abi", "platform")
_Parts = list[tuple[str, ...]]


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def tag_disagreement(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each part that differs."""
    wheel = subject.wheel
    written = [line for line in wheel.wheel_tags if line.count("-") == 2]
    if not written:
        return
    for part, named, stated in zip(_PARTS, _split(wheel.tags), _split(written), strict=True):
        said = _platforms(named, stated) if part == "platform" else _words(part, named, stated)
        if said is None:
            continue
        severity, what = said
        yield Problem(
            subject=part,
            message=f"{what}: {'.'.join(named)!r} in the file name, {'.'.join(stated)!r} in WHEEL",
            hint="rename the wheel with 'wheel tags', which changes the file name and WHEEL together",
            member=f"{wheel.dist_info}/WHEEL",
            severity=severity,
            evidence=(
                Evidence(label="file name", value=".".join(named)),
                Evidence(label="WHEEL", value=".".join(stated)),
            ),
        )


def _split(tags: tuple[str, ...] | list[str]) -> _Parts:
    """Return each part of the tags with compressed sets split; expanded, there may be millions of tags."""
    columns = zip(*(tag.split("-") for tag in tags), strict=True)
    return [tuple(dict.fromkeys(each for part in column for each in part.split("."))) for column in columns]


def _words(part: str, named: tuple[str, ...], stated: tuple[str, ...]) -> tuple[Severity, str] | None:
    if set(named) == set(stated):
        return None
    if part == "abi":
        return Severity.WARNING, "the ABI tags differ"
    if set(named) & set(stated):
        return Severity.WARNING, "a Python tag is missing on one side"
    return Severity.ERROR, "the Python tags differ"


def _platforms(named: tuple[str, ...], stated: tuple[str, ...]) -> tuple[Severity, str] | None:
    ours = {parse_platform_tag(tag) for tag in named}
    theirs = {parse_platform_tag(tag) for tag in stated}
    if ours == theirs:
        return None
    if ours & theirs:
        return Severity.WARNING, "a platform tag is missing on one side"
    architectures = {each.architecture for each in ours}
    linux = all(each.family in {"manylinux", "musllinux"} for each in ours)
    if linux and all(each.family == "linux" and each.architecture in architectures for each in theirs):
        return Severity.WARNING, "WHEEL still has the platform tag from before the repair"
    return Severity.ERROR, _difference(ours, theirs)


def _difference(ours: set[PlatformTag], theirs: set[PlatformTag]) -> str:
    if not all(each.architecture for each in ours | theirs):
        return "the platforms differ"
    if not {each.family for each in ours} & {each.family for each in theirs}:
        return "the operating systems differ"
    if not {each.architecture for each in ours} & {each.architecture for each in theirs}:
        return "the architectures differ"
    return "the operating system versions differ"
