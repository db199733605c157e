"""Start-up budgets: best of five, so that a busy machine does not decide."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[2]


def best_of_five(*arguments: object) -> float:
    """Run the program five times and give the shortest wall time in seconds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        command = [sys.executable, "-m", "wheelcheck", *map(str, arguments)]
        subprocess.run(command, capture_output=True, cwd=ROOT, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def test_version_takes_less_than_150_ms() -> None:
    """Commands are imported on use."""
    assert best_of_five("--version") < 0.15


def test_tiny_wheel_takes_less_than_300_ms(healthy: Path) -> None:
    """A wheel of a few kilobytes costs little more than the interpreter."""
    assert best_of_five(healthy) < 0.3
