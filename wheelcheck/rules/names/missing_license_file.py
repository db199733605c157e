"""Licence file that METADATA names but the wheel does not contain.

## What it checks
Every `License-File` in METADATA exists in the dist-info folder: below `licenses/` (Metadata 2.4) or
directly in it (older backends, which kept only the file name).

## Why it matters
Most licences require their text to accompany the binary. METADATA then claims that it does, licence
scanners believe it, and it is not true.

## How to fix
- A repair or repacking step copies only known files of dist-info: make it keep the whole folder.
- The path points above the project (`../LICENSE`): copy the file into the project before the build.

## When to ignore
When the text ships elsewhere in the wheel, in a place that METADATA cannot name.

## References
- PEP 639, "Add License-File field"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import metadata_values


@wheel_rule(family="names", severity=Severity.WARNING)
def missing_license_file(subject: Subject) -> Iterator[Problem]:
    """Yield one problem that names every missing file."""
    wheel = subject.wheel
    named = metadata_values(wheel, "License-File")
    if not named:
        return
    own = {name for name in wheel.by_name if name.startswith(f"{wheel.dist_info}/")}
    absent = sorted({path for path in named if not _is_there(path, wheel.dist_info, own)})
    if absent:
        files = counted(len(absent), "licence file that is", "licence files that are")
        yield Problem(
            subject=absent[0],
            message=f"METADATA names {files} not in the wheel: {listed(absent)}",
            hint=f"ship each as '{wheel.dist_info}/licenses/<path>'",
            member=f"{wheel.dist_info}/METADATA",
            evidence=evidence(absent, "named"),
        )


def _is_there(path: str, dist_info: str, own: set[str]) -> bool:
    path = path.replace("\\", "/")
    base = path.rpartition("/")[2]
    places = (f"licenses/{path}", path, f"licenses/{base}", base, f"license_files/{base}")
    return any(f"{dist_info}/{place}" in own for place in places)
