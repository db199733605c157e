"""Wheels that ship programs named like the tools that build: none starts before the application does."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.probe.conftest import Probe
from tests.probe.test_tiny_sdk import EXTENSION, PATHS, rules
from tests.support.tiny_sdk import CONFIG, CONTRACT, HEADER, SNIPPET, TAG, build_tiny_sdk
from tests.support.wheelmaker import build_wheel
from wheelcheck.probe.session import Request

pytestmark = pytest.mark.probe

PYTHON = f"python3.{sys.version_info.minor}"
TOOLS = (
    *("c++", "g++", "gcc", "cc", "ld", "as", "ar", "nm", "ranlib", "objdump", "collect2", "ccache"),
    *("cmake", "cmake-3.24", "ninja", "make", "gmake", "sh", "env", "pkg-config", "git"),
    *("python3.2", f"{PYTHON}-config", "python3-config", "python-config"),
)


VARIABLES = """
set(TINY_LIBRARIES "${root}/lib/libtiny_extra.so" "${root}/lib/libtiny.so")
set(TINY_INCLUDE_DIRS "${root}/include")
"""
LEGACY = {"cmake": "3.24", "libraries": "TINY_LIBRARIES", "include-folders": "TINY_INCLUDE_DIRS"}


def pack(folder: Path, *others: dict[str, Any], libraries: str = "tiny/lib", config: str = CONFIG) -> Path:
    """Pack the healthy SDK with other members."""
    build_tiny_sdk(folder)
    members = [
        {"path": f"{libraries}/{name}", "hex": (folder / "tree" / name).read_bytes().hex(), "mode": 0o755}
        for name in ("libtiny.so", "libtiny_extra.so")
    ]
    members += [
        {"path": "tiny/include/tiny/tiny.h", "text": HEADER},
        {"path": "tiny/lib/cmake/tiny/tiny-config.cmake", "text": config},
    ]
    return build_wheel({"distribution": "tiny", "tags": TAG, "member": [*members, *others]}, folder)


def hostile(folder: Path, mark: Path) -> Path:
    """Pack it with tools, and hooks of the interpreter, that leave a mark when they start."""
    script = f'#!/bin/sh\necho "$0" >> {shlex.quote(str(mark))}\nexit 1\n'
    hook = f"import sys; open({str(mark)!r}, 'a').write('python\\n')\n"
    return pack(
        folder,
        *({"path": f"tiny-1.0.data/scripts/{name}", "text": script, "mode": 0o755} for name in TOOLS),
        *({"path": name, "text": hook} for name in ("sitecustomize.py", "usercustomize.py", "tiny.pth")),
        config=CONFIG + VARIABLES,
    )


def contract(**probe: Any) -> dict[str, Any]:
    """Give the tiny SDK's contract with one probe of these keys."""
    tables = {key: value for key, value in CONTRACT.items() if key != "packages"}
    return {**tables, "probes": {"extra": probe}}


FULL = dict(CONTRACT["probes"]["extra"])
BY_PATHS = {"snippet": SNIPPET, "find": PATHS}
EXTENSION_MODULE = {
    "find": FULL["find"],
    "library": FULL["library"],
    "kind": "extension",
    "import-name": "consumer",
    "expression": "consumer.count()",
}


@pytest.mark.parametrize("keys", [{**FULL, "legacy": LEGACY}, BY_PATHS])
def test_tools_of_the_wheel_are_not_started(
    probe: Probe, tmp_path: Path, work: Path, monkeypatch: pytest.MonkeyPatch, keys: dict[str, Any]
) -> None:
    """Configuring, compiling, linking, the route of older CMake and the run itself are the host's."""
    mark = tmp_path / "mark"
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    interpreter = Path(sys.executable).resolve()
    before = interpreter.read_bytes()
    report = probe(hostile(tmp_path, mark), document=contract(**keys))

    assert rules(report) == []
    assert report.wheels[0].probe is not None
    assert not mark.exists()
    assert interpreter.read_bytes() == before
    assert [*home.iterdir(), *work.iterdir()] == []


def test_wheel_with_an_interpreter(probe: Probe, tmp_path: Path, work: Path) -> None:
    """It would replace the environment's, which is a link to the host's: nothing is probed."""
    members = [{"path": f"tiny-1.0.data/scripts/{PYTHON}", "text": "#!/bin/sh\n", "mode": 0o755}]
    wheel = build_wheel({"distribution": "tiny", "tags": TAG, "member": members}, tmp_path)
    interpreter = Path(sys.executable).resolve()
    before = interpreter.read_bytes()
    report = probe(wheel, request=Request(jobs=2, is_required=True))

    assert report.exit_code == 3
    assert f"would replace 'bin/{PYTHON}'" in report.wheels[0].incomplete[0].reason
    assert interpreter.read_bytes() == before
    assert list(work.iterdir()) == []


def test_python_of_the_environment_runs_the_application_only(probe: Probe, tmp_path: Path) -> None:
    """Its headers are found without it: an extension that does not compile starts nothing of the wheel."""
    mark = tmp_path / "mark"
    wheel = hostile(tmp_path, mark)
    snippet = "#include <Python.h>\n#error no\n"
    broken = probe(wheel, document=contract(**EXTENSION_MODULE, snippet=snippet))

    assert rules(broken) == ["probe-build-failed"]
    assert not mark.exists()
    assert rules(probe(wheel, document=contract(**EXTENSION_MODULE, snippet=EXTENSION))) == []
    assert mark.read_text(encoding="utf-8")


def test_folder_that_is_an_option_of_the_link_editor(probe: Probe, tmp_path: Path) -> None:
    """Commas in names of folders do not end an option: `-plugin` would load a library of the wheel."""
    folder = "lib,-plugin,evil.so,x"
    config = CONFIG.replace("${root}/lib/", f"${{root}}/{folder}/")
    wheel = pack(tmp_path, libraries=f"tiny/{folder}", config=config)
    report = probe(wheel, contract="default", request=Request(jobs=2))
    seen = report.wheels[0].probe

    assert seen is not None
    assert [each.links for each in seen.offered] == [True, True]
