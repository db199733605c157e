"""Member that the contract forbids or does not list.

## What it checks

- `closed.members`: every file matches one of the globs (RECORD and its folder always do).
- `closed.top-level`: every top-level entry except the dist-info folder; `NAME-VERSION.data` counts as one.
- `closed.bundled`: libraries grafted into `*.libs` and `.dylibs` folders, by name without the hash:
  required, forbidden, and the only ones allowed.
- `members` and `headers` with `presence = "forbidden"`: nothing matches; `packages`: neither a listed file
  nor a config or find module of that name ships.

Extension modules outside `closed.extensions` are `untagged-extension`.

## Why it matters

What ships by accident cannot be taken back: test data, a library under another licence, a second
build of an extension module left over from another interpreter.

## How to fix

Leave it out of the package's file list, or add it to the contract in the same change.

## When to ignore

Never; extend the list.

## References

- Contract reference, "closed and limits"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.matching import native_members
from wheelcheck.promises.members import matches, matching
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.rules.sdk._packages import package_members
from wheelcheck.subject import Subject

_GRAFTED = re.compile(r"(?:[^/]+\.libs|(?:.*/)?\.dylibs)/(?P<name>[^/]+)")
_HASH = re.compile(r"-[0-9a-f]{8,}(?=[.-])")
_HINT = "leave it out of the package, or add it to the contract"


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def unexpected_member(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report what the contract forbids or its closed lists do not contain."""
    closed, wheel = subject.contract.closed, subject.wheel
    names = [
        m.name for m in wheel.members if not m.is_folder and not m.name.startswith(f"{wheel.dist_info}/")
    ]
    if closed.members:
        strays = [name for name in names if not matches(name, closed.members)]
        if strays:
            members = counted(len(strays), "member is", "members are")
            yield _problem(strays[0], f"{members} not in the contract's closed list", strays)
    if closed.top_level:
        for entry in sorted({name.partition("/")[0] for name in names}):
            if not matches(entry, closed.top_level):
                yield _problem(entry, f"top-level entry {entry!r} is not in the contract's closed list", [])
    yield from _bundled(subject, names)
    yield from _forbidden(subject)


def _bundled(subject: Subject, names: list[str]) -> Iterator[Problem]:
    bundled = subject.contract.closed.bundled
    native = frozenset(native_members(subject.wheel))
    grafted = {}
    for name in names:
        match = _GRAFTED.fullmatch(name)
        if match is not None and name in native:
            grafted[name] = _HASH.sub("", match["name"])
    for name, library in grafted.items():
        if matches(library, bundled.forbidden):
            yield _problem(library, f"bundles {library!r}, which the contract forbids", [name])
        elif bundled.only is not None and not matches(library, bundled.only):
            yield _problem(library, f"bundles {library!r}, not in the contract's closed list", [name])
    for glob in bundled.required:
        if not any(matches(library, (glob,)) for library in grafted.values()):
            yield _problem(glob, f"does not bundle {glob!r}, which the contract requires", [])


def _forbidden(subject: Subject) -> Iterator[Problem]:
    contract = subject.contract
    globs = [(label, row.presence, row.globs) for label, row in contract.members.items()]
    globs += [(root, row.presence, (f"{root}/*",)) for root, row in contract.headers.items()]
    rows = [
        (label, sorted({name for glob in each for name in matching(subject.wheel, glob)}))
        for label, presence, each in globs
        if presence == "forbidden"
    ]
    rows += [
        (f"package {name!r}", list(package_members(name, row, subject)))
        for name, row in contract.packages.items()
        if row.presence == "forbidden"
    ]
    for label, found in rows:
        if found:
            yield _problem(
                found[0],
                f"{label}: {counted(len(found), 'member')} must not ship: {listed(found)}",
                found,
            )


def _problem(subject: str, message: str, names: list[str] | tuple[str, ...]) -> Problem:
    return Problem(
        subject=subject, member=leading(names), message=message, hint=_HINT, evidence=evidence(names)
    )
