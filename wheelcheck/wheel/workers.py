"""Members distributed over workers: forked processes where the system has them, otherwise threads.

Inflating and hashing release the GIL, scanning sources and symbol tables does not: threads would wait for
each other half of the time. A fork already has the open archive and every module.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from wheelcheck.errors import WheelcheckError
from wheelcheck.wheel.content import Content
from wheelcheck.wheel.zipdir import Entry

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

Read = Callable[[Entry], Content]
Told = Callable[[int], None]
"""Called with bytes just read."""

_WORTH_A_PROCESS = 16 << 20
"""Inflated bytes; starting a process and receiving its answer costs about as much as reading this."""
_BYTES_PER_SECOND = 500e6
_SECONDS_PER_MEMBER = 40e-6
_TEXT_BYTES_PER_SECOND = 150e6
_TEXTS = (".py", ".h", ".hpp", ".cuh", ".cmake")
_TELL_EACH = 4 << 20
_COUNTER = 8
_POLL_SECONDS = 0.1


def read_entries_with(
    read: Read, entries: tuple[Entry, ...], jobs: int, told: Told | None
) -> dict[int, Content]:
    """Read every entry with up to `jobs` workers; gives the contents by entry number.

    Raises:
        WheelcheckError: a worker process died.
    """
    total = sum(entry.size for entry in entries)
    if jobs == 1 or total < _WORTH_A_PROCESS:
        return dict(_read_all(read, list(entries), told or _silent))
    buckets = _buckets(entries, jobs)
    if sys.platform == "linux" and threading.active_count() == 1:
        return _with_processes(read, buckets, told or _silent)
    with ThreadPoolExecutor(jobs) as pool:
        found: dict[int, Content] = {}
        for part in pool.map(lambda bucket: dict(_read_all(read, bucket, told or _silent)), buckets):
            found.update(part)
        return found


def _silent(_: int) -> None:
    """Ignore progress."""


def _read_all(read: Read, entries: list[Entry], told: Told) -> Iterator[tuple[int, Content]]:
    done = 0
    for entry in entries:
        yield entry.number, read(entry)
        done += entry.size
        if done >= _TELL_EACH:
            told(done)
            done = 0
    told(done)


def _buckets(entries: tuple[Entry, ...], jobs: int) -> list[list[Entry]]:
    """Distribute the entries so that all workers finish together: the costliest first, to the least busy."""
    costs = sorted((-_seconds(entry), entry.number, entry) for entry in entries)
    buckets: list[list[Entry]] = [[] for _ in range(jobs)]
    loads = [0.0] * jobs
    for cost, _, entry in costs:
        least = loads.index(min(loads))
        loads[least] -= cost
        buckets[least].append(entry)
    return [bucket for bucket in buckets if bucket]


def _seconds(entry: Entry) -> float:
    """Estimate the cost of an entry; a bad estimate only makes one worker wait."""
    rate = _TEXT_BYTES_PER_SECOND if entry.name.endswith(_TEXTS) else _BYTES_PER_SECOND
    return _SECONDS_PER_MEMBER + entry.size / rate


def _with_processes(read: Read, buckets: list[list[Entry]], told: Told) -> dict[int, Content]:
    context = multiprocessing.get_context("fork")
    counters = mmap.mmap(-1, _COUNTER * len(buckets))
    children: list[tuple[ForkProcess, Connection]] = []
    reported = 0
    try:
        for number, bucket in enumerate(buckets[1:], 1):
            mine, theirs = context.Pipe(duplex=False)
            open_ends = [mine, *(end for _, end in children)]
            told_by = partial(_add, counters, number)
            # The parent's id is taken here: by the time that the worker could ask, it may be gone.
            arguments = (read, bucket, theirs, open_ends, told_by, os.getpid())
            child = context.Process(target=_child, args=arguments, daemon=True)
            child.start()
            theirs.close()
            children.append((child, mine))

        def tell(done: int) -> None:
            nonlocal reported
            _add(counters, 0, done)
            now = _sum(counters)
            told(now - reported)
            reported = now

        found = dict(_read_all(read, buckets[0], tell))
        for _, mine in children:
            while not mine.poll(_POLL_SECONDS):
                tell(0)
            found.update(_receive(mine))
        tell(0)
        return found
    finally:
        for child, mine in children:
            mine.close()
            child.kill()
            child.join()
        counters.close()


def _child(
    read: Read,
    bucket: list[Entry],
    answer: Connection,
    open_ends: list[Connection],
    told: Told,
    parent: int,
) -> None:
    """Read one bucket and send it; runs in the forked process, and ends when its parent is gone."""

    def tell(done: int) -> None:
        if os.getppid() != parent:
            os._exit(1)
        told(done)

    try:
        # With an open reading end of its own, sending to a parent that died would wait forever.
        for end in open_ends:
            end.close()
        found = dict(_read_all(read, bucket, tell))
        answer.send(found)
        answer.close()
    except BaseException as exc:  # noqa: BLE001  # the parent raises it; the fork must not run on
        answer.send(exc)
    finally:
        os._exit(0)


def _receive(answer: Connection) -> Mapping[int, Content]:
    try:
        found: Mapping[int, Content] | BaseException = answer.recv()
    except EOFError as exc:
        raise WheelcheckError(
            "a process that read part of the wheel died", hint="run again with -j 1 to find the member"
        ) from exc
    if isinstance(found, BaseException):
        raise found
    return found


def _add(counters: mmap.mmap, number: int, done: int) -> None:
    at = number * _COUNTER
    value = int.from_bytes(counters[at : at + _COUNTER], "little") + done
    counters[at : at + _COUNTER] = value.to_bytes(_COUNTER, "little")


def _sum(counters: mmap.mmap) -> int:
    return sum(
        int.from_bytes(counters[at : at + _COUNTER], "little") for at in range(0, len(counters), _COUNTER)
    )
