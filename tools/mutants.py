"""Change the modules that decide verdicts, one place at a time, and count the changes that no test notices.

mutmut makes the changes and, for each, runs the default tests that reach the changed function.
`[tool.mutmut]` in pyproject.toml selects modules and tests. Without a pattern, everything runs from a fresh
copy; with a pattern (`wheelcheck.linking.layout*`), only the mutants that it matches run again, with the
current tests.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "mutants"
LEAST = 90
"""Percentage of mutants that the tests must notice."""
_KILLED = frozenset({1, 3})
"""A test failed, or the mutant broke the run."""
_OVERRUN = frozenset({36, 24, -24, 152, 255, -9, -11})
"""The mutant took too long or crashed: noticed as well."""


_RESULTS = frozenset({".meta", ".spans"})


def main(patterns: list[str]) -> int:
    """Run the mutants; print each one that was not noticed, and a line per module."""
    if patterns:
        _remove_strays()
    else:
        shutil.rmtree(COPY, ignore_errors=True)
    command = [sys.executable, "-m", "mutmut", "run", *patterns]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603  # our own
    if code:
        return code
    noticed, missed = Counter[str](), Counter[str]()
    for module, name, is_noticed in _results(patterns):
        (noticed if is_noticed else missed)[module] += 1
        if not is_noticed:
            print(f"not noticed: {name}")
    for module in sorted({*noticed, *missed}):
        print(_line(module, noticed[module], missed[module]))
    print(_line(f"all (at least {LEAST}%)", noticed.total(), missed.total()))
    return 0 if 100 * noticed.total() >= LEAST * (noticed.total() + missed.total()) > 0 else 1


def _line(what: str, noticed: int, missed: int) -> str:
    share = 100 * noticed / max(1, noticed + missed)
    return f"{what:36} {noticed:5} of {noticed + missed:5} noticed, {share:5.1f}%"


def _results(patterns: list[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield the module, name and outcome of every mutant that ran."""
    for path in sorted((COPY / "wheelcheck").rglob("*.meta")):
        module = path.relative_to(COPY).as_posix().removesuffix(".meta")
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        for name, code in codes.items():
            if code is not None and (not patterns or any(fnmatchcase(name, each) for each in patterns)):
                yield module, name, code in _KILLED | _OVERRUN


def _remove_strays() -> None:
    """Remove what an earlier run copied and mutmut would keep: deleted files, and data."""
    for folder in ("wheelcheck", "tests", "fixtures", "docs"):
        for path in (COPY / folder).rglob("*"):
            is_data = folder == "wheelcheck" and path.suffix != ".py"
            is_gone = not (ROOT / path.relative_to(COPY)).exists()
            if path.is_file() and path.suffix not in _RESULTS and (is_data or is_gone):
                path.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
