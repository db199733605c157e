"""File that RECORD covers with md5, sha1 or no hash at all.

## What it checks
The hash column of every row except those of RECORD and its signatures.

## Why it matters
The wheel format requires sha256 or better and forbids md5 and sha1. A file without a strong hash can be
replaced unnoticed, and strict installers refuse the wheel.

## How to fix
Write `sha256=` and the URL-safe base64 digest without padding, as every maintained build backend does. A
row without a hash often comes from a file that was added by hand: repack with `wheel pack`.

## When to ignore
Never for a wheel that others install.

## References
- Binary distribution format, "The .dist-info directory", item 10
- Recording installed projects, "The RECORD file"
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.record import WEAK_ALGORITHMS, installed_path, signature_names


@wheel_rule(family="archive", severity=Severity.ERROR)
def weak_record_hash(subject: Subject) -> Iterator[Problem]:
    """Yield one problem per weak or unknown algorithm."""
    found: dict[str, list[str]] = {}
    for row in subject.wheel.record.rows:
        # A digest without an algorithm is reported by `malformed-record`.
        if row.algorithm == "sha256" or (row.digest and not row.algorithm):
            continue
        if row.algorithm in WEAK_ALGORITHMS or row.algorithm not in hashlib.algorithms_guaranteed:
            found.setdefault(row.algorithm, []).append(installed_path(row.path))
    skipped = signature_names(subject.wheel.dist_info)
    for algorithm, paths in sorted(found.items()):
        names = sorted({path for path in paths if path not in skipped and not path.endswith("/")})
        if names:
            how = f"with hash {algorithm!r}" if algorithm else "without a hash"
            yield Problem(
                subject=algorithm or "no hash",
                message=f"RECORD lists {counted(len(names), 'file')} {how}, expected sha256 or better:"
                f" {listed(names)}",
                hint="write sha256 digests, for example with 'wheel pack'",
                member=leading(names),
                evidence=evidence(names),
            )
