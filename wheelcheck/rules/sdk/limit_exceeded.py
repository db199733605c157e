"""Size or count beyond a limit of the contract.

## What it checks

`limits` of the contract: the size of the wheel file, the unpacked size, the number of members, the
size of each member, the length of installed paths, and sizes and counts of the members that a glob
matches.

## Why it matters

An index refuses a file above its limit after the upload, in the middle of a release. A wheel that grows
by half between two releases usually took something along: debug information, a second architecture, a
test corpus.

## How to fix

Look at the largest members, which the finding lists. Strip libraries, leave out tests, or raise the
limit in the change that needs it.

## When to ignore

Not at all; raise the limit.

## References

- PyPI, file size limits: https://docs.pypi.org/project-management/storage-limits/
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.contract.members import matches
from wheelcheck.contract.model import Limits, MatchLimit
from wheelcheck.contract.sizes import parse_size, shown_size
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.scene import Scene
from wheelcheck.wheel.model import Member


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def limit_exceeded(scene: Scene) -> Iterator[Problem | NotChecked]:
    """Report each limit that the wheel exceeds."""
    limits = scene.contract.limits
    if limits == Limits():
        return
    files = sorted(
        (member for member in scene.wheel.members if not member.is_folder),
        key=lambda member: (-member.size, member.name),
    )
    packed = sum(member.compressed_size for member in files)
    yield from _size("wheel-size", packed, limits.wheel_size, "its members take {} compressed", files)
    unpacked = sum(max(0, member.size) for member in files)
    yield from _size("unpacked-size", unpacked, limits.unpacked_size, "unpacks to {}", files)
    if limits.members and len(files) > limits.members:
        yield _problem("members", f"holds {len(files)} members, the limit is {limits.members}", [])
    bound = parse_size(limits.member_size) or 0
    for member in files if bound else ():
        if member.size > bound:
            yield _problem(
                member.name,
                f"{member.name!r} has {shown_size(member.size)}, the limit is {shown_size(bound)}",
                [],
            )
    for member in files if limits.path_length else ():
        if len(member.name) > limits.path_length:
            yield _problem(
                member.name, f"path of {len(member.name)} characters, the limit is {limits.path_length}", []
            )
    for glob, limit in limits.matching.items():
        yield from _matching(glob, limit, [member for member in files if matches(member.name, (glob,))])


def _matching(glob: str, limit: MatchLimit, files: list[Member]) -> Iterator[Problem]:
    if limit.count and len(files) > limit.count:
        yield _problem(glob, f"{len(files)} members match {glob!r}, the limit is {limit.count}", [])
    total = sum(max(0, member.size) for member in files)
    yield from _size(glob, total, limit.total, f"members that match {glob!r} take {{}}", files)
    if files:
        yield from _size(files[0].name, files[0].size, limit.size, f"{files[0].name!r} has {{}}", [])


def _size(subject: str, found: int, limit: int | str, message: str, files: list[Member]) -> Iterator[Problem]:
    bound = parse_size(limit) or 0
    if 0 < bound < found:
        text = message.format(shown_size(found))
        yield _problem(subject, f"{text}, the limit is {shown_size(bound)}", files)


def _problem(subject: str, message: str, files: list[Member]) -> Problem:
    return Problem(
        subject=subject,
        message=message,
        hint="leave out or strip the largest members, or raise the limit in the contract",
        evidence=tuple(Evidence(label=shown_size(each.size), value=each.name) for each in files[:10]),
    )
