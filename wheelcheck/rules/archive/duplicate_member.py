"""Name that occurs twice in the archive, or names that differ only in case.

## What it checks
Member names that occur more than once, and (as a warning) names that become one on a case-insensitive
file system.

## Why it matters
Which copy is installed depends on the reader: most take the last one, some the first, some refuse the
wheel. RECORD can describe only one of them, and a scanner may look at the other. Names that differ only
in case overwrite each other on macOS and Windows.

## How to fix
- Two globs match the same file (`include` and the output of a build script): narrow one of them.
- The wheel was changed with `zip -u` or `ZipFile(..., "a")`: unpack, change and pack it again
  (`wheel unpack`, `wheel pack`).
- Case: rename one of the files.

## When to ignore
Case alone, in a wheel for Linux only.

## References
- python-zeroconf/python-zeroconf issue 1125
- Binary distribution format, "File contents"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject


@wheel_rule(family="archive", severity=Severity.ERROR, also=[Severity.WARNING])
def duplicate_member(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for repeated names, and one for names that differ only in case."""
    members, by_name = subject.wheel.members, subject.wheel.by_name
    if len(members) != len(by_name):
        counts = Counter(member.name for member in members)
        twice = sorted(name for name, count in counts.items() if count > 1)
        differ = _differing(subject, frozenset(twice))
        yield Problem(
            subject=twice[0],
            message=f"{counted(len(twice), 'name occurs', 'names occur')} more than once in the archive"
            f"{differ}: {listed(twice)}",
            hint="pack each file once",
            member=leading(twice),
            evidence=evidence(twice),
        )
    if len({name.casefold() for name in by_name}) != len(by_name):
        folded: dict[str, list[str]] = {}
        for name in by_name:
            folded.setdefault(name.casefold(), []).append(name)
        alike = sorted(" = ".join(sorted(names)) for names in folded.values() if len(names) > 1)
        yield Problem(
            subject=alike[0],
            message=f"{counted(len(alike), 'group of names differs', 'groups of names differ')} only in case:"
            f" {listed(alike)}",
            hint="rename one of them: macOS and Windows install only one",
            severity=Severity.WARNING,
            evidence=evidence(alike, "names"),
        )


def _differing(subject: Subject, twice: frozenset[str]) -> str:
    digests: dict[str, set[bytes]] = {}
    for member in subject.wheel.members:
        if member.name in twice:
            digests.setdefault(member.name, set()).add(member.digest)
    return ", with different content" if any(len(each) > 1 for each in digests.values()) else ""
