"""Part of the SDK that the contract requires but the wheel does not ship.

## What it checks

Everything that must ship according to the contract: libraries (by stem, so another version or soname is
`unexpected-soname`), extension modules and the number of each, header folders and headers, member globs and
exact counts, package configs, and pairs that ship together or not at all. What a row of the contract
requires on one platform or variant applies only there.

A CMake package ships if every file listed for it does, and if one `<Name>Config.cmake`,
`<name>-config.cmake` or `Find<Name>.cmake` has its name. For each component whose library ships, or that
names no library, the config must define the target; if that depends on the consumer's machine, it is not
checked.

A missing library is one finding: nothing else that the contract states about it is checked, and its
users are not reported for not needing it.

## Why it matters

A build option that is off by default, a file list without the new component, a header that is not
installed: the wheel builds, installs and imports, but the consumer's `find_package` or `#include` fails.

## How to fix

Enable the option that builds the part, or add it to the list of files that go into the wheel.

## When to ignore

If a platform's wheel is meant to lack it; then make it optional in a row for that platform.

## References

- https://github.com/pytorch/executorch/issues/17632
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wheelcheck.contract.native import Extension
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.members import matching
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.rules.sdk._packages import is_findable, target_faults
from wheelcheck.subject import Subject

_HINT = "build it and add it to the files that go into the wheel"
_COUNT_HINT = "ship the expected number, or correct `count` in the contract"
_PACKAGE_HINT = "install it as <Name>Config.cmake or <name>-config.cmake, or correct the name in the contract"


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def missing_component(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each required part that does not ship."""
    yield from _objects(subject)
    yield from _headers(subject)
    yield from _members(subject)
    yield from _packages(subject)


def _objects(subject: Subject) -> Iterator[Problem]:
    every = [("library", each) for each in subject.declared.libraries.values()]
    every += [("extension module", each) for each in subject.declared.extensions.values()]
    for what, each in every:
        if each.spec.presence == "required" and not each.members:
            yield _absent(each.key, f"{what} {each.key!r} is missing", [])
        elif isinstance(each.spec, Extension) and each.members and len(each.members) != each.spec.count:
            expected = each.spec.count
            message = f"{what} {each.key!r} ships {counted(len(each.members), 'time')}, expected {expected}"
            yield _absent(each.key, message, each.members, _COUNT_HINT)


def _headers(subject: Subject) -> Iterator[Problem]:
    for root, spec in subject.contract.headers.items():
        if spec.presence != "required":
            continue
        shipped = sum(name.startswith(f"{root}/") for name in subject.wheel.headers)
        absent = [path for path in spec.required if not matching(subject.wheel, f"{root}/{path}")]
        if not shipped:
            yield _absent(root, f"header folder {root!r} is missing", [])
            continue
        if absent:
            headers = counted(len(absent), "header is", "headers are")
            message = f"{headers} missing below {root!r}: {listed(absent)}"
            yield _absent(absent[0], message, absent)
        if spec.count and shipped != spec.count:
            message = f"header folder {root!r} contains {counted(shipped, 'header')}, expected {spec.count}"
            yield _absent(root, message, [], _COUNT_HINT)


def _members(subject: Subject) -> Iterator[Problem]:
    for label, row in subject.contract.members.items():
        if row.presence != "required":
            continue
        found = {glob: matching(subject.wheel, glob) for glob in row.globs}
        absent = [glob for glob, names in found.items() if not names]
        total = sorted({name for names in found.values() for name in names})
        if absent:
            yield _absent(absent[0], f"{label}: no member matches {listed(absent)}", absent)
        if row.count and total and len(total) != row.count:
            matched = counted(len(total), "member matches", "members match")
            yield _absent(label, f"{label}: {matched}, expected {row.count}", total, _COUNT_HINT)
    for label, pair in subject.contract.pairs.items():
        first, second = matching(subject.wheel, pair.first), matching(subject.wheel, pair.second)
        if bool(first) != bool(second):
            there, lacking = (pair.first, pair.second) if first else (pair.second, pair.first)
            message = f"{label}: {there!r} ships, but {lacking!r} does not"
            yield _absent(lacking, message, first or second, "ship both, or neither")


def _packages(subject: Subject) -> Iterator[Problem | NotChecked]:
    for name, package in subject.contract.packages.items():
        if package.presence == "forbidden":
            continue
        absent = [glob for glob in package.files if not matching(subject.wheel, glob)]
        if package.presence == "required":
            if absent:
                yield _absent(absent[0], f"package config of {name!r} is missing: {listed(absent)}", absent)
            elif not is_findable(name, subject):
                yield _absent(name, f"no package config is named {name!r}", [], _PACKAGE_HINT)
        yield from target_faults(name, package, subject)


def _absent(subject: str, message: str, names: Sequence[str], hint: str = _HINT) -> Problem:
    return Problem(subject=subject, message=message, hint=hint, evidence=evidence(names))
