"""Path that two wheels install with different contents.

## What it checks

Every pair of wheels of the run, including those given with `--with`, that can be installed into one
environment: different distributions, same platform, same Python.
Paths are compared after installation, whatever scheme they come from; identical files are allowed.

## Why it matters

The file that is installed last silently replaces the other one.
The other distribution then runs with a file that it was not built with, and uninstalling one of the two
breaks the other.

## How to fix

Give each distribution a folder of its own.

If several wheels install into one folder on purpose (a namespace): ship each file in one of them, and require
that one from the others.

## When to ignore

For distributions that exclude each other, such as builds of one project under several names.

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
from wheelcheck.wheel.meeting import can_meet
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
            if can_meet(first, second):
                yield from _collision(first, second, digests[index], digests[other])


def _collision(
    first: Wheel, second: Wheel, one: dict[str, bytes], other: dict[str, bytes]
) -> Iterator[Problem]:
    paths = tuple(sorted(path for path in one.keys() & other.keys() if one[path] != other[path]))
    if paths:
        yield Problem(
            subject=f"{first.name} and {second.name}: {paths[0]}",
            message=f"{first.file!r} and {second.file!r} install {counted(len(paths), 'path')} "
            f"with different contents: {listed(paths)}",
            hint="ship each path in one distribution only, and require that one from the others",
            evidence=evidence(paths, "path"),
        )


def _digests(wheel: Wheel) -> dict[str, bytes]:
    return {
        installed_path(member.name, wheel, _SITE): member.digest
        for member in wheel.members
        if not member.is_folder and member.digest
    }
