"""Tests of bytecode-shipped."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.hardening.bytecode_shipped import bytecode_shipped


@pytest.mark.parametrize("path", ["pair/__pycache__/x.cpython-311.pyc", "pair/x.pyc", "pair/x.pyo"])
def test_bytecode_is_reported(path: str) -> None:
    """Beside the source or in its cache folder."""
    (problem,) = problems(run(bytecode_shipped, make_wheel(files={path: b""})))

    assert path == problem.member


def test_files_are_one_finding() -> None:
    """One tree was not clean."""
    files = {f"pair/__pycache__/{name}.pyc": b"" for name in "abcde"}

    (problem,) = problems(run(bytecode_shipped, make_wheel(files=files)))

    assert "5 bytecode files" in problem.message


def test_sources_are_not_reported() -> None:
    """Names that only look like it pass."""
    assert [] == run(bytecode_shipped, make_wheel(files={"pair/pyc.py": "", "pair/x.pyc.txt": ""}))
