"""The probe's CMake project is found in every kind of installation."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from wheelcheck.errors import WheelcheckError
from wheelcheck.probe.shipped import shipped_project

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "cmake_probe"
FIND = """
import sys
sys.path.insert(0, sys.argv[1])
from wheelcheck.probe.shipped import shipped_project
print(shipped_project())
"""


def make_project(parent: Path) -> Path:
    """Make a folder that is as good as the project, for whoever looks for it."""
    folder = parent / "cmake_probe"
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").touch()
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Give every file below a folder, by its path relative to the folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_checkout() -> None:
    """An editable install uses the folder of the checkout, where it is edited."""
    assert PROJECT == shipped_project()


def test_folder_inside_the_package_comes_first(tmp_path: Path) -> None:
    """A folder of the same name in site-packages belongs to another distribution."""
    package = tmp_path / "wheelcheck"
    make_project(tmp_path)
    inside = make_project(package)

    assert inside == shipped_project(package)


def test_empty_folder_is_passed_over(tmp_path: Path) -> None:
    """What an uninstaller or a change of branch leaves inside the package hides nothing."""
    package = tmp_path / "wheelcheck"
    (package / "cmake_probe" / "applications").mkdir(parents=True)

    assert make_project(tmp_path) == shipped_project(package)


def test_incomplete_installation(tmp_path: Path) -> None:
    """The error names the file and both folders, and the hint is one action."""
    package = tmp_path / "wheelcheck"
    with pytest.raises(WheelcheckError, match=r"'cmake_probe/CMakeLists\.txt' is neither in ") as caught:
        shipped_project(package)

    assert f"{str(package)!r} nor in {str(tmp_path)!r}" in caught.value.message
    assert caught.value.exit_code == 3
    assert "reinstall wheelcheck" in (caught.value.hint or "")


@pytest.fixture(scope="module", params=[[], ["--wheel"]], ids=["from the sdist", "from the checkout"])
def unpacked_wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it; `build` without options goes by way of the sdist."""
    output = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", *request.param, "--outdir", output, ROOT]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=output)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = output.glob("*.whl")
    folder = output / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.probe
def test_built_wheel_has_the_whole_project(unpacked_wheel: Path) -> None:
    """The same files with the same content as in the checkout, and no others."""
    assert contents(PROJECT) == contents(unpacked_wheel / "wheelcheck" / "cmake_probe")


@pytest.mark.probe
def test_project_is_found_in_a_built_wheel(unpacked_wheel: Path) -> None:
    """An interpreter that imports the built package finds the folder inside it."""
    command = [sys.executable, "-I", "-c", FIND, str(unpacked_wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=unpacked_wheel)

    assert str(unpacked_wheel / "wheelcheck" / "cmake_probe") == done.stdout.strip()
