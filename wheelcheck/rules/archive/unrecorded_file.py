"""File in the archive that RECORD does not list.

## What it checks
Every member except folders, RECORD itself and its signatures has a row in RECORD. A row that names the
file with a leading slash or backslashes counts: `malformed-record` reports it.

## Why it matters
RECORD lists what is verified and what is removed on uninstalling. A file outside it has no hash, stays
behind after `pip uninstall`, and makes strict installers refuse the wheel.

## How to fix
- The wheel was changed after it was built (`zip -g`, a signing or stripping step): use `wheel unpack` and
  `wheel pack`, which rewrites RECORD.
- Your own packer: write RECORD last, over everything in the archive.

## When to ignore
When a repository adds a file to the wheels that it serves and cannot rewrite them.

## References
- Binary distribution format, "The .dist-info directory"
- Recording installed projects, "The RECORD file"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.record import installed_path, signature_names


@wheel_rule(family="archive", severity=Severity.ERROR)
def unrecorded_file(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem that names all such files."""
    wheel = subject.wheel
    if f"{wheel.dist_info}/RECORD" in wheel.unread:
        yield NotChecked(reason="RECORD could not be read")
        return
    recorded = {row.path for row in wheel.record.rows}
    missing = [name for name in wheel.by_name if name not in recorded and not name.endswith("/")]
    if missing:
        recorded = {installed_path(path) for path in recorded} | signature_names(wheel.dist_info)
        names = sorted(name for name in missing if installed_path(name) not in recorded)
        if names:
            yield problem_about(
                names,
                message=f"{counted(len(names), 'file is', 'files are')} not in RECORD: {listed(names)}",
                hint="rewrite RECORD after the last change to the wheel, for example with 'wheel pack'",
            )
