"""Yaml files of the published SDK: the generated code compiles against its own headers."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from wheelcheck.codegen import Request, generate, write
from wheelcheck.codegen.native import find_installed

pytestmark = [pytest.mark.real, pytest.mark.probe]

EXECUTORCH = "executorch-1.5.1-cp311-cp311-manylinux_2_28_x86_64.whl"
TORCH = "torch-2.14.1-cp311-cp311-manylinux_2_28_x86_64.whl"
NATIVE = "torchgen/packaged/ATen/native/native_functions.yaml"
WARNINGS = ("-std=c++17", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror")
DEFINITIONS = ("-DC10_USING_CUSTOM_GENERATED_MACROS", "-DET_EVENT_TRACER_ENABLED", "-DET_USE_THREADPOOL")

FILES = {
    "backends/cadence/aot/functions.yaml": 96,
    "backends/cadence/aot/functions_fusion_g3.yaml": 35,
    "backends/cadence/aot/functions_hifi.yaml": 113,
    "backends/cadence/aot/functions_vision.yaml": 52,
    "backends/cortex_m/ops/operators.yaml": 23,
    "kernels/portable/custom_ops.yaml": 2,
    "kernels/portable/et_copy_ops.yaml": 2,
    "kernels/portable/functions.yaml": 209,
    "kernels/quantized/quantized.yaml": 19,
    "runtime/kernel/test/functions.yaml": 1,
}
"""Operators in each file of the wheel."""


@pytest.fixture(scope="session")
def sdk(real_wheel: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack what of the wheel is needed: yaml files, headers, one library."""
    folder = tmp_path_factory.mktemp("sdk")
    with zipfile.ZipFile(real_wheel(EXECUTORCH)) as archive:
        wanted = re.compile(r"executorch/(include/.*|.*\.yaml|lib/libexecutorch_kernels_quantized\.so)")
        archive.extractall(folder, [name for name in archive.namelist() if wanted.fullmatch(name)])
    return folder / "executorch"


@pytest.fixture(scope="session")
def native(real_wheel: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give PyTorch's native_functions.yaml."""
    installed = find_installed()
    if installed is not None:
        return installed
    with zipfile.ZipFile(real_wheel(TORCH)) as archive:
        return Path(archive.extract(NATIVE, tmp_path_factory.mktemp("torch")))


def compile_source(source: Path, sdk: Path) -> Path:
    """Compile against the headers of the wheel, warnings as errors."""
    compiler = shutil.which("g++") or "c++"
    portable = sdk / "include" / "executorch" / "runtime" / "core" / "portable_type" / "c10"
    target = source.with_suffix(".o")
    headers = ("-isystem", sdk / "include", "-isystem", portable)
    command = [compiler, *WARNINGS, *DEFINITIONS, *headers, "-c", source, "-o", target]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.parametrize("is_manual", [False, True], ids=["static", "manual"])
@pytest.mark.parametrize("file", FILES)
def test_it_compiles(file: str, *, is_manual: bool, sdk: Path, native: Path, tmp_path: Path) -> None:
    """Every operator that the wheel lists, in both modes."""
    request = Request(
        functions=sdk / file,
        aten=native,
        is_manual=is_manual,
        library="x" if is_manual else None,
        has_exception_boundary=is_manual,
    )
    generation = generate(request)
    written = write(generation, tmp_path)

    assert len(generation.operators) == FILES[file]
    assert compile_source(written[0].path, sdk).exists()


def symbols(file: Path, *options: str) -> set[str]:
    command = [shutil.which("nm") or "nm", *options, str(file)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in listed.splitlines()}


def test_the_library_has_every_kernel(sdk: Path, tmp_path: Path) -> None:
    """What the generated code for quantized.yaml calls is exported, by its mangled name."""
    generation = generate(Request(custom_ops=sdk / "kernels" / "quantized" / "quantized.yaml"))
    called = symbols(compile_source(write(generation, tmp_path)[0].path, sdk), "--undefined-only")
    kernels = {name for name in called if name.startswith("_ZN5torch8executor6native")}
    exported = symbols(sdk / "lib" / "libexecutorch_kernels_quantized.so", "-D", "--defined-only")

    assert len(kernels) == 19
    assert sorted(kernels - exported) == []
