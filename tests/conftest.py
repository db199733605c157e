"""Keeps the developer's terminal out of the tests."""

from __future__ import annotations

import pytest

_TERMINAL = ("CLICOLOR", "COLUMNS", "FORCE_COLOR", "GITHUB_ACTIONS", "NO_COLOR", "PY_COLORS", "TERM")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test as on a terminal that nobody set up."""
    for name in _TERMINAL:
        monkeypatch.delenv(name, raising=False)
