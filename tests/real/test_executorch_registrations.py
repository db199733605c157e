"""Operators that ExecuTorch's published libraries register, read without running them."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.registry import load_schemes, registers_by_code
from wheelcheck.binary.source import BytesSource

pytestmark = pytest.mark.real

RUNTIME = {"aten": 3, "executorch_prim": 25}
OPTIMIZED = {"aten": 207, "dim_order_ops": 3, "et_copy": 2}
QUANTIZED = {"quantized_decomposed": 19}


def registrations(path: Path) -> dict[str, dict[str, int]]:
    """Count registrations by library and namespace, for the ELF members that have any."""
    counts = {}
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            content = archive.read(info)
            if content.startswith(b"\x7fELF"):
                binary = read_elf(BytesSource(content), info.filename, load_schemes())
                counts[binary.file_name.partition(".")[0]] = dict(
                    Counter(each.namespace for each in binary.registrations)
                )
    return {name: found for name, found in counts.items() if found}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_shared_layout(machine: str, real_wheel: Callable[[str], Path]) -> None:
    """1.5.1: the runtime, the optimized and the quantized library register, and no other object."""
    path = real_wheel(f"executorch-1.5.1-cp312-cp312-manylinux_2_28_{machine}.whl")

    assert registrations(path) == {
        "libexecutorch": RUNTIME,
        "libexecutorch_kernels_optimized": OPTIMIZED,
        "libexecutorch_kernels_quantized": QUANTIZED,
    }


def test_monolithic_layout(real_wheel: Callable[[str], Path]) -> None:
    """1.4.1: five objects carry the runtime's operators, each its own copy."""
    found = registrations(real_wheel("executorch-1.4.1-cp312-cp312-manylinux_2_28_x86_64.whl"))

    assert found.pop("libquantized_ops_aot_lib") == QUANTIZED
    assert found.pop("_portable_lib") == {
        "aten": 210,
        "dim_order_ops": 3,
        "et_copy": 2,
        "executorch_prim": 25,
    }
    assert found == dict.fromkeys(
        ["PyQnnManagerAdaptor", "_training_lib", "data_loader", "selective_build"], RUNTIME
    )


def test_backends_register_by_code(real_wheel: Callable[[str], Path]) -> None:
    """A delegate's library calls the registry from an initialiser, and its name is a string constant."""
    member = "executorch/lib/libexecutorch_backend_xnnpack.so"
    with zipfile.ZipFile(real_wheel("executorch-1.5.1-cp312-cp312-manylinux_2_28_x86_64.whl")) as archive:
        binary = read_elf(BytesSource(archive.read(member)), member, load_schemes())

    assert registers_by_code(binary, load_schemes()[0])
    assert binary.registrar_strings == ("XnnpackBackend",)
