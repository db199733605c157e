"""Member that inflates beyond its declared size or the limits, or overlaps another member.

## What it checks
Every member is inflated as a stream with limits. Reported are members that yield more bytes than the
archive declares, exceed the size limit, are compressed further than real data ever is (one large member,
or many that are large together), or overlap the bytes of another member.

## Why it matters
This is what decompression bombs look like: a small wheel fills the disk of everyone who installs it.
Archives written by a broken tool show the same faults, and then the content is not what was built.

## How to fix
- Rebuild the wheel with a maintained backend and compare its hash with the published one.
- A library that really is that large: raise the limit for this audit.

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
    MemberFault.SIZE: (
        ("member is larger", "members are larger"),
        "than declared or than the limit",
        "rebuild the wheel, or raise the limit",
    ),
    MemberFault.RATIO: (
        ("member is compressed", "members are compressed"),
        "further than real data ever is",
        "rebuild the wheel and compare the two",
    ),
    MemberFault.OVERLAP: (
        ("member overlaps", "members overlap"),
        "the bytes of another",
        "repack the wheel with a maintained tool such as 'wheel pack'",
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
        nouns, words, hint = _FAULTS[fault]
        names = sorted({member.name for member in members})
        declared = sum(member.declared_size for member in members)
        packed = sum(member.compressed_size for member in members)
        yield problem_about(
            names,
            message=f"{counted(len(names), *nouns)} {words}: {listed(names)}"
            f" ({counted(declared, 'byte')} declared, {counted(packed, 'byte')} in the archive)",
            hint=hint,
        )
