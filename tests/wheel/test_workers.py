"""Members spread over processes."""

from __future__ import annotations

import contextlib
import os
import signal
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


PREAMBLE = f"""
import os, sys, time
sys.path.insert(0, {str(ROOT)!r})
from tests.wheel.test_workers import content, entries
from wheelcheck.wheel.workers import read_entries_with
parent = os.getpid()
"""


def lines_of_workers(script: Path, body: str) -> list[str]:
    """Run a parent that kills itself; give what its workers print until the last of them has ended."""
    script.write_text(PREAMBLE + body, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            said, _ = process.communicate(timeout=20)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    assert -signal.SIGKILL == process.returncode
    return said.splitlines()


@pytest.mark.parametrize("delay", [0, 0.3], ids=["at once", "after its parent has ended"])
def test_worker_does_not_read_on_without_its_parent(delay: float, tmp_path: Path) -> None:
    """A killed run must not keep the machine busy, whenever its worker begins."""
    begin = f"os.register_at_fork(after_in_child=lambda: time.sleep({delay}))\n"
    body = """
def read(entry):
    if os.getpid() == parent:
        os.kill(parent, 9)
    print(entry.name, flush=True)
    time.sleep(0.02)
    return content(entry)

read_entries_with(read, entries(200), 2, None)
"""
    assert 50 > len(lines_of_workers(tmp_path / "parent.py", begin + body))


def test_worker_does_not_wait_for_a_parent_that_is_gone(tmp_path: Path) -> None:
    """What it found is more than a pipe holds, and nobody takes it any more."""
    body = f"""
done = {str(tmp_path / "done")!r}

def read(entry):
    while os.getpid() == parent:
        if os.path.exists(done):
            time.sleep(0.2)
            os.kill(parent, 9)
    found = content(entry)
    found.text = bytes(1 << 20)
    open(done, "w").close()
    return found

read_entries_with(read, entries(2), 2, None)
"""
    assert [] == lines_of_workers(tmp_path / "parent.py", body)
