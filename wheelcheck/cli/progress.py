"""Progress bar on a terminal; silent everywhere else and for small wheels."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

from wheelcheck.reporters.escape import printable

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from typing_extensions import Self

NOTICEABLE = 50_000_000
"""Size in bytes below which reading is over before a bar would show; importing rich takes longer."""


class ProgressBar:
    """Shows how much of each wheel has been read, on standard error."""

    def __init__(self, *, is_wanted: bool) -> None:
        self._is_wanted = is_wanted and sys.stderr is not None and sys.stderr.isatty()
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Clear the bar, before something else is printed; the next bytes start a new one."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
            self._bar = None
            self._tasks.clear()

    def advance(self, label: str, done: int, total: int) -> None:
        """Record bytes just read; called from several threads."""
        if not self._is_wanted or total < NOTICEABLE:
            return
        with self._lock:
            bar = self._started()
            if label not in self._tasks:
                self._tasks[label] = bar.add_task(printable(label), total=total)
            bar.advance(self._tasks[label], done)

    def _started(self) -> Progress:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                DownloadColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
        return self._bar
