"""What the CMake functions refuse, before anything is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cmake.conftest import PROJECT, Tree

pytestmark = pytest.mark.probe

HEAD = """
cmake_minimum_required(VERSION 3.28...4.0)
project(refused LANGUAGES NONE)
include("${FUNCTIONS}/Codegen.cmake")
add_library(executorch::runtime SHARED IMPORTED)
set_target_properties(executorch::runtime PROPERTIES IMPORTED_LOCATION /nowhere/libexecutorch.so)
add_library(archive STATIC IMPORTED)
"""
BINDINGS = "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML custom.yaml)\n"


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("generate_bindings_for_kernels(CUSTOM_OPS_YAML custom.yaml)", "LIB_NAME is required"),
        (
            "generate_bindings_for_kernels(LIB_NAME ops)",
            "LIB_NAME ops has no operators; give CUSTOM_OPS_YAML",
        ),
        (
            "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YML custom.yaml)",
            "no keyword accepts 'CUSTOM_OPS_YML custom.yaml'",
        ),
        ("generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML)", "no value follows CUSTOM_OPS_YAML"),
        (
            "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML custom.yaml ATEN_YAML)",
            "no value follows ATEN_YAML",
        ),
        (
            "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML nowhere.yaml)",
            "CUSTOM_OPS_YAML names '{source}/nowhere.yaml', which does not exist",
        ),
        (
            "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML custom.yaml REGISTRATION_NAME x)",
            "REGISTRATION_NAME names a function that exists only with MANUAL_REGISTRATION",
        ),
        (
            (
                "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML custom.yaml "
                "MANUAL_REGISTRATION REGISTRATION_NAME my-ops)"
            ),
            "REGISTRATION_NAME is 'my-ops', expected",
        ),
        (
            (
                "generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML custom.yaml "
                "DTYPE_SELECTIVE_BUILD ON)"
            ),
            "DTYPE_SELECTIVE_BUILD recompiles ExecuTorch's own kernels",
        ),
        (BINDINGS + BINDINGS, "target 'ops_codegen' already exists"),
        ("gen_selected_ops(LIB_NAME ops)", "LIB_NAME ops selects nothing"),
        (
            "gen_selected_ops(LIB_NAME ops OPS_FROM_MODEL lost.pte)",
            "OPS_FROM_MODEL names '{source}/lost.pte'",
        ),
        ("gen_operators_lib(LIB_NAME ops SHARED)", "LIB_NAME ops has no generated code; call"),
        (BINDINGS + "gen_operators_lib(LIB_NAME ops SHARDE)", "no keyword accepts 'SHARDE'"),
        (BINDINGS + "gen_operators_lib(LIB_NAME ops RUNTIME lost)", "there is no target 'lost'"),
        (
            BINDINGS + "gen_operators_lib(LIB_NAME ops SHARED RUNTIME archive)",
            "runtime 'archive' is a STATIC_LIBRARY",
        ),
        (
            BINDINGS + "gen_operators_lib(LIB_NAME ops SOVERSION 1)",
            "SOVERSION and RUNTIME_PATHS need a SHARED library",
        ),
        (
            BINDINGS + "gen_operators_lib(LIB_NAME ops SHARED SOVERSION one)",
            "SOVERSION is 'one', expected",
        ),
        (
            BINDINGS + "gen_operators_lib(LIB_NAME ops SHARED RUNTIME_PATHS /opt/lib)",
            "RUNTIME_PATHS has '/opt/lib', expected a folder relative",
        ),
        ("install_kernels_package(NAME x)", "LIBS is required"),
        ("install_kernels_package(NAME x LIBS lost)", "VERSION is required"),
        (
            "install_kernels_package(NAME x VERSION 1.0 LIBS archive)",
            "LIBS has 'archive' (STATIC_LIBRARY), expected a library built by gen_operators_lib(... SHARED)",
        ),
        (
            "install_kernels_package(NAME x VERSION 1.0 LIBS archive DESTINATION /usr)",
            "DESTINATION is '/usr', expected a folder below the install prefix",
        ),
    ],
)
def test_refused(tmp_path: Path, calls: str, said: str) -> None:
    """One sentence that names the function and what is wrong."""
    tree = project(tmp_path, calls)
    done = tree.try_configure()

    assert done.returncode != 0
    assert said.format(source=tree.source) in " ".join(done.stderr.split())


def test_a_python_without_wheelcheck_is_named(tmp_path: Path) -> None:
    """With the variable that chooses another."""
    done = project(tmp_path, BINDINGS).try_configure("-DPython3_EXECUTABLE=/bin/false")

    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert "found no Python with wheelcheck, tried: /bin/false" in said
    assert "set Python3_EXECUTABLE to the one in which wheelcheck is installed" in said


def test_empty_values_count_as_not_given(tmp_path: Path) -> None:
    """Projects pass empty variables, as upstream's own build does."""
    calls = (
        'gen_selected_ops(LIB_NAME ops OPS_SCHEMA_YAML "" ROOT_OPS "a::b,c::d" INCLUDE_ALL_OPS "" '
        'OPS_FROM_MODEL "" DTYPE_SELECTIVE_BUILD "")\n'
        'generate_bindings_for_kernels(LIB_NAME ops CUSTOM_OPS_YAML custom.yaml FUNCTIONS_YAML "" '
        'DTYPE_SELECTIVE_BUILD "")\n'
        'message(STATUS "<${gen_selected_ops_output_yaml}|${gen_command_sources}>")'
    )
    tree = project(tmp_path, calls)
    done = tree.try_configure()
    folder = f"{tree.build}/ops"

    assert done.returncode == 0, done.stderr
    assert (
        f"<{folder}/selected_operators.yaml|{folder}/RegisterCodegenUnboxedKernelsEverything.cpp;"
        f"{folder}/NativeFunctions.h>" in done.stdout
    )


def project(folder: Path, calls: str) -> Tree:
    """Return a project of these calls, with no language."""
    source = folder / "source"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(HEAD + calls)
    (source / "custom.yaml").write_bytes((PROJECT / "bindings" / "custom.yaml").read_bytes())
    return Tree(source, folder / "build", folder)
