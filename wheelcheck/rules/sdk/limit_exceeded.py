"""Size or count beyond a limit of the contract.

## What it checks

`limits` of the contract: the size of the wheel file, the unpacked size, the number of members, the
unpacked size of each member, the length of installed paths, and unpacked sizes and counts of the members
that a glob matches. If the wheel file is too large, the finding lists the compressed sizes of its members.

## Why it matters

An index rejects a file above its limit at the upload, in the middle of a release. A wheel that grows
by half between two releases usually includes something unintended: debug information, a second architecture,
a test corpus.

## How to fix

Look at the largest members, which the finding lists. Strip libraries, leave out tests, or raise the
limit in the change that needs it.

## When to ignore

Never; raise the limit.

## References

- PyPI, file size limits: https://docs.pypi.org/project-management/storage-limits/
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.model import Limits, MatchLimit
from wheelcheck.contract.sizes import parse_size, shown_size
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.members import matches
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Member

_SHOWN = 10


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def limit_exceeded(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each limit that the wheel exceeds."""
    limits = subject.contract.limits
    if limits == Limits():
        return
    files = sorted(
        (member for member in subject.wheel.members if not member.is_folder),
        key=lambda member: (-member.size, member.name),
    )
    yield from _archive(subject, limits, files)
    unpacked = sum(max(0, member.size) for member in files)
    yield from _size("unpacked-size", unpacked, limits.unpacked_size, "unpacks to", _sizes(files))
    if limits.members and len(files) > limits.members:
        yield _problem("members", f"contains {len(files)} members, the limit is {limits.members}")
    for member in files if limits.member_size else ():
        yield from _size(member.name, member.size, limits.member_size, f"{member.name!r} is")
    for member in files if limits.path_length else ():
        if len(member.name) > limits.path_length:
            message = f"path has {len(member.name)} characters, the limit is {limits.path_length}"
            yield _problem(member.name, message)
    for glob, limit in limits.matching.items():
        yield from _matching(glob, limit, [member for member in files if matches(member.name, (glob,))])


def _archive(subject: Subject, limits: Limits, files: list[Member]) -> Iterator[Problem]:
    """Check the size of the file itself, and list the compressed sizes of its members."""
    packed = sorted(files, key=lambda member: (-member.compressed_size, member.name))[:_SHOWN]
    largest = tuple(
        Evidence(label=f"{shown_size(each.compressed_size)} compressed", value=each.name) for each in packed
    )
    yield from _size("wheel-size", subject.wheel.size, limits.wheel_size, "the wheel file is", largest)


def _matching(glob: str, limit: MatchLimit, files: list[Member]) -> Iterator[Problem]:
    if limit.count and len(files) > limit.count:
        yield _problem(glob, f"{len(files)} members match {glob!r}, the limit is {limit.count}")
    total = sum(max(0, member.size) for member in files)
    yield from _size(glob, total, limit.total, f"members that match {glob!r} unpack to", _sizes(files))
    for member in files if limit.size else ():
        yield from _size(member.name, member.size, limit.size, f"{member.name!r} is")


def _size(
    subject: str, found: int, limit: int | str, message: str, largest: tuple[Evidence, ...] = ()
) -> Iterator[Problem]:
    bound = parse_size(limit) or 0
    if 0 < bound < found:
        shown = [shown_size(found), shown_size(bound)]
        if shown[0] == shown[1]:
            shown = [f"{found:,} bytes", f"{bound:,} bytes"]
        yield _problem(subject, f"{message} {shown[0]}, the limit is {shown[1]}", largest)


def _sizes(files: list[Member]) -> tuple[Evidence, ...]:
    return tuple(Evidence(label=shown_size(each.size), value=each.name) for each in files[:_SHOWN])


def _problem(subject: str, message: str, largest: tuple[Evidence, ...] = ()) -> Problem:
    return Problem(
        subject=subject,
        message=message,
        hint="leave out or strip the largest members, or raise the limit in the contract",
        evidence=largest,
    )
