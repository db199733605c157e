"""Count, over published wheels, what an audit without a contract reports.

    python benchmarks/measure_noise.py FOLDER > table.md

FOLDER holds the wheels. Each is audited alone. Every warning and error, and what was left unchecked under
undefined-symbol, is printed on standard error.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

_SEVERITIES = ("error", "warning", "note")
_UNDEFINED = "undefined-symbol"


class Result(NamedTuple):
    """What one audit gave."""

    wheel: str
    found: Mapping[str, Counter[str]]
    """Severity → rule → findings."""
    not_checked: Counter[str]


def main() -> None:
    """Audit each wheel and print the table."""
    (folder,) = sys.argv[1:]
    print("| wheel | warnings | notes | not checked |")
    print("|---|---|---|---|")
    results = []
    for path in sorted(Path(folder).glob("*.whl")):
        result = _audit(path)
        print(_row(result), flush=True)
        results.append(result)
    found = {
        severity: Counter(rule for each in results for rule in each.found[severity])
        for severity in _SEVERITIES
    }
    open_ = Counter(rule for each in results for rule in each.not_checked)
    print(_row(Result("**wheels**", found, open_)))
    warned = sum(any(each.found[severity] for severity in _SEVERITIES[:2]) for each in results)
    print(f"\n{warned} of {len(results)} with an error or a warning, ", end="")
    print(f"{open_[_UNDEFINED]} with something unchecked under {_UNDEFINED}.")


def _audit(wheel: Path) -> Result:
    command = [sys.executable, "-m", "wheelcheck", str(wheel), "--contract", "default", "--format", "json"]
    done = subprocess.run(command, capture_output=True, check=False)
    report = json.loads(done.stdout)["wheels"][0]
    if report["verdict"] == "incomplete":
        raise SystemExit(f"{wheel.name}: {report['not_checked']}")
    name = " ".join(wheel.name.split("-")[:2])
    _print_words(name, report)
    found = {
        severity: Counter(each["rule"] for each in report["findings"] if each["severity"] == severity)
        for severity in _SEVERITIES
    }
    return Result(name, found, Counter(each["rule"] for each in report["not_checked"]))


def _print_words(name: str, report: Mapping[str, Any]) -> None:
    for each in report["findings"]:
        if each["severity"] != "note":
            line = f"{name}: {each['severity']}[{each['rule']}]: {each['message'][:300]}"
            print(line, file=sys.stderr, flush=True)
    for each in report["not_checked"]:
        if each["rule"] == _UNDEFINED:
            print(f"{name}: not checked[{_UNDEFINED}]: {each['reason'][:300]}", file=sys.stderr, flush=True)


def _row(result: Result) -> str:
    errors, warnings, notes = (_counted(result.found[severity]) for severity in _SEVERITIES)
    reported = ", ".join(filter(None, [errors and f"**error: {errors}**", warnings]))
    return f"| {result.wheel} | {reported} | {notes} | {_counted(result.not_checked)} |"


def _counted(rules: Counter[str]) -> str:
    return ", ".join(f"{rule} {count}" if count > 1 else rule for rule, count in sorted(rules.items()))


if __name__ == "__main__":
    main()
