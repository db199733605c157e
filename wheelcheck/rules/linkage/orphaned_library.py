"""Bundled library that nothing loads since the repair tool made a copy of it.

## What it checks

Shared libraries that have a grafted copy in the wheel: the same name with a hash, the same exported symbols,
and loaded by an object of the wheel. The original is reported if no load reaches it (see
unresolved-dependency), if Python code opens no library of its name, and if neither the contract nor a
package config names it. In a wheel with headers, a library outside a `.libs` folder is left out, because
consumers may link with it.

## Why it matters

The wheel ships the library twice, and only the copy is used. Who patches or signs the original, or opens it
by path, works on a file that does nothing.

## How to fix

- The build put the library into the package, where the repair tool found it, copied it to `<name>.libs`
  under a new name and pointed its users there: leave it out of the package, so that it is found in the build
  folder.
- Or keep it in the package, give its users a search path relative to `$ORIGIN`, and leave it alone:
  `auditwheel repair --exclude libx.so.1`.

## When to ignore

If users of the package, or Python code under a name put together at run time, open the original by path.

## References

- auditwheel, `auditwheel repair --exclude`
- <https://github.com/pypa/auditwheel/issues/310>
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wheelcheck.binary.library_names import split_library_name, without_graft_hash
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.model import Why
from wheelcheck.linking.roots import is_extension
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.python.opened import opened_libraries


@wheel_rule(family="linkage", severity=Severity.NOTE, concerns=frozenset({Format.ELF, Format.PE}))
def orphaned_library(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem for all orphans of the wheel."""
    twins = _twins(subject)
    asked_for = {load.root.member for load in subject.loads.loads if load.why is not Why.PLUGIN}
    candidates = twins.keys() - asked_for
    loads = [load for load in subject.loads.loads if load.root.member not in candidates]
    objects = [loaded for load in loads for loaded in load.objects if loaded.wheel == 0]
    reached = {loaded.binary.member for loaded in objects}
    needed = {loaded.binary.member for loaded in objects if loaded.parent is not None}
    orphans = sorted(each for each in candidates - reached if needed.intersection(twins[each]))
    if orphans:
        size = sum(subject.wheel.by_name[each].size for each in orphans)
        copies = sorted({copy for each in orphans for copy in twins[each] if copy in needed})
        yield problem_about(
            orphans,
            message=f"nothing loads {listed(orphans)}, {size:,} bytes: {listed(copies)} took the place",
            hint="leave the original out of the wheel, or run auditwheel repair with --exclude for it",
        )


def _twins(subject: Subject) -> Mapping[str, list[str]]:
    """Members whose library is in the wheel a second time, and the grafted copies."""
    grafted: dict[str, list[Binary]] = {}
    originals: list[tuple[str, Binary]] = []
    for binary in subject.wheel.binaries:
        name = split_library_name(binary.file_name)
        is_library = binary.kind is Kind.SHARED and binary.is_loadable and not is_extension(binary)
        if name is None or not is_library:
            continue
        stem = without_graft_hash(name.stem)
        if stem is not None:
            grafted.setdefault(stem, []).append(binary)
        elif not _is_for_consumers(binary.member, subject) and not _may_be_opened(binary.file_name, subject):
            originals.append((name.stem, binary))
    found = {
        binary.member: [
            each.member for each in grafted.get(stem, ()) if each.exports.keys() == binary.exports.keys()
        ]
        for stem, binary in originals
    }
    return {member: copies for member, copies in found.items() if copies}


def _is_for_consumers(member: str, subject: Subject) -> bool:
    folder = member.rpartition("/")[0]
    return bool(subject.wheel.headers) and not folder.endswith(".libs")


def _may_be_opened(file_name: str, subject: Subject) -> bool:
    """Whether Python code opens a library that may be this one, or could not be read for it."""
    opened = opened_libraries(subject.wheel)
    return opened.may_have(file_name) or bool(opened.unread)
