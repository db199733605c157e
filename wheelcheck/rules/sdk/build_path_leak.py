"""Path of the build machine in a shipped text.

## What it checks

Headers, CMake files, `.pc` files and scripts for absolute paths below a home, a CI workspace, or a
temporary, conda or build folder.
In prose and comments only paths count that nothing but a build writes.
What `broken-package-config` already reports of a file is not repeated.

## Why it matters

The path exists on no other machine: a header or script that uses it does not work, and one that only
mentions it makes two builds of one release differ, and tells the world the names of users and projects.

## How to fix

Generated headers and scripts: write paths relative to the file itself, or drop the setting.

A script's first line: let the installer write it, with `#!python` in `.data/scripts`.

Macros such as `__FILE__` baked into generated code: build with `-ffile-prefix-map=<build folder>=.`.

## When to ignore

A path that is an example in a template, or a default that users replace.

## References

- <https://reproducible-builds.org/docs/build-path/>
- <https://github.com/pytorch/pytorch/issues/33928>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading, listed
from wheelcheck.sdk.faults import FaultKind
from wheelcheck.subject import Subject

_ROOT_PARTS = 4
"""`/home/runner/work` tells one build from another; what follows tells its files apart."""


@wheel_rule(family="sdk", severity=Severity.WARNING)
def build_path_leak(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report the build folders that texts name, one finding per folder."""
    reported = {
        member for member, fault in subject.package_configs.faults if fault.kind is FaultKind.BUILD_PATH
    }
    leaks: dict[str, dict[str, str]] = {}
    for member, paths in sorted(subject.wheel.build_paths.items()):
        if member not in reported:
            for path in paths:
                leaks.setdefault(_root_of(path), {}).setdefault(member, path)
    for root, members in sorted(leaks.items()):
        names = tuple(members)
        first = members[names[0]]
        yield Problem(
            subject=first if len(names) == 1 else root,
            message=f"names {first!r}, a path of the build machine"
            if len(names) == 1
            else f"{len(names)} files name paths of the build machine below {root!r}: {listed(names)}",
            hint="write paths relative to the file, or build with -ffile-prefix-map",
            member=leading(names),
            evidence=evidence(names),
        )


def _root_of(path: str) -> str:
    separator = "/" if "/" in path else "\\"
    return separator.join(path.split(separator)[:_ROOT_PARTS])
