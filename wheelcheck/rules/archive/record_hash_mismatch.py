"""File whose content differs from the hash or size in RECORD.

## What it checks
The hash of every member, computed while it is read, and its size, both compared with RECORD.

## Why it matters
The file was changed after RECORD was written, or the archive is damaged. Installers that verify refuse
the wheel; others install a file that was never meant to ship.

## How to fix
A step after the build changes files in place (strip, patchelf, a signing tool, conversion of line
endings): run it before RECORD is written, or repack with `wheel pack`.

## When to ignore
Never for a wheel that others install.

## References
- Binary distribution format, "Signed wheel files"
- Recording installed projects, "The RECORD file"
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import RecordRow
from wheelcheck.wheel.record import WEAK_ALGORITHMS, signature_names

_URL_SAFE = bytes.maketrans(b"+/", b"-_")
_MOST_DIGITS = 100
_HEXADECIMAL = 64
"""Length of a hexadecimal sha256 digest; in base64 it is 43, or 44 with padding."""


@wheel_rule(family="archive", severity=Severity.ERROR)
def record_hash_mismatch(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem that names every file that differs."""
    wheel = subject.wheel
    found: dict[str, None] = {}
    unread: list[str] = []
    other: dict[str, None] = {}
    skipped = signature_names(wheel.dist_info)
    for row in wheel.record.rows:
        member = wheel.by_name.get(row.path)
        if member is None or member.is_folder or row.path in skipped:
            continue
        if not member.digest:
            unread.append(row.path)
            continue
        digest = member.digest if row.algorithm == "sha256" else wheel.digests.get((row.path, row.algorithm))
        if _differs(row, member.size, digest):
            found[row.path] = None
        elif digest is None and row.algorithm:
            other[row.algorithm] = None
    if found:
        names = sorted(found)
        yield problem_about(
            names,
            message=f"{counted(len(names), 'file does', 'files do')} not match RECORD: {listed(names)}",
            hint="rewrite RECORD after the last change to the files, for example with 'wheel pack'",
        )
    for path in sorted(set(unread)):
        yield NotChecked(reason=f"{path!r} was not read to the end", member=path)
    for algorithm in sorted(other.keys() - WEAK_ALGORITHMS):
        yield NotChecked(
            reason=f"RECORD uses {algorithm!r} hashes; only sha256, sha384 and sha512 are computed"
        )


def _differs(row: RecordRow, size: int, digest: bytes | None) -> bool:
    is_number = row.size.isdecimal() and len(row.size) <= _MOST_DIGITS
    if row.size != str(size) and is_number and int(row.size) != size:
        return True
    return digest is not None and row.digest != _encoded(digest) and _decoded(row.digest) != digest


def _encoded(digest: bytes) -> str:
    return binascii.b2a_base64(digest, newline=False).translate(_URL_SAFE).decode().rstrip("=")


def _decoded(digest: str) -> bytes | None:
    try:
        if len(digest) == _HEXADECIMAL:
            # The content is right; `malformed-record` reports the encoding.
            return bytes.fromhex(digest)
        return base64.urlsafe_b64decode(digest.rstrip("=") + "==")
    except (binascii.Error, ValueError):
        return None
