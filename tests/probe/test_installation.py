"""Wheels that want to be installed over something: the environment, its links, each other, the host."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.facts import make_subject, make_wheel
from tests.support.wheelmaker import build_wheel
from wheelcheck.probe.environment import (
    NotInstallableError,
    fetch_requirements,
    install_wheel,
    make_environment,
)
from wheelcheck.probe.processes import Processes
from wheelcheck.probe.session import NOTHING, Request, probe
from wheelcheck.probe.tree import MisplacedFileError, Tree
from wheelcheck.probe.workplace import Workplace
from wheelcheck.wheel.archive import read_wheel
from wheelcheck.wheel.model import Wheel

PYTHON = f"python3.{sys.version_info.minor}"
EVIL = "#!/bin/sh\necho owned\n"
DIST_INFO = "pair-1.0.dist-info"


class Machine:
    """A host with a home folder, and an environment whose interpreter is a link to the host's."""

    def __init__(self, folder: Path) -> None:
        self.outside = [folder / name for name in ("host", "home", "tmp")]
        for each in self.outside:
            each.mkdir()
            (each / "python").write_text("the host's own\n", encoding="utf-8")
        root = folder / "work"
        root.mkdir()
        self.workplace = Workplace(root, Processes(), {})
        self.prefix = self.workplace.prefix
        self.site = make_environment(self.workplace, sys.executable)
        for name in ("python", "python3", PYTHON):
            link = self.prefix / "bin" / name
            link.unlink()
            link.symlink_to(folder / "host" / "python")
        self.tree = Tree(self.prefix)
        self.before = self.state()

    def state(self) -> Mapping[str, str]:
        """Everything outside of the environment, and the environment's own files."""
        own = [self.prefix / "pyvenv.cfg", *(self.prefix / "bin").glob("python*")]
        files = [path for folder in self.outside for path in folder.rglob("*")]
        return {str(path): _content(path) for path in (*own, *files)}

    def install(self, wheel: Wheel) -> None:
        """Install into the environment."""
        install_wheel(wheel, self.tree, self.site)


def _content(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """Give a machine, and check that nothing of it has changed."""
    machine = Machine(tmp_path)
    yield machine
    after = machine.state()

    assert {path: after.get(path) for path in machine.before} == machine.before
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".whl") == [
        "home", "host", "tmp", "work"
    ]  # fmt: skip
    assert [list(folder.iterdir()) for folder in machine.outside] == [
        [each / "python"] for each in machine.outside
    ]


def packed(folder: Path, *paths: str, text: str = EVIL, **description: Any) -> Wheel:
    """Pack a wheel of executable files and read it."""
    members = [{"path": path, "text": text, "mode": 0o755} for path in paths]
    path = build_wheel({"tags": "py3-none-any", "member": members, **description}, folder)
    return read(path)


def read(path: Path) -> Wheel:
    """Read a wheel."""
    return read_wheel(path, jobs=1)


@pytest.mark.parametrize(
    "path",
    [
        "pair-1.0.data/scripts/python",
        "pair-1.0.data/scripts/python3",
        f"pair-1.0.data/scripts/{PYTHON}",
        "pair-1.0.data/scripts/activate",
        "pair-1.0.data/data/bin/python",
        "pair-1.0.data/data/pyvenv.cfg",
        "pair-1.0.data/data/bin",
        "pair-1.0.data/data/bin/python/x",
        "pair-1.0.data/data/pyvenv.cfg/x",
        "../evil.py",
        "/evil.py",
        "pair/../../../../../evil.py",
        "pair-1.0.data/scripts/../../evil",
        "pair-1.0.data/data/../evil",
        "pair-1.0.data/headers/../../../../../evil",
        f"pair-1.0.data/purelib/{DIST_INFO}/RECORD",
        f"pair-1.0.data/data/lib/{PYTHON}/site-packages/{DIST_INFO}/METADATA",
    ],
)
def test_file_in_the_place_of_another(machine: Machine, tmp_path: Path, path: str) -> None:
    """The wheel is not installed, and what was there is as it was."""
    wheel = packed(tmp_path, path)

    with pytest.raises(NotInstallableError, match=r"pair-1\.0"):
        machine.install(wheel)


@pytest.mark.parametrize("name", ["python", "../evil", "/evil", "a/../../evil"])
def test_entry_point_in_the_place_of_another(machine: Machine, tmp_path: Path, name: str) -> None:
    """Scripts of entry points are files of the wheel too."""
    wheel = packed(tmp_path, f"{DIST_INFO}/entry_points.txt", text=f"[console_scripts]\n{name} = pair:main\n")

    with pytest.raises(NotInstallableError):
        machine.install(wheel)


def test_entry_point_that_is_no_name(machine: Machine, tmp_path: Path) -> None:
    """It would be code of the script."""
    wheel = packed(tmp_path, f"{DIST_INFO}/entry_points.txt", text="[console_scripts]\nx = os;print():main\n")

    with pytest.raises(NotInstallableError, match="'os;print\\(\\):main', which is not an object"):
        machine.install(wheel)


def test_what_a_wheel_may_install(machine: Machine, tmp_path: Path) -> None:
    """Programs named like tools, a `lib64` of its own, headers, hooks of the interpreter, INSTALLER."""
    data = "pair-1.0.data"
    tools = ["pip", "cmake", "ninja", "c++", "python2.7"]
    wheel = packed(
        tmp_path,
        *(f"{data}/scripts/{name}" for name in tools),
        *(f"{data}/data/lib64/libx.so", f"{data}/headers/x.h", f"{data}/data/include/x.h"),
        *("sitecustomize.py", "evil.pth", f"{DIST_INFO}/INSTALLER", "pip/__init__.py"),
        zip={"symlink": [("pair/link", "/etc/passwd")]},
    )
    machine.install(wheel)
    installed = {path.relative_to(machine.prefix).as_posix() for path in machine.prefix.rglob("*")}
    site = machine.site.relative_to(machine.prefix)

    assert {f"bin/{name}" for name in tools} <= installed
    assert {"lib64/libx.so", f"include/site/{PYTHON}/pair/x.h", "include/x.h"} <= installed
    assert not (machine.prefix / "lib64").is_symlink()
    assert not (machine.prefix / "lib" / "libx.so").exists()
    assert {f"{site}/evil.pth", f"{site}/{DIST_INFO}/INSTALLER", f"{site}/{DIST_INFO}/RECORD"} <= installed
    assert (machine.site / "pair" / "link").read_text(encoding="utf-8") == "/etc/passwd"
    assert not (machine.site / "pair" / "link").is_symlink()
    assert (machine.prefix / "bin" / "c++").stat().st_mode & 0o111


def test_script_of_an_entry_point(machine: Machine, tmp_path: Path) -> None:
    """It is started by the environment's interpreter."""
    wheel = packed(
        tmp_path, f"{DIST_INFO}/entry_points.txt", text="[console_scripts]\ntool = pair.cli:main\n"
    )
    machine.install(wheel)
    script = machine.prefix / "bin" / "tool"
    record = (machine.site / DIST_INFO / "RECORD").read_text(encoding="utf-8")

    assert str(machine.prefix / "bin" / "python") in script.read_text(encoding="utf-8").partition("import")[0]
    assert "from pair.cli import main" in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & 0o111
    assert "../../../bin/tool,sha256=" in record


def test_sibling_with_the_same_file(machine: Machine, tmp_path: Path) -> None:
    """Parts of one package may both bring its empty `__init__.py`, and nothing else."""
    machine.install(packed(tmp_path, "pair/__init__.py", text=""))
    machine.install(packed(tmp_path, "pair/__init__.py", text="", distribution="same"))

    with pytest.raises(NotInstallableError, match=r"would replace '.*/pair/__init__.py' of pair-1.0"):
        machine.install(packed(tmp_path, "pair/__init__.py", distribution="other"))
    with pytest.raises(NotInstallableError, match=r"would lie behind '__init__\.py', which is not"):
        machine.install(packed(tmp_path, "pair/__init__.py/x", distribution="below"))


def test_record_of_the_wheel_decides_nothing(machine: Machine, tmp_path: Path) -> None:
    """Rows about files elsewhere are rows: what is written is what the archive holds."""
    rows = [("../../../bin/python", "", ""), ("/etc/passwd", "sha256=x", "1")]
    machine.install(packed(tmp_path, "pair/__init__.py", record={"add": rows}))

    assert (machine.site / "pair" / "__init__.py").is_file()
    assert "passwd" not in (machine.site / DIST_INFO / "RECORD").read_text(encoding="utf-8")


def test_link_on_the_way(machine: Machine) -> None:
    """A folder of the environment that is a link is not entered, whoever made it."""
    (machine.prefix / "share").symlink_to(machine.outside[0])
    empty = (machine.outside[0] / "python").open("rb")
    with empty, pytest.raises(MisplacedFileError, match="would lie behind 'share'"):
        machine.tree.write("share", "python", empty, "x.whl")
    with pytest.raises(NotADirectoryError):
        Tree(machine.prefix / "share").write("", "x", empty, "x.whl")


def test_nothing_to_probe_is_known_before_anything_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tool is started, no folder made."""
    for name in ("find_toolchain", "find_compiler", "work_folder"):
        monkeypatch.delattr(f"wheelcheck.probe.session.{name}")
    subject = make_subject(make_wheel(tags=["py3-none-any"]))

    assert probe(subject, Request()).impossible == NOTHING


def test_requirements_are_collected_before_the_wheel_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the wheel's folder, with what they require, and the wheel itself is the given one."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    root = tmp_path / "work"
    root.mkdir()
    workplace = Workplace(root, Processes(), {})
    given = packed(tmp_path, "pair/__init__.py", metadata={"headers": [("Provides-Extra", "build")]})
    for name, requires in (("helper", "other"), ("other", "pair[build]")):
        packed(tmp_path, f"{name}.py", distribution=name, metadata={"headers": [("Requires-Dist", requires)]})
    packed(tmp_path, "pair/__init__.py", version="2.0")
    make_environment(workplace, sys.executable)

    assert [each.file for each in fetch_requirements(workplace, ["helper"], [given])] == [
        "helper-1.0-py3-none-any.whl",
        "other-1.0-py3-none-any.whl",
    ]
    with pytest.raises(NotInstallableError, match="pip cannot provide absent"):
        fetch_requirements(workplace, ["absent"], [given])
