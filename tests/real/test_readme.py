"""What the pages show of runs on published wheels is what a run prints, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real.conftest import RealWheel
from tests.support.page_runs import PUBLISHED, Run, Where, runs, stage
from tests.support.shown import assert_shown
from wheelcheck.cli.main import run

pytestmark = pytest.mark.real

WHEELS = {
    "executorch-1.4.0-": "executorch-1.4.0-cp312-cp312-manylinux_2_28_x86_64.whl",
    "executorch-1.5.1-cp311-": "executorch-1.5.1-cp311-cp311-manylinux_2_28_x86_64.whl",
    "executorch-1.5.1-": "executorch-1.5.1-cp312-cp312-manylinux_2_28_x86_64.whl",
    "apache_tvm_ffi-": (
        "apache_tvm_ffi-0.1.15.post2-cp312-cp312-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl"
    ),
}
"""The wheel that a page means, by how it names it; the first that fits."""

CASES = [
    pytest.param(
        case,
        id=f"{case.block.place} {' '.join(case.arguments)}",
        marks=[pytest.mark.probe] if "probe" in " ".join(case.arguments) else [],
    )
    for case in runs(Where.PUBLISHED)
]


def wheel_of(argument: str) -> str:
    """Name the published wheel of an argument."""
    name = Path(argument).name
    return next(file for beginning, file in WHEELS.items() if name.startswith(beginning))


def test_pages_show_runs() -> None:
    """The pages have commands on published wheels, some with their output."""
    shown = {case.block.page for case in runs(Where.PUBLISHED) if case.output}

    assert shown == {"README.md", "docs/how-to/probe-a-wheel.md", "docs/tutorial/first-audit.md"}


@pytest.mark.parametrize("case", CASES)
def test_run_on_published_wheel(
    case: Run,
    real_wheel: RealWheel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It ends with a verdict, and prints what the page shows."""
    stage(tmp_path)
    for argument in (each for each in case.arguments if Path(each).name.startswith(PUBLISHED)):
        path = tmp_path / Path(argument).parent / wheel_of(argument)
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(real_wheel(path.name).resolve())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("WHEELCHECK_LEGACY_CMAKE", raising=False)
    code = run(case.arguments)
    printed = capsys.readouterr()

    assert code in {0, 1}, printed.out + printed.err
    if case.output:
        assert_shown(printed.out.splitlines(), case.output)
