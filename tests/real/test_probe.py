"""The probe on published wheels: the counts that were measured by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real.conftest import RealWheel
from tests.support.contracts import write_contract
from wheelcheck.engine import Options, audit
from wheelcheck.probe.session import Request
from wheelcheck.probe.summary import HeaderCounts, ProbeSummary, SourceCounts
from wheelcheck.report import WheelReport
from wheelcheck.rules.base import Scope
from wheelcheck.rules.catalogue import discover

pytestmark = [pytest.mark.real, pytest.mark.probe]

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "apache-tvm-ffi.toml"
ETDUMP = ["executorch::runtime", "executorch::etdump"]
CLEAR = {
    "include": ["executorch/devtools/etdump/etdump_flatcc.h"],
    "code": "executorch::etdump::ETDumpGen generator; generator.clear_builder();",
    "components": ["runtime", "etdump"],
    "targets": ETDUMP,
}


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where pytest cleans up: a failed step keeps its folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def probed(wheel: Path, contract: str | None = None, request: Request | None = None) -> WheelReport:
    """Probe one wheel."""
    slugs = tuple(rule.slug for rule in discover() if rule.scope is Scope.PROBE)
    options = Options(contract=contract, select=slugs, probe=request or Request())
    return audit([wheel], options).wheels[0]


def summary(report: WheelReport) -> ProbeSummary:
    """Give what the report says about the probe."""
    assert report.probe is not None
    return report.probe


def test_executorch_counts(real_wheel: RealWheel) -> None:
    """19 with the component, 0 to 19 when opened at run time, 0 without; 28, 47 and 240 in all."""
    report = probed(real_wheel("executorch-1.5.1-cp311-cp311-manylinux_2_28_x86_64.whl"))
    seen = summary(report)
    main, optimized, xnnpack = (
        seen.main,
        *(seen.components[name] for name in ("kernels_optimized", "backend_xnnpack")),
    )

    assert report.findings == ()
    assert main.sources == SourceCounts(static=19, probe=19, contract=19, yaml=19)
    assert main.load is not None
    assert [each["quantized_decomposed"] for each in (main.load.before, main.load.after)] == [0, 19]
    assert (main.baseline or {})["quantized_decomposed"] == 0
    assert [sum((each or {}).values()) for each in (main.baseline, main.link, optimized.link)] == [
        28,
        47,
        240,
    ]
    assert xnnpack.lists == {"backends": ("XnnpackBackend",)}
    assert [each.accepted for each in seen.versions] == [True, False, False]
    assert seen.components["headers"].headers == HeaderCounts(compiled=117, failed=())
    assert main.relocated is True


def test_expected_count_that_is_not_there(real_wheel: RealWheel) -> None:
    """`--expect quantized_decomposed=20`."""
    wheel = real_wheel("executorch-1.5.1-cp311-cp311-manylinux_2_28_x86_64.whl")
    report = probed(wheel, request=Request(expected=(("quantized_decomposed", 20),)))

    assert [each.rule for each in report.findings] == ["probe-registration-mismatch"]


def test_function_that_is_declared_and_defined_nowhere(real_wheel: RealWheel, tmp_path: Path) -> None:
    """A sample of `ETDumpGen::clear_builder()`; and every header that does not compile alone is named."""
    document = {
        "extends": "executorch",
        "probes": {"headers": {"samples": {"clear": CLEAR}}},
        "headers": {"executorch/include": {"private": []}},
    }
    wheel = real_wheel("executorch-1.5.1-cp311-cp311-manylinux_2_28_x86_64.whl")
    report = probed(wheel, str(write_contract(document, tmp_path)))
    said = [each.message for each in report.findings]

    assert {each.rule for each in report.findings} == {"probe-header-failed"}
    assert sum("clear_builder" in message for message in said) == 1
    assert [each.subject.rpartition("/")[2] for each in report.findings if each.location.member] == [
        "mman_windows.h",
        "complex_math.h",
        "complex_utils.h",
    ]


def test_config_that_asks_python(real_wheel: RealWheel) -> None:
    """apache-tvm-ffi: 100 globals, found through the environment's own interpreter."""
    wheel = real_wheel(
        "apache_tvm_ffi-0.1.15.post2-cp312-cp312-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl"
    )
    report = probed(wheel, str(EXAMPLE))

    assert report.findings == ()
    assert summary(report).main.values == {"count": 100}


def test_offered_library_that_cannot_be_linked(real_wheel: RealWheel) -> None:
    """adios2: the linker's own words, without any contract."""
    (finding,) = probed(real_wheel("adios2-2.12.1.1001-cp312-abi3-manylinux_2_28_x86_64.whl")).findings

    assert finding.rule == "probe-build-failed"
    assert "'adios2::cxx'" in finding.message
    assert "libnghttp2" in finding.message
    assert "not found" in finding.message
