"""`python -m wheelcheck`."""

from __future__ import annotations

from wheelcheck.cli.main import script

script()
