"""A healthy published wheel with one thing changed is reported for that thing, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.support.executorch_faults import FAULTS, cut_library
from tests.support.wheel_edits import WheelEditor
from wheelcheck.engine import Options, audit
from wheelcheck.model import Finding, Severity
from wheelcheck.report import Report

Said = tuple[str, str | None, str]
pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def healthy(real_wheel: Callable[[str], Path]) -> Path:
    """Give the published wheel."""
    return real_wheel("executorch-1.5.1-cp311-cp311-manylinux_2_28_x86_64.whl")


@pytest.fixture(scope="module")
def before(healthy: Path) -> frozenset[Said]:
    """Say what is reported of the wheel as published."""
    return _said(_audit(healthy).all_findings())


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_reported(name: str, healthy: Path, before: frozenset[Said], tmp_path: Path) -> None:
    """The rule about the fault has a finding; rules about other faults have no new error or warning."""
    fault = FAULTS[name]
    wheel = WheelEditor(healthy)
    fault.edit(wheel)
    report = _audit(wheel.save(tmp_path))
    new = [each for each in report.all_findings() if not _said([each]) <= before]
    others = [each for each in new if each.rule not in {fault.rule, *fault.also}]

    assert fault.rule in {each.rule for each in new}, _lines(new)
    assert [] == _lines([each for each in others if each.severity is not Severity.NOTE])
    assert () == report.wheels[0].incomplete


def test_half_a_library_is_no_verdict(healthy: Path, tmp_path: Path) -> None:
    """A cut library is named as unreadable, and the run could not complete."""
    wheel = WheelEditor(healthy)
    cut_library(wheel)
    report = _audit(wheel.save(tmp_path))

    assert 3 == report.exit_code
    assert ["executorch/lib/libexecutorch_threadpool.so"] == [u.member for u in report.wheels[0].incomplete]


def test_rewritten_wheel_is_as_healthy(healthy: Path, before: frozenset[Said], tmp_path: Path) -> None:
    """Copying the wheel without a change changes no finding."""
    report = _audit(WheelEditor(healthy).save(tmp_path))

    assert before == _said(report.all_findings())


def _audit(wheel: Path) -> Report:
    return audit([wheel], Options(contract="executorch"))


def _said(findings: Iterable[Finding]) -> frozenset[Said]:
    return frozenset((each.rule, each.location.member, each.message) for each in findings)


def _lines(findings: list[Finding]) -> list[str]:
    return [f"{each.severity.value} {each.rule} {each.location.member}: {each.message}" for each in findings]
