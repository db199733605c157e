"""What `make demo` says of its own numbers and of its end; the demo itself runs in CI."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the script, over wheels that were built before."""
    spec = importlib.util.spec_from_file_location("demo", ROOT / "tools" / "demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "OUTPUT", tmp_path)
    for name in (
        "good",
        *(f"broken/{each}" for each in ("one", "two", module.PROBED[0], module.SHOWN[0][0])),
    ):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "x.whl").touch()
    return module


def answer(monkeypatch: pytest.MonkeyPatch, code: int, *rules: str) -> None:
    """Let every program end with this code and report these rules, one for each wheel."""
    wheels = [{"findings": [{"rule": rule}]} for rule in rules]
    done = subprocess.CompletedProcess((), code, stdout=json.dumps({"wheels": wheels}))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)


def test_every_broken_wheel_is_accounted_for(
    demo: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Those that a static audit passes are counted, and the reason is said."""
    answer(monkeypatch, 1, demo.SHOWN[0][0], "one", "two")
    demo.report_all()

    text = " ".join(capsys.readouterr().out.split())
    assert "4 broken wheels: 3 of the 3 whose fault a file shows are reported by their own rule" in text
    assert "the other 1 (probe-*) look healthy until a consumer is built" in text


def test_missed_fault_ends_the_demo(demo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named."""
    answer(monkeypatch, 1, demo.SHOWN[0][0], "other", "two")
    with pytest.raises(SystemExit, match="missed: one"):
        demo.report_all()


def test_expected_exit_code_is_called_so(
    demo: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Exit code 1 of a broken wheel is what was wanted; any other ends the demo."""
    answer(monkeypatch, 1)
    demo.run(["wheelcheck", "x.whl"], 1)

    assert capsys.readouterr().out.endswith("exit code 1, as expected: the fault was found\n")
    with pytest.raises(SystemExit, match="exit code 1: expected 0"):
        demo.run(["wheelcheck", "x.whl"], 0)


def test_demo_ends_with_its_result(
    demo: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The last thing on the screen is not the failure of a broken wheel."""
    monkeypatch.setattr(demo, "run", lambda *_: None)
    monkeypatch.setattr(demo, "report_all", lambda: None)
    monkeypatch.setattr(demo, "wheel_of", lambda slug: slug)
    demo.main()

    assert capsys.readouterr().out.splitlines()[-1].startswith("The demo succeeded: ")
