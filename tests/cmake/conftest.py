"""An SDK to build against, and CMake projects that do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from fixtures.build import build_wheels
from fixtures.processes import cmake_program, generator_options

FUNCTIONS = Path(__file__).parents[2] / "wheelcheck" / "cmake"
PROJECT = Path(__file__).parent / "project"


class Tree:
    """A source folder, its build tree, and what CMake says."""

    def __init__(self, source: Path, build: Path, sdk: Path) -> None:
        self.source = source
        self.build = build
        self.cmake = os.environ.get("WHEELCHECK_CMAKE") or cmake_program()
        self.options = [f"-DSDK={sdk}", f"-DFUNCTIONS={FUNCTIONS}", f"-DPython3_EXECUTABLE={sys.executable}"]

    def configure(self, *options: str, generator: Sequence[str] | None = None) -> None:
        """Configure, or fail the test."""
        done = self.try_configure(*options, generator=generator)

        assert done.returncode == 0, done.stdout + done.stderr

    def try_configure(
        self, *options: str, generator: Sequence[str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Configure, and give what came of it."""
        chosen = generator_options() if generator is None else generator
        command = [self.cmake, "-S", str(self.source), "-B", str(self.build), *chosen]
        return run(*command, *self.options, *options)

    def make(self) -> str:
        """Build with two jobs, and give what was done."""
        done = run(self.cmake, "--build", str(self.build), "-j2")

        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def install(self, prefix: Path) -> None:
        """Install below a folder."""
        done = run(self.cmake, "--install", str(self.build), "--prefix", str(prefix))

        assert done.returncode == 0, done.stdout + done.stderr


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a program without the loader's variables."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LD_")}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=clean)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site-packages folder with the fixture SDK, in a path with spaces."""
    folder = tmp_path_factory.mktemp("an environment") / "site packages"
    wheel = build_wheels(tmp_path_factory.mktemp("sdk"), slugs=()).good
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture
def tree(site: Path, tmp_path: Path) -> Tree:
    """Return the project, in folders with spaces."""
    source = tmp_path / "the source"
    shutil.copytree(PROJECT, source)
    return Tree(source, tmp_path / "build tree", site / "executorch")
