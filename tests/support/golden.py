"""Golden files: plain text, accepted with WHEELCHECK_UPDATE_GOLDEN=1, shown as a diff otherwise."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(name: str, text: str) -> None:
    """Fail with a diff when `text` differs from `tests/golden/<name>`."""
    path = GOLDEN / name
    if os.environ.get("WHEELCHECK_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    expected = path.read_text(encoding="utf-8") if path.exists() else ""
    diff = difflib.unified_diff(
        expected.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm=""
    )

    assert expected == text, "\n".join([*diff, "accept with WHEELCHECK_UPDATE_GOLDEN=1"])
