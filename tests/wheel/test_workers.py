"""Members spread over processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wheelcheck.errors import WheelcheckError
from wheelcheck.wheel.content import Content
from wheelcheck.wheel.model import FileKind, Member
from wheelcheck.wheel.workers import read_entries_with
from wheelcheck.wheel.zipdir import Entry

SIZE = 8 << 20
ROOT = Path(__file__).parents[2]


def entries(count: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(at, f"m{at}", b"m", SIZE, SIZE, 0, 0, 0, is_deflated=False, mode=0) for at in range(count)
    )


def content(entry: Entry) -> Content:
    return Content(member=Member(entry.name, entry.size, 0, 0, os.getpid(), 0, b"", FileKind.OTHER))


def test_every_entry_is_read_once() -> None:
    """The workers' parts make the whole."""
    found = read_entries_with(content, entries(7), 2, None)

    assert [f"m{at}" for at in range(7)] == [found[at].member.name for at in range(7)]


def test_work_is_shared() -> None:
    """Two workers are two processes, or two threads of one."""
    found = read_entries_with(content, entries(4), 2, None)

    assert len({each.member.offset for each in found.values()}) <= 2


def test_progress_adds_up() -> None:
    """What the other process read is told too."""
    told: list[int] = []
    read_entries_with(content, entries(5), 2, told.append)

    assert 5 * SIZE == sum(told)


def test_worker_that_dies_is_an_error() -> None:
    """A part that was not read is never an empty part."""
    parent = os.getpid()

    def die(entry: Entry) -> Content:
        if os.getpid() != parent:
            os._exit(9)
        return content(entry)

    with pytest.raises(WheelcheckError, match="died"):
        read_entries_with(die, entries(4), 2, None)


def test_error_of_a_worker_is_the_callers() -> None:
    """What a worker raises is raised here."""
    parent = os.getpid()

    def fail(entry: Entry) -> Content:
        if os.getpid() != parent:
            raise MemoryError
        return content(entry)

    with pytest.raises(MemoryError):
        read_entries_with(fail, entries(4), 2, None)


def test_worker_ends_with_its_parent(tmp_path: Path) -> None:
    """A parent that is killed leaves nobody behind, neither reading nor waiting to be heard."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.wheel.test_workers import content, entries\n"
        "from wheelcheck.wheel.workers import read_entries_with\n"
        "parent = os.getpid()\n"
        "def read(entry):\n"
        "    if os.getpid() == parent:\n"
        "        os.kill(parent, 9)\n"
        "    print(os.getpid(), flush=True)\n"
        "    return content(entry)\n"
        "read_entries_with(read, entries(8), 2, None)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=30
    )

    assert -9 == done.returncode
