"""Child processes that always end: in time, with all their children, and when the user stops the run."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, NamedTuple

OUTPUT_LIMIT = 16 << 20
"""Bytes of output beyond which a process counts as runaway."""
_POLL = 0.02


class Completed(NamedTuple):
    """How one process ended."""

    code: int
    """Exit code; negative: the signal that killed it."""
    output: str
    errors: str
    """Standard error, when it was captured separately."""
    overrun: str
    """Why it was stopped: it took too long, or printed too much; '' otherwise."""

    @property
    def status(self) -> str:
        """`exit 1`, `killed by SIGSEGV`, or why it was stopped."""
        if self.overrun:
            return self.overrun
        if self.code < 0:
            try:
                return f"killed by {signal.Signals(-self.code).name}"
            except ValueError:
                return f"killed by signal {-self.code}"
        return f"exit {self.code}"


class StoppedError(Exception):
    """The run was stopped; nothing new is started."""


class Processes:
    """Starts processes, each in its own group, and kills those that are left when the run stops."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._is_stopped = False

    def run(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        log: Path,
        seconds: float,
        errors_apart: bool = False,
    ) -> Completed:
        """Run one command to its end.

        Args:
            command: program and arguments.
            folder: working directory.
            environment: the complete environment of the child.
            log: file that receives the output.
            seconds: time limit.
            errors_apart: whether standard error goes to a separate file next to `log`.
        """
        errors = log.with_suffix(".err") if errors_apart else None
        with _created(log) as out, _created(errors or Path(os.devnull)) as err:
            process = self._start(command, folder, environment, out, err if errors else None)
            try:
                overrun = _wait(process, out, seconds)
            finally:
                self._end(process)
            return Completed(process.returncode, _text(out), _text(err) if errors else "", overrun)

    def stop(self) -> None:
        """Kill everything that is running, and start nothing more."""
        with self._lock:
            self._is_stopped = True
            running = tuple(self._running)
        for process in running:
            _kill_group(process.pid)

    def _start(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        out: IO[bytes],
        err: IO[bytes] | None,
    ) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_stopped:
                raise StoppedError
            process = subprocess.Popen(  # noqa: S603  # running programs is its purpose
                list(command),
                cwd=folder,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT if err is None else err,
                start_new_session=True,
            )
            self._running.add(process)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        # After a normal end too: nothing in its group may outlive the step.
        _kill_group(process.pid)
        process.wait()
        with self._lock:
            self._running.discard(process)


def _created(path: Path) -> IO[bytes]:
    """Open a file for output and for reading it later: a child may have put a link or a pipe in its place.

    Raises:
        OSError: it cannot be created, or is no plain file.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK
    number = os.open(path, flags, 0o600)
    if str(path) != os.devnull and not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return os.fdopen(number, "w+b")


def _wait(process: subprocess.Popen[bytes], log: IO[bytes], seconds: float) -> str:
    import time

    end = time.monotonic() + seconds
    while True:
        try:
            process.wait(_POLL)
        except subprocess.TimeoutExpired:
            if time.monotonic() > end:
                return f"stopped after {seconds:g} s"
            if os.fstat(log.fileno()).st_size > OUTPUT_LIMIT:
                return f"stopped after {OUTPUT_LIMIT >> 20} MiB of output"
        else:
            return ""


def _kill_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(OUTPUT_LIMIT).decode("utf-8", "backslashreplace")


@contextmanager
def interruptible() -> Iterator[Processes]:
    """Give the processes of one run; a termination signal ends them as Ctrl-C does."""
    processes = Processes()
    is_main = threading.current_thread() is threading.main_thread()
    names = ("SIGTERM", "SIGHUP") if is_main else ()
    before = {
        name: signal.signal(getattr(signal, name), _interrupt) for name in names if hasattr(signal, name)
    }
    try:
        yield processes
    finally:
        processes.stop()
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
