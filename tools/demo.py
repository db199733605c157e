"""Build the fixture wheels, audit and probe the good one and some broken ones, and print the reports.

Usage: demo.py (run by `make demo`). Offline; needs a C++ compiler and the extra `probe`.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

OUTPUT = Path("build/demo")
CONTRACT = ("--contract", "executorch-so1")
SHOWN = (
    ("absolute-search-path", "a search path from the build machine"),
    ("embedded-runtime", "a library with its own copy of the runtime"),
    ("missing-registration", "a kernel library that lost one operator"),
)
MEANINGS = {0: "nothing is wrong", 1: "the fault was found"}
PROBED = ("probe-component-dropped", "a component that the consumer's linker drops: seen only by building")


def heading(text: str) -> None:
    """Print a heading for the next step."""
    print(f"\n=== {text} ===\n", flush=True)


def run(command: Sequence[str], expected: int) -> None:
    """Run a command with its output shown, and stop if its exit code is not the expected one."""
    print(f"$ {shlex.join(command)}", flush=True)
    code = subprocess.run([sys.executable, "-m", *command], check=False).returncode  # noqa: S603  # our own
    if code != expected:
        sys.exit(f"\nexit code {code}: expected {expected}")
    print(f"\nexit code {code}, as expected: {MEANINGS[code]}", flush=True)


def wheel_of(slug: str) -> str:
    """Path of one broken wheel."""
    (path,) = (OUTPUT / "broken" / slug).glob("*.whl")
    return str(path)


def report_all() -> None:
    """Audit every wheel with a fault that is visible without a probe: its rule must report it."""
    broken = sorted((OUTPUT / "broken").iterdir())
    folders = [path for path in broken if not path.name.startswith("probe-")]
    command = ["wheelcheck", "check", *(str(folder) for folder in folders), *CONTRACT, "--format", "json"]
    done = subprocess.run(  # noqa: S603  # our own
        [sys.executable, "-m", *command], check=False, capture_output=True, text=True
    )
    reports = json.loads(done.stdout)["wheels"]
    missed = []
    for folder, report in zip(folders, reports, strict=True):
        rules = {finding["rule"] for finding in report["findings"]}
        print(f"{folder.name:32} {'reported' if folder.name in rules else 'MISSED'}")
        missed += [] if folder.name in rules else [folder.name]
    total, shown = len(broken), len(folders)
    print(
        f"\n{total} broken wheels: {shown - len(missed)} of the {shown} whose fault a file shows are reported"
    )
    print(f"by their own rule; the other {total - shown} (probe-*) look healthy until a consumer is built:")
    print("one of those is probed at the end")
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


def main() -> None:
    """Show the main workflow from start to end."""
    heading("building the fixture SDK: one good wheel, and one for each defect")
    run(["fixtures.build", "--output", str(OUTPUT)], 0)
    heading("every defect is reported by its rule")
    report_all()
    for slug, what in SHOWN:
        heading(f"{slug}: {what}")
        run(["wheelcheck", wheel_of(slug), *CONTRACT], 1)
    heading("the good wheel, audited and probed: C++ applications built, linked and run against it")
    (good,) = (OUTPUT / "good").glob("*.whl")
    run(["wheelcheck", str(good), *CONTRACT, "--probe"], 0)
    heading(f"{PROBED[0]}: {PROBED[1]}")
    run(["wheelcheck", wheel_of(PROBED[0]), *CONTRACT, "--probe"], 1)
    print(f"\nThe demo succeeded: the good wheel passed, and the broken wheels failed. They are in {OUTPUT}.")


if __name__ == "__main__":
    main()
