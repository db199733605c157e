"""Path on the build machine in a shipped text file.

## What it checks

Headers, CMake files, `.pc` files and scripts for absolute paths below a home, a CI workspace, or a
temporary, conda or build folder.
In prose and comments only paths that must come from a build count.
Files for which `broken-package-config` reports such a path are left out.

## Why it matters

The path does not exist on other machines: a header or script that uses it does not work. One that only
mentions it makes two builds of one release differ, and discloses the names of users and projects.

## How to fix

Generated headers and scripts: write paths relative to the file itself, or remove the setting.

A script's first line: let the installer write it, with `#!python` in `.data/scripts`.

Macros such as `__FILE__` expanded in generated code: build with `-ffile-prefix-map=<build folder>=.`.

## When to ignore

If the path is an example in a template, or a default that users replace.

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
"""`/home/runner/work` identifies a build; the rest of a path identifies a file in it."""


@wheel_rule(family="sdk", severity=Severity.WARNING)
def build_path_leak(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report the build folders that text files name, one finding per folder."""
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
            message=f"contains {first!r}, a path on the build machine"
            if len(names) == 1
            else f"{len(names)} files contain paths on the build machine below {root!r}: {listed(names)}",
            hint="write paths relative to the file, or build with -ffile-prefix-map",
            member=leading(names),
            evidence=evidence(names),
        )


def _root_of(path: str) -> str:
    separator = "/" if "/" in path else "\\"
    return separator.join(path.split(separator)[:_ROOT_PARTS])
