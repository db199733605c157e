"""One healthy tiny SDK for all probe tests, and the ways to probe it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.contracts import write_contract
from tests.support.tiny_sdk import CONTRACT, build_tiny_sdk
from wheelcheck.engine import Options, audit
from wheelcheck.probe.session import Request
from wheelcheck.report import Report

Probe = Callable[..., Report]


@pytest.fixture(scope="session")
def tiny_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the healthy wheel."""
    return build_tiny_sdk(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Folder where probes work, with a space in its name."""
    folder = tmp_path / "work folder"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    yield folder
    monkeypatch.setattr("tempfile.tempdir", None)


@pytest.fixture
def probe(work: Path, tmp_path: Path) -> Probe:
    """Probe a wheel with the tiny SDK's contract, whose one probe the keywords change."""

    def run(
        wheel: Path,
        *,
        request: Request | None = None,
        document: Any = None,
        contract: str | None = None,
        **changes: Any,
    ) -> Report:
        if contract is None:
            inline: Any = copy.deepcopy(dict(CONTRACT if document is None else document))
            inline["probes"]["extra"].update(changes)
            contract = str(write_contract(inline, tmp_path))
        return audit([wheel], Options(contract=contract, jobs=2, probe=request or Request(jobs=2)))

    assert work.is_dir()
    return run
