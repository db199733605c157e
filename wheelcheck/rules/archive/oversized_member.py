"""Member that inflates beyond its declared size or the limits, or shares bytes with another.

## What it checks
Every entry is inflated in a bounded stream. Reported are entries that give more bytes than the archive
declares, that are larger than the limit, that are packed tighter than real data ever is (one large entry,
or many that together are large), or whose bytes overlap those of another entry.

## Why it matters
These are the forms of a decompression bomb: a small wheel fills the disk of everyone who installs it.
The same faults appear in archives that a broken tool wrote, and then the content is not what was built.

## How to fix
- Build the wheel again with a maintained backend and compare its hash with the published one.
- A genuine very large library: raise the limit for this audit.

## When to ignore
Never; raise the limits instead when the size is real.

## References
- CWE-409, improper handling of highly compressed data
- David Fifield, "A better zip bomb", USENIX WOOT 2019
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Member, MemberFault

_FAULTS = {
    MemberFault.SIZE: ("larger than declared or than the limit", "build the wheel again, or raise the limit"),
    MemberFault.RATIO: ("packed tighter than real data ever is", "build the wheel again and compare the two"),
    MemberFault.OVERLAP: (
        "sharing bytes with another member",
        "write the archive again with a maintained tool",
    ),
}


@wheel_rule(family="archive", severity=Severity.ERROR)
def oversized_member(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each kind of fault."""
    found: dict[MemberFault, list[Member]] = {}
    for member in subject.wheel.members:
        if member.fault in _FAULTS:
            found.setdefault(member.fault, []).append(member)
    for fault, members in sorted(found.items(), key=lambda each: each[0].value):
        words, hint = _FAULTS[fault]
        names = sorted({member.name for member in members})
        declared = sum(member.declared_size for member in members)
        packed = sum(member.compressed_size for member in members)
        yield problem_about(
            names,
            message=f"{counted(len(names), 'member')} {words}: {listed(names)}"
            f" ({declared} bytes declared, {packed} in the archive)",
            hint=hint,
        )
