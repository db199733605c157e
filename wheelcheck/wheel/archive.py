"""One wheel read once: every member inflated, hashed and checked in one streaming pass.

Members are distributed over workers (`workers.py`). Nothing is extracted except large ELF members, which
go to an unlinked temporary file while their facts are read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wheelcheck.binary.registry import Scheme, load_schemes
from wheelcheck.errors import UnreadableWheelError
from wheelcheck.wheel.content import Content, Job, read_entry
from wheelcheck.wheel.extensions import module_names
from wheelcheck.wheel.filename import WheelName, parse_wheel_filename
from wheelcheck.wheel.inflate import SMALL, DamagedMemberError, Limits, OversizedMemberError, digest, stream
from wheelcheck.wheel.metadata import parse_headers
from wheelcheck.wheel.model import Record, Wheel
from wheelcheck.wheel.python.imports import takes_all
from wheelcheck.wheel.python.missing import asked_sources
from wheelcheck.wheel.record import parse_record
from wheelcheck.wheel.wanted import limit_of, wanted
from wheelcheck.wheel.workers import read_entries_with
from wheelcheck.wheel.zipdir import Entry, read_entries

if TYPE_CHECKING:
    from wheelcheck.wheel.python.definitions import Definitions

_LIMITS = Limits()
_MOST_WORKERS = 64
_OTHER_ALGORITHMS = frozenset({"sha384", "sha512"})
Progress = Callable[[int, int], None]
"""Called with the bytes just inflated and the bytes of all members."""


def read_wheel(
    path: Path,
    *,
    jobs: int,
    limits: Limits = _LIMITS,
    want_sha256: bool = False,
    schemes: tuple[Scheme, ...] = (),
    progress: Progress | None = None,
) -> Wheel:
    """Read all facts of one wheel.

    Args:
        path: the archive.
        jobs: workers that read members.
        limits: bounds on what is inflated.
        want_sha256: whether to hash the archive itself too.
        schemes: registries to read in addition to those in the package.
        progress: called with the progress of the work.

    Raises:
        UnreadableWheelError: the archive as a whole cannot be read, or has no dist-info folder.
    """
    name = parse_wheel_filename(path.name)
    entries = read_entries(path)
    total = _total(path, entries, limits)
    fd = os.open(path, os.O_RDONLY)
    try:
        job = _job(fd, limits, entries, schemes)
        told = None if progress is None else lambda done: progress(done, total)
        contents = _contents(job, entries, jobs, told)
        size, sha256 = _identity(fd, want_sha256=want_sha256)
        dist_info = _dist_info(path, name, contents)
        texts = {content.member.name: content.text for content in contents if content.text is not None}
        record = parse_record(texts.get(f"{dist_info}/RECORD", b""), _most_rows(entries))
        digests = _other_digests(job, entries, record)
        headers = parse_headers(texts.get(f"{dist_info}/WHEEL", b""))
        wheel = Wheel(
            path=path,
            file=path.name,
            size=size,
            sha256=sha256,
            name=name.name,
            version=name.version,
            build=name.build,
            tags=name.tags,
            members=tuple(content.member for content in contents),
            dist_info=dist_info,
            record=record,
            digests=digests,
            wheel_headers=headers,
            wheel_tags=tuple(header.value for header in headers if header.key.lower() == "tag"),
            binaries=tuple(binary for content in contents for binary in content.binaries),
            unscanned={content.member.name: content.unscanned for content in contents if content.unscanned},
            unreadable=tuple(each for content in contents for each in content.unreadable),
            texts=texts,
            headers=_by_member(contents, "header"),
            python_imports=_by_member(contents, "imports"),
            build_paths=_by_member(contents, "build_paths"),
        )
        return msgspec.structs.replace(wheel, definitions=_definitions(job, entries, wheel))
    finally:
        os.close(fd)


def _job(fd: int, limits: Limits, entries: tuple[Entry, ...], schemes: tuple[Scheme, ...]) -> Job:
    return Job(
        fd=fd,
        limits=limits,
        schemes=(*load_schemes(), *schemes),
        dense=limits.dense(entries),
        extensions=module_names(entry.name for entry in entries),
        unkept=_unkept(entries, limits),
    )


def _contents(
    job: Job, entries: tuple[Entry, ...], jobs: int, told: Callable[[int], None] | None
) -> list[Content]:
    found = read_entries_with(lambda entry: read_entry(job, entry), entries, _workers(jobs), told)
    return [found[entry.number] for entry in entries]


def _most_rows(entries: tuple[Entry, ...]) -> int:
    """Bound the rows of RECORD: an honest one has a row for each member."""
    return 2 * len(entries) + 10_000


def _workers(jobs: int) -> int:
    """Bound the workers: more than a few per processor only cost memory."""
    return max(1, min(jobs, 4 * (os.cpu_count() or 1), _MOST_WORKERS))


def _unkept(entries: tuple[Entry, ...], limits: Limits) -> frozenset[int]:
    """Numbers of the entries beyond the limit on texts of one wheel; dist-info first, headers last.

    Python sources have the same limit for themselves: few of them are kept after they were read.
    """
    wants = [(wanted(entry.name, entry.size), entry) for entry in entries]
    texts = [(want, entry) for want, entry in wants if want.text or want.header]
    texts.sort(key=lambda each: (each[0].header, ".dist-info/" not in each[1].name))
    sources = (entry for want, entry in wants if want.python and not want.text)
    return _beyond((entry for _, entry in texts), limits) | _beyond(sources, limits)


def _beyond(entries: Iterable[Entry], limits: Limits) -> frozenset[int]:
    kept, beyond = 0, set()
    for entry in entries:
        kept += min(entry.size, limit_of(entry.name))
        if kept > limits.text_total:
            beyond.add(entry.number)
    return frozenset(beyond)


def _identity(fd: int, *, want_sha256: bool) -> tuple[int, str | None]:
    size = os.fstat(fd).st_size
    return size, digest(fd, size) if want_sha256 else None


def _total(path: Path, entries: tuple[Entry, ...], limits: Limits) -> int:
    total = sum(entry.size for entry in entries)
    if total > limits.total_size:
        raise UnreadableWheelError(
            f"members of {path.name!r} declare {total} bytes; the limit is {limits.total_size}",
            hint="rebuild the wheel: its directory is damaged, or no installer could unpack it",
        )
    return total


def _other_digests(job: Job, entries: tuple[Entry, ...], record: Record) -> Mapping[tuple[str, str], bytes]:
    """Digests by algorithms other than sha256 that RECORD uses, by member name and algorithm."""
    asked = {(row.path, row.algorithm) for row in record.rows if row.algorithm in _OTHER_ALGORITHMS}
    if not asked:
        return {}
    by_name = {entry.name: entry for entry in entries}
    digests = {}
    for name, algorithm in sorted(asked & {(name, each) for name in by_name for each in _OTHER_ALGORITHMS}):
        state = hashlib.new(algorithm)
        try:
            for chunk in stream(job.fd, by_name[name]):
                state.update(chunk)
        except (DamagedMemberError, OversizedMemberError):
            continue  # the member's own facts record it
        digests[name, algorithm] = state.digest()
    return digests


def _definitions(job: Job, entries: tuple[Entry, ...], wheel: Wheel) -> Mapping[str, Definitions]:
    """Read the sources of which it matters what they define a second time: few, and known only now."""
    asked = asked_sources(wheel)
    if not asked:
        return {}
    from wheelcheck.wheel.python.definitions import Definitions, scan_definitions

    by_name = {entry.name: entry for entry in entries}
    found = {}
    for member in asked:
        entry = by_name[member]
        if takes_all(wheel.python_imports.get(member, ())):
            found[member] = Definitions(frozenset(), is_open=True)
        elif wheel.by_name[member].digest and entry.size <= SMALL:
            found[member] = scan_definitions(b"".join(stream(job.fd, entry)))
    return found


def _by_member(contents: list[Content], field: str) -> Mapping[str, Any]:
    return {content.member.name: value for content in contents if (value := getattr(content, field))}


def _dist_info(path: Path, name: WheelName, contents: list[Content]) -> str:
    folders = dict.fromkeys(
        content.member.name.partition("/")[0] for content in contents if ".dist-info/" in content.member.name
    )
    candidates = [folder for folder in folders if folder.endswith(".dist-info")]
    if not candidates:
        raise UnreadableWheelError(
            f"{path.name!r} has no top-level .dist-info folder",
            hint=f"add {name.name}-{name.version}.dist-info with WHEEL, METADATA and RECORD (PEP 427)",
        )
    own = f"{name.name}-{name.version}.dist-info"
    return own if own in candidates else candidates[0]
