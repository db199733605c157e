"""Part of the SDK that the contract requires and the wheel lacks.

## What it checks

Everything that the contract says ships: libraries (by stem, so another version or soname is
`unexpected-soname`), extension modules and how often each is there, header folders and headers, member
globs and exact counts, package configs, and pairs that ship together or not at all. What a row of the
contract requires on one platform or variant counts only there.

A library that is missing is one finding: nothing else that the contract says about it is judged, and its
users are not reported for not needing it.

## Why it matters

A build option that is off by default, a file list that a new component was not added to, a header that
the install step does not know: the wheel builds, installs and imports, and the consumer's `find_package`
or `#include` fails.

## How to fix

Enable the option that builds the part, or add it to the list of files that the wheel takes.

## When to ignore

When a platform's wheel is meant to lack it: make it optional in a row for that platform.

## References

- https://github.com/pytorch/executorch/issues/17632
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.members import matching
from wheelcheck.contract.native import Extension
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.rules.scene import Scene

_HINT = "build it and add it to what the wheel takes"


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def missing_component(scene: Scene) -> Iterator[Problem | NotChecked]:
    """Report each required part that does not ship."""
    yield from _objects(scene)
    yield from _headers(scene)
    yield from _members(scene)
    for name, package in scene.contract.packages.items():
        absent = [glob for glob in package.files if not matching(scene.wheel, glob)]
        if absent and package.presence == "required":
            yield _absent(absent[0], f"package config of {name!r} is missing: {listed(absent)}", absent)


def _objects(scene: Scene) -> Iterator[Problem]:
    every = [("library", each) for each in scene.declared.libraries.values()]
    every += [("extension module", each) for each in scene.declared.extensions.values()]
    for what, each in every:
        if each.spec.presence == "required" and not each.members:
            yield _absent(each.key, f"{what} {each.key!r} is missing", [])
        elif isinstance(each.spec, Extension) and each.members and len(each.members) != each.spec.count:
            expected = each.spec.count
            yield _absent(
                each.key,
                f"{what} {each.key!r} is there {len(each.members)} times, expected {expected}",
                each.members,
            )


def _headers(scene: Scene) -> Iterator[Problem]:
    for root, spec in scene.contract.headers.items():
        if spec.presence != "required":
            continue
        shipped = sum(name.startswith(f"{root}/") for name in scene.wheel.headers)
        absent = [path for path in spec.required if not matching(scene.wheel, f"{root}/{path}")]
        if not shipped:
            yield _absent(root, f"header folder {root!r} is missing", [])
        elif absent:
            yield _absent(
                absent[0],
                f"{counted(len(absent), 'header')} missing below {root!r}: {listed(absent)}",
                absent,
            )
        elif spec.count and shipped != spec.count:
            yield _absent(root, f"header folder {root!r} holds {shipped} headers, expected {spec.count}", [])


def _members(scene: Scene) -> Iterator[Problem]:
    for label, row in scene.contract.members.items():
        if row.presence != "required":
            continue
        found = {glob: matching(scene.wheel, glob) for glob in row.globs}
        absent = [glob for glob, names in found.items() if not names]
        total = sorted({name for names in found.values() for name in names})
        if absent:
            yield _absent(absent[0], f"{label}: no member matches {listed(absent)}", absent)
        elif row.count and len(total) != row.count:
            yield _absent(
                label, f"{label}: {counted(len(total), 'member')} match, expected {row.count}", total
            )
    for label, pair in scene.contract.pairs.items():
        first, second = matching(scene.wheel, pair.first), matching(scene.wheel, pair.second)
        if bool(first) != bool(second):
            there, lacking = (pair.first, pair.second) if first else (pair.second, pair.first)
            yield _absent(lacking, f"{label}: {there!r} ships and {lacking!r} does not", first or second)


def _absent(subject: str, message: str, names: list[str] | tuple[str, ...]) -> Problem:
    return Problem(subject=subject, message=message, hint=_HINT, evidence=evidence(names))
