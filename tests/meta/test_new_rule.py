"""What `make new-rule` writes is a rule of the house from the first minute."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def tool() -> ModuleType:
    """Load the script."""
    spec = importlib.util.spec_from_file_location("new_rule", ROOT / "tools" / "new_rule.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ruff(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ruff over a folder."""
    command = [sys.executable, "-m", "ruff", *arguments, "."]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.parametrize("scope", ["binary", "wheel", "set"])
def test_stubs_pass_the_lints(scope: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new rule does not start with lint errors."""
    new_rule = tool()
    monkeypatch.setattr(new_rule, "ROOT", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path, text in new_rule.stubs("bad-thing", "linkage", scope).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    # Imports are sorted by whether their modules are in the project.
    for source in [*(ROOT / "wheelcheck").rglob("*.py"), *(ROOT / "tests" / "support").glob("*.py")]:
        path = tmp_path / source.relative_to(ROOT)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    checked = ruff(tmp_path, "check", "--output-format", "concise", "--ignore", "D100")
    assert checked.returncode == 0, checked.stdout
    assert ruff(tmp_path, "format", "--check").returncode == 0


@pytest.mark.parametrize("scope", ["binary", "wheel", "set"])
def test_stub_rule_passes_its_stub_test(scope: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule is silent, and its test says so."""
    module, test, *_ = tool().stubs("bad-thing", "linkage", scope).values()
    name = "wheelcheck.rules.linkage.bad_thing"
    rule = ModuleType(name)
    exec(module, rule.__dict__)  # noqa: S102  # the text that the tool writes
    monkeypatch.setitem(sys.modules, name, rule)
    tests: dict[str, object] = {}
    exec(test, tests)  # noqa: S102  # the text that the tool writes
    (check,) = (value for key, value in tests.items() if key.startswith("test_"))

    assert callable(check)
    check()


def test_next_steps_are_those_of_the_guide() -> None:
    """The tool and CONTRIBUTING name the same commands in the same order."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    guide = guide.partition("## Add a rule in ten minutes")[2].partition("\n## ")[0]
    commands = re.compile(r"make (?!new-rule)[a-z-]+(?: [a-z]+)*|WHEELCHECK_UPDATE_GOLDEN=1")

    assert commands.findall(tool().NEXT) == commands.findall(guide)
