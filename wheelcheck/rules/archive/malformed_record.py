"""RECORD that does not follow its format.

## What it checks
RECORD is UTF-8 CSV with three columns; each row names a file, and no file occurs twice; paths are relative,
written with `/`; sizes are numbers; digests are URL-safe base64 without padding.

## Why it matters
Installers use RECORD to verify, rewrite and remove files. A row that they read differently leaves files
behind or makes the installation fail halfway.

## How to fix
- Leading slash, backslashes: the packer joined paths by hand; write them relative to the root of the
  archive, with `/`.
- Wrong number of columns: a path with a comma needs quotes; use a CSV writer.
- A path twice: the packer added the file twice; see `duplicate-member`.
- A digest without an algorithm: put `sha256=` before it.
- Padding: strip the `=` from the end of the digest.
- A hexadecimal digest: encode the raw bytes in base64 instead.

## When to ignore
When a published wheel is known to work with every installer that matters to you.

## References
- Recording installed projects, "The RECORD file"
- pypa/installer issue 100
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Record

_HINTS = {
    "twice": "list each file once",
    "written with a backslash or a leading slash": "write paths relative to the archive root, with '/'",
    "with a digest that is padded or not URL-safe base64": "write URL-safe base64 and strip the '='",
    "with a hexadecimal digest": "write URL-safe base64 without padding",
}
_LINE_HINTS = {
    "has a hash without 'algorithm='": "write the algorithm before the digest: 'sha256=' and URL-safe base64",
    "has a size that is not a number": "write the size in bytes, in decimal digits",
}
_HEXADECIMAL = 64


@wheel_rule(family="archive", severity=Severity.ERROR)
def malformed_record(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each kind of fault."""
    member = f"{subject.wheel.dist_info}/RECORD"
    yield from _broken_lines(subject.wheel.record, member)
    for how, paths in _wrong_rows(subject).items():
        if paths:
            yield Problem(
                subject=how,
                message=f"RECORD lists {counted(len(paths), 'path')} {how}: {listed(paths)}",
                hint=_HINTS[how],
                member=member,
                evidence=evidence(paths, "path"),
            )


def _broken_lines(record: Record, member: str) -> Iterator[Problem]:
    paths = {row.line: row.path for row in record.rows}
    by_reason: dict[str, list[int]] = {}
    for line, reason in record.faults:
        by_reason.setdefault(reason, []).append(line)
    for reason, lines in sorted(by_reason.items()):
        more = f" ({counted(len(lines) - 1, 'more such line')})" if len(lines) > 1 else ""
        # With too few or too many columns, it is unclear which part of the row is the path.
        is_whole = reason in _LINE_HINTS
        path = f" ({paths[lines[0]]!r})" if is_whole else ""
        rows = [f"{line}: {paths[line]}" if is_whole else str(line) for line in lines]
        yield Problem(
            subject=reason,
            message=f"line {lines[0]} of RECORD{path} {reason}{more}",
            hint=_LINE_HINTS.get(reason, "write RECORD with a CSV writer: path, hash, size, in UTF-8"),
            member=member,
            evidence=evidence(rows, "line"),
        )


def _wrong_rows(subject: Subject) -> dict[str, list[str]]:
    seen: set[str] = set()
    twice, written, digests, hexadecimal = list[str](), list[str](), list[str](), list[str]()
    for row in subject.wheel.record.rows:
        path = row.path
        if path in seen:
            twice.append(path)
        seen.add(path)
        if path.startswith(("/", "./")) or "\\" in path:
            written.append(path)
        if "=" in row.digest or "+" in row.digest or "/" in row.digest:
            digests.append(path)
        elif len(row.digest) == _HEXADECIMAL and row.algorithm == "sha256":
            hexadecimal.append(path)
    # Members that have such names themselves are reported by `unsafe-member-path`.
    unsafe = [path for path in written if path not in subject.wheel.by_name]
    values = (sorted(set(twice)), sorted(set(unsafe)), sorted(set(digests)), sorted(set(hexadecimal)))
    return dict(zip(_HINTS, values, strict=True))
