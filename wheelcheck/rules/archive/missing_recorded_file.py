"""File that RECORD lists but the archive does not contain.

## What it checks
Every row of RECORD names a member of the archive. A path that is merely malformed (leading slash,
backslashes) counts as present: `malformed-record` reports it.

## Why it matters
Either the file was lost on the way into the archive, and users miss it, or RECORD belongs to another
build. Strict installers refuse the wheel.

## How to fix
- A step removed files after the build (stripping tests, a repair tool): repack with `wheel pack`.
- RECORD is written from the source tree and the archive from another list: write both from one list.

## When to ignore
Never for a wheel that others install.

## References
- Recording installed projects, "The RECORD file"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.record import installed_path


@wheel_rule(family="archive", severity=Severity.ERROR)
def missing_recorded_file(subject: Subject) -> Iterator[Problem]:
    """Yield one problem that names all such rows."""
    wheel = subject.wheel
    present = wheel.by_name
    absent = [row.path for row in wheel.record.rows if row.path not in present]
    if not absent:
        return
    installed = {installed_path(name) for name in present}
    names = sorted({path for path in absent if installed_path(path) not in installed})
    if names:
        yield Problem(
            subject=names[0],
            message=f"RECORD lists {counted(len(names), 'file that is', 'files that are')} not in the"
            f" archive: {listed(names)}",
            hint="add the missing file, or rewrite RECORD with 'wheel pack'",
            member=f"{wheel.dist_info}/RECORD",
            evidence=evidence(names, "listed"),
        )
