"""Count, over published SDK wheels, what a probe without a contract configures, links and refuses.

    python benchmarks/measure_sdk_probe.py FOLDER [NAME...] > table.md

FOLDER holds the wheels. Each is probed with those wheels of the folder that it requires, directly or not,
with every extra. NAME limits the run to some distributions. What was refused is printed on standard error.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from packaging.utils import canonicalize_name

from wheelcheck.subject import Reading, read
from wheelcheck.wheel.metadata import requires_dist

ROW = "| {} | {} | {} | {} | {} | {} | {} | {:.1f} |"


class Result(NamedTuple):
    """What one probe gave."""

    wheel: str
    siblings: int
    configured: int
    refused: int
    undecided: int
    linked: int
    unlinked: int
    seconds: float
    words: tuple[str, ...]


def main() -> None:
    """Probe each wheel and print the table."""
    folder, *names = sys.argv[1:]
    wheels = {
        str(canonicalize_name(path.name.partition("-")[0])): path
        for path in sorted(Path(folder).glob("*.whl"))
    }
    needs = {str(name): _requirements(path) & wheels.keys() for name, path in wheels.items()}
    wanted = {str(canonicalize_name(name)) for name in names} or set(wheels)
    print("| wheel | siblings | configured | refused | not checked | linked | not linked | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    results = []
    for name in sorted(wanted & wheels.keys()):
        siblings = [wheels[each] for each in sorted(_closure(name, needs) - {name})]
        result = _probe(wheels[name], siblings)
        print(ROW.format(*result[:-1]), flush=True)
        for line in result.words:
            print(f"{name}: {line}", file=sys.stderr, flush=True)
        results.append(result)
    sums = [sum(column) for column in zip(*(each[2:-1] for each in results), strict=True)]
    print(ROW.format(f"{len(results)} wheels", "", *sums))


def _requirements(path: Path) -> set[str]:
    return {canonicalize_name(each.name) for each in requires_dist(read(path, Reading()))}


def _closure(name: str, needs: Mapping[str, set[str]]) -> set[str]:
    found, todo = set[str](), [name]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += needs[each]
    return found


def _probe(wheel: Path, siblings: list[Path]) -> Result:
    command = [sys.executable, "-m", "wheelcheck", "probe", str(wheel), "--contract", "default"]
    command += ["--format", "json", *(option for each in siblings for option in ("--with", str(each)))]
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            command, capture_output=True, check=False, cwd=scratch, env={**_environment(), "TMPDIR": scratch}
        )
        with contextlib.suppress(PermissionError):
            _unlock(Path(scratch))
    seconds = time.perf_counter() - start
    report = json.loads(done.stdout)["wheels"][0]
    probe: dict[str, Any] = report["probe"] or {"packages": [], "offered": []}
    configures = [each["configures"] for each in probe["packages"]]
    links = list(
        {
            **{each["member"]: each["links"] for each in probe["offered"] if not each["targets"]},
            **{each["name"]: each["links"] for package in probe["packages"] for each in package["targets"]},
        }.values()
    )
    words = (*_words(report), *([] if report["probe"] else ["nothing was probed"]))
    counts = (configures.count(True), configures.count(False), configures.count(None))
    file = "-".join(wheel.name.split("-")[:2])
    return Result(file, len(siblings), *counts, links.count(True), links.count(False), seconds, words)


def _words(report: Mapping[str, Any]) -> Iterator[str]:
    for each in report["findings"]:
        if each["severity"] == "error":
            yield f"{each['rule']}: {each['message'][:600]}"
            for item in each["evidence"]:
                yield f"    {item['value'][:300]}"
    for each in report["not_checked"]:
        yield f"not checked: {each['reason'][:400]}"


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)


def _unlock(folder: Path) -> None:
    for each in folder.glob("*/home"):
        each.chmod(0o755)


if __name__ == "__main__":
    main()
