"""Two wheels of the set install one path with different bytes.

## What it checks

Every pair of wheels of the run, and of wheels given by `--with`, that can be installed into one environment:
other distributions, one platform, one Python.
Paths are those after installation, whatever scheme they come from; equal files may be shared.

## Why it matters

The installer that runs last wins, without a word.
The other distribution then runs with a file that it was not built with, and uninstalling one of the two
breaks the other.

## How to fix

Give each distribution a folder of its own.

A folder that several wheels fill on purpose (a namespace): let one of them own each file, and the others
require it.

## When to ignore

Distributions that exclude each other, such as builds of one project under several names.

## References

- <https://github.com/pypa/pip/issues/4625>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.linking.layout import installed_path
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import set_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Release
from wheelcheck.wheel.model import Wheel

_SITE = "site-packages"


@set_rule(family="sdk", severity=Severity.ERROR)
def colliding_path(release: Release) -> Iterator[Problem | NotChecked]:
    """Report pairs of wheels that overwrite each other's files."""
    wheels: dict[str, Wheel] = {}
    for subject in release.subjects:
        for wheel in (subject.wheel, *subject.siblings):
            wheels.setdefault(wheel.file, wheel)
    ordered = [wheels[file] for file in sorted(wheels)]
    digests = [_digests(wheel) for wheel in ordered]
    for index, first in enumerate(ordered):
        for other in range(index + 1, len(ordered)):
            second = ordered[other]
            if _can_meet(first, second):
                yield from _collision(first, second, digests[index], digests[other])


def _collision(
    first: Wheel, second: Wheel, one: dict[str, bytes], other: dict[str, bytes]
) -> Iterator[Problem]:
    paths = tuple(sorted(path for path in one.keys() & other.keys() if one[path] != other[path]))
    if paths:
        yield Problem(
            subject=f"{first.name} and {second.name}: {paths[0]}",
            message=f"{first.file!r} and {second.file!r} install {counted(len(paths), 'path')} "
            f"with different bytes: {listed(paths)}",
            hint="give each path to one distribution, and let the others require it",
            evidence=evidence(paths, "path"),
        )


def _digests(wheel: Wheel) -> dict[str, bytes]:
    return {
        installed_path(member.name, wheel, _SITE): member.digest
        for member in wheel.members
        if not member.is_folder and member.digest
    }


def _can_meet(first: Wheel, second: Wheel) -> bool:
    """Whether one environment can hold both: another project, and tags that one interpreter accepts."""
    if first.name.lower().replace("-", "_") == second.name.lower().replace("-", "_"):
        return False
    return any(_agree(one.split("-"), other.split("-")) for one in first.tags for other in second.tags)


def _agree(one: list[str], other: list[str]) -> bool:
    pythons, platforms = (one[0], other[0]), (one[-1], other[-1])
    exact = [
        each for each, abi in zip(pythons, (one[1], other[1]), strict=True) if abi not in {"none", "abi3"}
    ]
    if len(set(exact)) > 1:
        return False
    return "any" in platforms or _machine(platforms[0]) == _machine(platforms[1])


def _machine(platform: str) -> tuple[str, str]:
    system = platform.split("_", maxsplit=1)[0].rstrip("0123456789")
    architecture = next(
        (
            each
            for each in ("x86_64", "amd64", "aarch64", "arm64", "universal2", "i686")
            if platform.endswith(each)
        ),
        platform.rpartition("_")[2],
    )
    return "linux" if system in {"manylinux", "linux"} else system, architecture
