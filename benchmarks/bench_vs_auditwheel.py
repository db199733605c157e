"""Time and memory of `wheelcheck check` and `auditwheel show`, run alternately.

    python benchmarks/bench_vs_auditwheel.py [-n RUNS] [WHEEL...]

Default wheels: executorch 1.5.1 and torch 2.14.1, downloaded into build/wheels. Start-up (`--version`)
and a 10 KB wheel come first. Times are medians over RUNS after one run that warms the page cache. Memory
is the peak of the whole process tree in one more run, sampled every 5 ms from /proc (mapped pages
included), and never below the kernel's own figure for the largest process.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
WHEELS = ROOT / "build" / "wheels"
RELEASES = ("executorch==1.5.1", "torch==2.14.1")
SAMPLE_SECONDS = 0.005
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MIB = 1 << 20

Command = Sequence[str]


class Usage(NamedTuple):
    """Time and memory of one run."""

    seconds: float
    exit_code: int
    rss: int = 0
    """Peak of the sum of resident sets over the process tree, bytes."""
    pss: int = 0
    """Peak of the sum of proportional sets: shared pages counted once."""


class Tree(threading.Thread):
    """Samples the memory of a process and its descendants until stopped."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.rss, self.pss = pid, 0, 0
        self._stopped = threading.Event()

    def run(self) -> None:
        """Sample."""
        while not self._stopped.wait(SAMPLE_SECONDS):
            pids = list(_descendants(self.pid))
            self.rss = max(self.rss, sum(_rss(pid) for pid in pids))
            self.pss = max(self.pss, sum(_pss(pid) for pid in pids))

    def stop(self) -> None:
        """Stop sampling."""
        self._stopped.set()
        self.join()


def _descendants(pid: int) -> Iterator[int]:
    yield pid
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from _descendants(int(child))
    except OSError:
        # It ended between two samples.
        return


def _rss(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def run(command: Command, *, with_memory: bool = False) -> Usage:
    """Run a command once; sampling costs time, so time and memory come from different runs."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    tree = Tree(process.pid)
    if with_memory:
        tree.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if with_memory:
        tree.stop()
    return Usage(seconds, process.returncode, max(tree.rss, usage.ru_maxrss * 1024), tree.pss)


def compare(title: str, ours: Command, theirs: Command, runs: int) -> None:
    """Run both commands alternately and print a line for each."""
    times: dict[str, list[Usage]] = {"wheelcheck": [], "auditwheel": []}
    commands = {"wheelcheck": ours, "auditwheel": theirs}
    for command in commands.values():
        exit_code = run(command).exit_code
        if exit_code not in {0, 1}:
            sys.exit(f"cannot measure '{' '.join(command)}': exit code {exit_code}, expected 0 or 1")
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(run(command))
    medians = {name: statistics.median(each.seconds for each in usages) for name, usages in times.items()}
    print(f"\n{title}")
    for name, command in commands.items():
        memory = run(command, with_memory=True)
        print(
            f"  {name:<10} {medians[name]:8.3f} s  (best {min(each.seconds for each in times[name]):.3f})"
            f"  rss {memory.rss / _MIB:7.1f} MiB  pss {memory.pss / _MIB:7.1f} MiB  exit {memory.exit_code}"
        )
    print(f"  ratio      {medians['auditwheel'] / medians['wheelcheck']:8.1f} times as fast", flush=True)


def tiny_wheel(folder: Path) -> Path:
    """Build a 10 KB wheel with one extension module."""
    sys.path.insert(0, str(ROOT))
    from tests.support.wheelmaker import build_wheel

    extension = {"needed": ["libc.so.6"], "exports": ["PyInit__x"], "imports": ["malloc@GLIBC_2.2.5"]}
    noise = "".join(f"{number * 2654435761 % 2**32:08x}" for number in range(1900))
    members = [
        {"path": "pair/__init__.py", "text": f"TABLE = {noise!r}\n"},
        {"path": "pair/_x.cpython-311-x86_64-linux-gnu.so", "mode": 0o755, "elf": extension},
    ]
    return build_wheel({"member": members}, folder)


def download() -> list[Path]:
    """Download the default wheels that are missing."""
    for release in RELEASES:
        name, _, version = release.partition("==")
        if not list(WHEELS.glob(f"{name}-{version}-*x86_64.whl")):
            options = ("--no-deps", "--only-binary=:all:", "--python-version=3.11", "--implementation=cp")
            command = (sys.executable, "-m", "pip", "download", *options, "--platform=manylinux_2_28_x86_64")
            subprocess.run([*command, "--dest", str(WHEELS), release], check=True)
    patterns = (release.replace("==", "-") for release in RELEASES)
    return [path for pattern in patterns for path in sorted(WHEELS.glob(f"{pattern}-*x86_64.whl"))[:1]]


def main() -> None:
    """Run the comparison on every wheel."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheels", nargs="*", type=Path)
    parser.add_argument("-n", "--runs", type=int, default=3)
    options = parser.parse_args()
    ours, theirs = (str(Path(sys.executable).parent / name) for name in ("wheelcheck", "auditwheel"))
    compare("start-up (--version)", [ours, "--version"], [theirs, "--version"], max(options.runs, 5))
    with tempfile.TemporaryDirectory() as folder:
        tiny = tiny_wheel(Path(folder))
        title = f"tiny wheel ({tiny.stat().st_size} bytes)"
        compare(title, [ours, "check", str(tiny)], [theirs, "show", str(tiny)], max(options.runs, 5))
    for wheel in options.wheels or download():
        title = f"{wheel.name} ({wheel.stat().st_size / 1e6:.0f} MB)"
        compare(title, [ours, "check", str(wheel)], [theirs, "show", str(wheel)], options.runs)


if __name__ == "__main__":
    main()
