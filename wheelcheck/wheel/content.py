"""What the content of one member gives: its digest, and the facts that rules use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from wheelcheck.binary.model import Binary, Format
from wheelcheck.binary.reading import HEAD, Hole, Reader, reader_of
from wheelcheck.binary.registry import Scheme
from wheelcheck.binary.source import ByteSource, BytesSource
from wheelcheck.errors import UnreadableBinaryError
from wheelcheck.model import Cause, Incomplete
from wheelcheck.wheel.build_paths import find_build_paths
from wheelcheck.wheel.headers import scan_header
from wheelcheck.wheel.impostors import find_impostor, find_unloadable
from wheelcheck.wheel.inflate import (
    SMALL,
    DamagedMemberError,
    Limits,
    OversizedMemberError,
    read_small,
    stream,
)
from wheelcheck.wheel.model import FileKind, HeaderFile, Member, MemberFault
from wheelcheck.wheel.python.imports import Import, is_cut, scan_imports
from wheelcheck.wheel.python.opened import may_open
from wheelcheck.wheel.spool import HoleError, Spool
from wheelcheck.wheel.wanted import SCRIPT_HEAD, Wanted, kind_of, limit_of, wanted
from wheelcheck.wheel.zipdir import Entry


@dataclass(kw_only=True, slots=True)
class Content:
    """What one member gave; one thread fills it, then it is only read."""

    member: Member
    text: bytes | None = None
    header: HeaderFile | None = None
    imports: tuple[Import, ...] = ()
    build_paths: tuple[str, ...] = ()
    binaries: tuple[Binary, ...] = ()
    """One, or one for each slice of a universal file."""
    unscanned: str = ""
    """Why a text that rules can do without was not read."""
    unreadable: tuple[Incomplete, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """What is needed to read members, apart from the member."""

    fd: int
    """The open archive."""
    limits: Limits
    schemes: tuple[Scheme, ...]
    """Registries whose static tables are read."""
    dense: frozenset[int] = frozenset()
    """Entries that together are a decompression bomb."""
    extensions: frozenset[str] = frozenset()
    """Names of extension modules, without their packages."""
    unkept: frozenset[int] = frozenset()
    """Entries whose text is beyond the limit on texts of one wheel."""


def _member(
    entry: Entry,
    kind: Format | FileKind = FileKind.OTHER,
    digest: bytes = b"",
    fault: MemberFault | None = None,
) -> Member:
    size = entry.size if digest else (0 if entry.name.endswith("/") else -1)
    return Member(
        entry.name, size, entry.size, entry.compressed_size, entry.offset, entry.mode, digest, kind, fault
    )


def read_entry(job: Job, entry: Entry) -> Content:
    """Read one member; what cannot be read is recorded in the content, not raised."""
    if entry.name.endswith("/") and entry.size == 0:
        return Content(member=_member(entry))
    fault = _fault_of(job, entry)
    if fault is not None:
        return Content(member=_member(entry, fault=fault))
    try:
        if entry.size <= SMALL and entry.compressed_size <= SMALL + 1024:
            return _of_bytes(job, entry, read_small(job.fd, entry))
        return _of_stream(job, entry)
    except OversizedMemberError as exc:
        return Content(member=_member(entry, fault=exc.fault))
    except DamagedMemberError as exc:
        unreadable = Incomplete(
            cause=Cause.UNREADABLE_MEMBER,
            member=entry.name,
            reason=f"cannot read {entry.name!r}: {exc}",
            hint="the archive is damaged; compare its hash with the build log",
        )
        return Content(member=_member(entry), unreadable=(unreadable,))


def _fault_of(job: Job, entry: Entry) -> MemberFault | None:
    if _member(entry).is_absurd:
        return MemberFault.PATH
    return MemberFault.RATIO if entry.number in job.dense else job.limits.fault_of(entry)


def _of_bytes(job: Job, entry: Entry, data: bytes) -> Content:
    kind = kind_of(data[:HEAD])
    content = Content(member=_member(entry, kind, hashlib.sha256(data).digest()))
    reader = _reader_of(kind)
    if reader is not None:
        _read_binary(job, content, BytesSource(data), reader)
    else:
        content.unreadable = _impostor(entry, kind, data[:HEAD])
        want = wanted(entry.name, entry.size, kind)
        if entry.number in job.unkept and (want.text or want.header or want.python):
            _pass_over(job, content, want)
        else:
            _keep(job, content, data, want)
    return content


def _impostor(entry: Entry, kind: Format | FileKind, head: bytes) -> tuple[Incomplete, ...]:
    """Report a member that is not the shared library it is named as; `symlink-member` reports links."""
    return () if entry.is_symlink else find_impostor(entry.name, kind, head, entry.size)


def _of_stream(job: Job, entry: Entry) -> Content:
    chunks = stream(job.fd, entry)
    head = next(chunks, b"")
    kind = kind_of(head[:HEAD])
    reader = _reader_of(kind)
    if reader is not None:
        return _of_large_binary(job, entry, reader, chain((head,), chunks), reader.holes(head))
    want = wanted(entry.name, entry.size, kind)
    keeps = want.anything and entry.size <= limit_of(entry.name) and entry.number not in job.unkept
    state = hashlib.sha256()
    pieces: list[bytes] = []
    for chunk in chain((head,), chunks):
        state.update(chunk)
        if keeps:
            pieces.append(chunk)
    content = Content(member=_member(entry, kind, state.digest()))
    content.unreadable = _impostor(entry, kind, head[:HEAD])
    if pieces:
        _keep(job, content, b"".join(pieces), want)
    elif want.anything:
        content.text = head[:SCRIPT_HEAD] if want.head else None
        _pass_over(job, content, want)
    return content


def _reader_of(kind: Format | FileKind) -> Reader | None:
    return reader_of(kind) if isinstance(kind, Format) else None


def _of_large_binary(
    job: Job, entry: Entry, reader: Reader, chunks: Iterable[bytes], holes: tuple[Hole, ...]
) -> Content:
    state = hashlib.sha256()
    spool = Spool(entry.size, holes)
    try:
        for chunk in chunks:
            state.update(chunk)
            spool.write(chunk)
        content = Content(member=_member(entry, reader.format, state.digest()))
        _read_binary(job, content, spool, reader)
    except HoleError:
        return _of_large_binary(job, entry, reader, stream(job.fd, entry), ())
    finally:
        spool.close()
    return content


def _pass_over(job: Job, content: Content, want: Wanted) -> None:
    name, size = content.member.name, content.member.size
    if size > limit_of(name):
        reason = f"{name!r} has {size} bytes; the limit for a text is {limit_of(name)}"
    else:
        reason = f"{name!r} was not read: the limit for all texts of a wheel is {job.limits.text_total} bytes"
    if want.is_needed:
        content.unreadable = (Incomplete(cause=Cause.UNREADABLE_MEMBER, member=name, reason=reason),)
    else:
        content.unscanned = reason


def _keep(job: Job, content: Content, data: bytes, want: Wanted) -> None:
    if want.text:
        content.text = data
    elif want.head:
        content.text = data[:SCRIPT_HEAD]
    if want.header:
        content.header = scan_header(data)
    if want.python:
        content.imports = scan_imports(data, job.extensions)
        if is_cut(content.imports):
            content.unscanned = f"{content.member.name!r} has more imports than are read"
        if may_open(data):
            content.text = data
    if want.build_paths:
        content.build_paths = find_build_paths(data)


def _read_binary(job: Job, content: Content, source: ByteSource, reader: Reader) -> None:
    name = content.member.name
    try:
        content.binaries = reader.read(source, name, job.schemes)
        content.unreadable = tuple(each for binary in content.binaries for each in find_unloadable(binary))
    except UnreadableBinaryError as exc:
        content.unreadable = (
            Incomplete(
                cause=Cause.UNREADABLE_MEMBER,
                member=name,
                reason=f"cannot read {name!r}: {exc.message}",
                hint=exc.hint,
            ),
        )
