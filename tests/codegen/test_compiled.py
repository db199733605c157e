"""Generated code, compiled with warnings as errors, linked and run against the miniature SDK."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.codegen import DATA, entry
from tests.codegen.conftest import WriteYaml
from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.model import Binary
from wheelcheck.binary.registry import load_schemes
from wheelcheck.binary.source import BytesSource
from wheelcheck.codegen import Request, generate, write

pytestmark = pytest.mark.probe

SDK = Path(__file__).parents[2] / "fixtures" / "sdk"
FLAGS = (
    "-std=c++17",
    "-fPIC",
    "-fvisibility=hidden",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-isystem",
    SDK / "include",
)

KERNELS = """
#include "NativeFunctions.h"
#include <stdexcept>
namespace k::native {
using torch::executor::KernelRuntimeContext;
int64_t twice(KernelRuntimeContext&, int64_t x) { return 2 * x; }
double half(KernelRuntimeContext&, int64_t x, std::optional<double> or_else) {
  if (x == 7) throw std::runtime_error("seven");
  if (x == 8) throw 8;
  return or_else ? *or_else : static_cast<double>(x) / 2;
}
}
"""

APPLICATION = """
#include "register_one_kernels.h"
#include "register_two_kernels.h"
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/core/evalue.h>
#include <cstdio>
using namespace executorch::runtime;
int main() {
  using namespace torch::executor;
  const size_t before = get_registered_kernels().size();
  const auto check = [&](Error outcome) {
    std::printf("%d %zu\\n", outcome == Error::Ok, get_registered_kernels().size() - before);
  };
  check(register_one_kernels());
  check(register_kernels_one());
  check(register_two_kernels());
  check(register_two_kernels());
  for (const Kernel& kernel : get_registered_kernels()) {
    if (std::strcmp(kernel.name_, "one::half") != 0) continue;
    for (int64_t number : {3, 7, 8}) {
      EValue x(number), none, result;
      EValue* stack[] = {&x, &none, &result};
      KernelRuntimeContext context;
      kernel.op_(context, {stack, 3});
      std::printf("%d %d\\n", context.failure_state() == Error::Ok, result.isDouble());
    }
    EValue x(int64_t{3});
    EValue* stack[] = {&x};
    KernelRuntimeContext context;
    kernel.op_(context, {stack, 1});
    std::printf("%d\\n", context.failure_state() == Error::InvalidProgram);
  }
}
"""


def compiler() -> str:
    found = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++")
    assert found, "a C++ compiler is needed for the tests marked probe"
    return found


def build(*arguments: object) -> None:
    done = subprocess.run([compiler(), *map(str, arguments)], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def generated(request: Request, folder: Path) -> Path:
    """Generate into a folder and give the source."""
    return write(generate(request), folder)[0].path


def facts(library: Path) -> Binary:
    return read_elf(BytesSource(library.read_bytes()), library.name, load_schemes())


@pytest.mark.parametrize("has_boundary", [False, True], ids=["plain", "boundary"])
@pytest.mark.parametrize("is_manual", [False, True], ids=["static", "manual"])
@pytest.mark.parametrize("operators", ["custom_ops", "functions", "empty"])
def test_it_compiles(
    operators: str, *, is_manual: bool, has_boundary: bool, yaml_file: WriteYaml, tmp_path: Path
) -> None:
    """In every mode, for every form of type, without a warning."""
    functions = yaml_file("") if operators == "empty" else DATA / f"{operators}.yaml"
    request = Request(
        functions=functions,
        aten=DATA / "native_functions.yaml",
        is_manual=is_manual,
        has_exception_boundary=has_boundary,
    )
    build(*FLAGS, "-fsyntax-only", generated(request, tmp_path / "out"))


TYPES = (
    "int",
    "SymInt",
    "float",
    "bool",
    "str",
    "ScalarType",
    "MemoryFormat",
    "Layout",
    "Device",
    "Scalar",
    "Tensor",
    "int?",
    "SymInt?",
    "float?",
    "bool?",
    "str?",
    "ScalarType?",
    "MemoryFormat?",
    "Scalar?",
    "Tensor?",
    "int[]",
    "int[2]",
    "SymInt[]",
    "float[]",
    "bool[]",
    "bool[3]",
    "Tensor[]",
    "Tensor?[]",
    "int[]?",
    "SymInt[2]?",
    "float[]?",
    "bool[]?",
    "Tensor[]?",
)


def test_every_type_compiles(yaml_file: WriteYaml, tmp_path: Path) -> None:
    """Each type of the reference page has a conversion that the SDK knows."""
    arguments = ", ".join(f"{type_} a{index}" for index, type_ in enumerate(TYPES))
    text = entry(f"a::all.out({arguments}, *, Tensor(a!) out) -> Tensor(a!)")
    text += "".join(
        entry(f"a::{type_}(Tensor x) -> {type_}", f"k::give_{type_}")
        for type_ in ("int", "float", "bool", "Scalar", "Tensor")
    )
    build(*FLAGS, "-fsyntax-only", generated(Request(custom_ops=yaml_file(text)), tmp_path / "out"))


@pytest.mark.parametrize("optimisation", ["-O0", "-O2"])
@pytest.mark.parametrize("is_manual", [False, True], ids=["static", "manual"])
def test_the_table_is_read_from_the_library(
    optimisation: str, *, is_manual: bool, tmp_path: Path, yaml_file: WriteYaml
) -> None:
    """The inspector sees every record without running the library."""
    text = entry("k::half(int x, float? or_else) -> float", "k::half") + entry(
        "k::twice(int x) -> int", "k::twice"
    )
    source = generated(
        Request(custom_ops=yaml_file(text), is_manual=is_manual, library="k" if is_manual else None),
        tmp_path / "out",
    )
    (tmp_path / "kernels.cpp").write_text(KERNELS)
    library = tmp_path / "libk.so"
    build(
        *FLAGS, optimisation, "-shared", "-I", source.parent, tmp_path / "kernels.cpp", source, "-o", library
    )

    binary = facts(library)

    assert [f"{each.namespace}::{each.name}" for each in binary.registrations] == ["k::half", "k::twice"]
    exported = [each for each in binary.exports if "register" in each]
    assert exported == (["_ZN5torch8executor18register_k_kernelsEv"] if is_manual else [])


def test_two_libraries_in_one_process(tmp_path: Path, yaml_file: WriteYaml) -> None:
    """Each registers once, however often it is asked; exceptions and short stacks become errors."""
    registry = tmp_path / "libregistry.so"
    runtime = sorted((SDK / "src" / "runtime").glob("*.cpp"))
    build("-std=c++17", "-fPIC", "-shared", "-isystem", SDK / "include", *runtime, "-o", registry)
    (tmp_path / "kernels.cpp").write_text(KERNELS)
    includes: list[object] = []
    libraries: list[object] = [registry]
    for name in ("one", "two"):
        text = entry(f"{name}::half(int x, float? or_else) -> float", "k::half")
        text += entry(f"{name}::twice(int x) -> int", "k::twice")
        request = Request(
            custom_ops=yaml_file(text, f"{name}.yaml"),
            is_manual=True,
            library=name,
            has_exception_boundary=True,
        )
        source = generated(request, tmp_path / name)
        library = tmp_path / f"lib{name}.so"
        parts = (tmp_path / "kernels.cpp", source, registry)
        build(*FLAGS, "-shared", "-I", source.parent, *parts, "-o", library)
        includes += ["-I", source.parent]
        libraries.append(library)
    (tmp_path / "application.cpp").write_text(APPLICATION)
    application = tmp_path / "application"
    here = f"-Wl,-rpath,{tmp_path}"
    build(*FLAGS, *includes, tmp_path / "application.cpp", *libraries, here, "-o", application)

    said = subprocess.run([application], capture_output=True, text=True, check=True).stdout

    assert said.splitlines() == ["1 2", "1 2", "1 4", "1 4", "1 1", "0 0", "0 0", "1"]
