"""What the evaluator says of published package configs is what CMake does with them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from fixtures.processes import cmake_program
from wheelcheck.contract.loading import Contracts
from wheelcheck.rules.catalogue import rule_slugs
from wheelcheck.sdk.faults import FaultKind, Reach
from wheelcheck.sdk.package_config import CMakePackage
from wheelcheck.subject import Subject, open_subject

pytestmark = pytest.mark.real

WHEELS = [
    "adios2-2.12.1.1001-cp312-abi3-manylinux_2_28_x86_64.whl",
    "apache_tvm_ffi-0.1.15.post2-cp312-cp312-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl",
    "casadi-3.8.2-cp311-abi3-manylinux_2_28_x86_64.whl",
    "cmeel_octomap-1.10.0-5-py3-none-manylinux_2_28_x86_64.whl",
    "executorch-1.5.1-cp312-cp312-manylinux_2_28_x86_64.whl",
]
PROJECT = """
cmake_minimum_required(VERSION 3.28...4.1)
project(consumer CXX)
find_package(${PACKAGE} REQUIRED CONFIG PATHS ${FOLDER} NO_DEFAULT_PATH)
"""
STOPS = {FaultKind.MISSING, FaultKind.NOT_FOUND, FaultKind.SYNTAX, FaultKind.NESTING}


def install(subject: Subject, root: Path) -> None:
    """Put every member in its place; only CMake files have a content."""
    for member, path in subject.layout.installed[0].items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(subject.wheel.texts.get(member, b"") if member.endswith(".cmake") else b"")


def expected(config: CMakePackage) -> bool | None:
    """Whether CMake stops, for a consumer who sets nothing; None when the evaluator leaves it open."""
    found = config.evaluation
    everyone = [each for each in found.faults if each.reach in {Reach.EVERYONE, Reach.PLAIN}]
    if any(fault.kind in STOPS for fault in everyone):
        return True
    is_open = found.doubts or found.dependencies or found.stopped
    return None if is_open else False


@pytest.mark.parametrize("file", WHEELS)
def test_cmake_agrees(file: str, real_wheel: Callable[..., Path], tmp_path: Path) -> None:
    """It stops where a fault was found, and nowhere else."""
    subject = open_subject(real_wheel(file, python="3.12"), contracts=Contracts(rules=rule_slugs()))
    configs = subject.package_configs.cmake
    install(subject, tmp_path / "root")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
    for index, config in enumerate(configs):
        folder = (tmp_path / "root" / config.path).parent
        options = [f"-DPACKAGE={config.name}", f"-DFOLDER={folder}"]
        command = [cmake_program(), "-S", str(tmp_path), "-B", str(tmp_path / f"build{index}"), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)

        said = expected(config)
        assert said in {None, done.returncode != 0}, f"{config.member}: {done.stderr}"
    assert configs
