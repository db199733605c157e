"""Published wheels: taken from a folder, downloaded when absent."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest


class RealWheel(Protocol):
    """Gives the path of a published wheel."""

    def __call__(self, file: str, *, python: str | None = None) -> Path:
        """Find or download the wheel `file`, for a Python release when its name says none (`py3`)."""


@pytest.fixture(scope="session")
def real_wheel() -> RealWheel:
    """Give the path of a published wheel, by its file name.

    WHEELCHECK_WHEELS names the folder (searched with its subfolders, default build/wheels).
    A download that fails fails the test: a check that did not run is no check.
    """
    folder = Path(os.environ.get("WHEELCHECK_WHEELS", "build/wheels"))

    def give(file: str, *, python: str | None = None) -> Path:
        found = next(iter(sorted(folder.rglob(file))), None)
        return _download(folder, file, python) if found is None else found

    return give


def _download(folder: Path, file: str, python: str | None) -> Path:
    name, version, *_, pythons, abis, platforms = file.removesuffix(".whl").split("-")
    digits = re.match(r"[a-z]+(\d+)", pythons)
    assert digits is not None, f"{file!r} has no Python tag"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += [f"--platform={platform}" for platform in platforms.split(".")]
    command += [f"--abi={abi}" for abi in abis.split(".")]
    command += [f"--python-version={python or digits[1]}", f"--dest={folder}", f"{name}=={version}"]
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    path = folder / file
    if done.returncode or not path.exists():
        pytest.fail(f"pip gave no {file}: {done.stderr.strip()}")
    return path
