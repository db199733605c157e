"""Content that the wheel contains more than once.

## What it checks
Members of 64 KiB and more with identical content. Shared libraries are left to `duplicate-soname`, which
knows what a second copy means to the loader; licence files are allowed.

## Why it matters
A wheel does not share content between members: each copy is downloaded and stored again.

## How to fix
- Ship the file once and let the code find it there.
- A library and its development name: ship a linker script in place of the second copy.
- Data that two globs match: narrow one of them.

## When to ignore
When two tools look for the file in two places and neither can be configured.

## References
- PyPI's limits on file and project size
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from wheelcheck.binary.model import Kind
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Member

_LEAST = 64 << 10
_LICENCES = ("license", "licence", "copying", "notice")


@wheel_rule(family="hardening", severity=Severity.NOTE)
def duplicate_payload(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each set of folders that share content."""
    copies: dict[bytes, list[Member]] = {}
    for member in subject.wheel.by_name.values():
        if member.size >= _LEAST and member.digest and not _is_left_out(subject, member.name):
            copies.setdefault(member.digest, []).append(member)
    groups: dict[tuple[str, ...], list[list[Member]]] = {}
    for same in copies.values():
        if len(same) > 1:
            groups.setdefault(tuple(sorted(posixpath.dirname(each.name) for each in same)), []).append(same)
    for sets in groups.values():
        wasted = sum(same[0].size * (len(same) - 1) for same in sets)
        names = sorted(each.name for same in sets for each in same)
        what = "identical members" if len(sets) == 1 else f"members in {len(sets):,} sets of identical files"
        yield problem_about(
            names,
            message=f"{len(names):,} {what}, {wasted:,} redundant bytes: {listed(names)}",
            hint="ship the content once",
        )


def _is_left_out(subject: Subject, name: str) -> bool:
    is_library = any(binary.kind is Kind.SHARED for binary in subject.wheel.binaries_of.get(name, ()))
    return is_library or name.rpartition("/")[2].lower().startswith(_LICENCES)
