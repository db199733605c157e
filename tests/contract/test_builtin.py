"""The contracts that ship with the package."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from tests.support.contracts import load_builtin, load_contract
from wheelcheck.contract.documents import builtin_names
from wheelcheck.contract.effective import effective
from wheelcheck.contract.model import Contract
from wheelcheck.contract.rows import Target, for_wheel
from wheelcheck.contract.schema import FILE_NAME, render_schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CONTRACT = files("wheelcheck.contract")
LINUX_X86 = ("manylinux_2_28_x86_64",)
LINUX_ARM = ("manylinux_2_28_aarch64",)
MAC = ("macosx_14_0_arm64",)

every_builtin = pytest.mark.parametrize("name", builtin_names())


def required(platforms: tuple[str, ...], version: str = "1.5.1", name: str = "executorch") -> set[str]:
    contract = for_wheel(load_builtin(name), Target.of("executorch", version, platforms))
    return {key for key, library in contract.libraries.items() if library.presence == "required"}


def test_schema_is_in_sync() -> None:
    """Written by tools/make_contract_schema.py."""
    assert render_schema() == CONTRACT.joinpath(FILE_NAME).read_text(encoding="utf-8")


@every_builtin
def test_built_in_follows_the_schema(name: str) -> None:
    """The published schema accepts what the loader accepts."""
    document = tomllib.loads(
        CONTRACT.joinpath("builtin").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    )

    jsonschema.validate(json.loads(json.dumps(document, default=str)), json.loads(render_schema()))


@every_builtin
def test_effective_view_is_the_same_contract(name: str, tmp_path: Path) -> None:
    """What --show-contract prints can be loaded again."""
    contract = load_builtin(name)
    path = tmp_path / "effective.toml"
    path.write_text(effective(contract), encoding="utf-8")
    again = load_contract(str(path))

    assert effective(contract) == effective(again)


def test_default_declares_nothing() -> None:
    """It applies to every wheel that no other contract covers."""
    default = load_builtin("default")

    assert Contract(name="default", description=default.description) == default


def test_component_rows_per_platform() -> None:
    """The component table, as rows."""
    only_x86 = {"libexecutorch_backend_qnn"}
    only_mac = {"libexecutorch_backend_coreml", "libexecutorch_backend_mlx", "libexecutorch_kernels_torchao"}

    assert only_x86 == required(LINUX_X86) - required(LINUX_ARM)
    assert only_mac == required(MAC) - required(LINUX_X86)
    assert {"libexecutorch_backend_openvino"} == required(LINUX_ARM) - required(MAC)
    assert set() == required(("win_amd64",))


def test_variant_rows() -> None:
    """A CUDA wheel has the CUDA libraries and demands the runtime of its train."""
    contract = for_wheel(load_builtin("executorch"), Target.of("executorch", "1.6.0+cu126", LINUX_X86))

    assert {"libexecutorch_backend_cuda", "libexecutorch_extension_cuda", "libaoti_cuda_shims"} == (
        required(LINUX_X86, "1.6.0+cu126") - required(LINUX_X86)
    )
    assert ">=12,<13" == contract.requires["nvidia-cuda-runtime-cu12"].specifier


def test_nineteen_quantized_operators() -> None:
    """By name and by count."""
    contract = load_builtin("executorch")
    spec = contract.libraries["libexecutorch_kernels_quantized"].registers["executorch"][
        "quantized_decomposed"
    ]

    assert 19 == len(set(spec.names)) == spec.count


def test_versioned_layout_changes_the_soname_alone() -> None:
    """It keeps the owners and the rules about needs."""
    versioned, shipped = load_builtin("executorch-so1"), load_builtin("executorch")

    assert "1" == versioned.soname_groups["sdk"].version
    assert versioned.libraries["libexecutorch"].owns == shipped.libraries["libexecutorch"].owns
    assert () == versioned.wheel.distributions
