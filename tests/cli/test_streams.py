"""The program as a process: streams, encodings, closed pipes, start-up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.wheelmaker import build_wheel

ROOT = Path(__file__).parents[2]


def wheelcheck(
    *arguments: object, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program."""
    return subprocess.run(
        [sys.executable, "-m", "wheelcheck", *map(str, arguments)],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        check=False,
    )


def test_json_report_is_all_of_standard_output(healthy: Path, broken: Path, unreadable: Path) -> None:
    """Exactly one report for exits 0, 1 and 3."""
    codes = []
    for path in (healthy, broken, unreadable):
        done = wheelcheck(path, "--format", "json")
        codes.append(done.returncode)
        assert json.loads(done.stdout)["summary"]["exit_code"] == done.returncode

    assert codes == [0, 1, 3]


@pytest.mark.parametrize("form", ["text", "json"])
def test_two_runs_give_the_same_bytes(healthy: Path, broken: Path, form: str) -> None:
    """Whatever the hash seed and the number of threads."""
    first, second = (
        wheelcheck(healthy, broken, "-v", "--format", form, "-j", jobs, environment={"PYTHONHASHSEED": jobs})
        for jobs in ("1", "2")
    )

    assert first.stdout == second.stdout != b""


def test_ascii_stream_gets_escapes_not_a_traceback(tmp_path: Path) -> None:
    """A name outside ASCII is escaped when the stream cannot take it."""
    member = {"path": "pair/libé.so", "elf": {"soname": "libé.so", "runpath": ["/home/ci/é"]}}
    wheel = build_wheel({"member": [member]}, tmp_path)
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}

    done = wheelcheck(wheel, environment=environment)

    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert done.stdout.isascii()
    assert b"lib\\xe9.so" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGPIPE semantics to test")
def test_closed_pipe_keeps_the_exit_code(broken: Path) -> None:
    """A closed pipe is not a failure of the audit."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "wheelcheck", str(broken)],
            stdout=closed,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )

    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("argument", ["", "--help", "--version"])
def test_full_disk_is_not_a_pass(healthy: Path, argument: str) -> None:
    """A report, or a page, that could not be written is exit 3."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "wheelcheck", argument or str(healthy)],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )

    assert done.returncode == 3
    assert done.stderr.startswith(b"error: cannot write to standard output")


def test_standard_output_that_is_closed_is_not_a_pass(healthy: Path) -> None:
    """The report would be lost."""
    command = f"exec '{sys.executable}' -m wheelcheck '{healthy}' >&-"
    done = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, cwd=ROOT, check=False)

    assert done.returncode == 3
    assert done.stderr.startswith(b"error: cannot write to standard output: it is closed")


def test_interrupt_during_the_imports_has_no_traceback() -> None:
    """The program is interrupted before its own handlers exist."""
    code = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from wheelcheck.__main__ import script\n"
        "script()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False)

    assert (done.returncode, done.stderr) == (130, b"error: interrupted\n")


def test_outputs_besides_the_terminal(broken: Path, tmp_path: Path) -> None:
    """-o writes files; standard output keeps its own format."""
    target = tmp_path / "report.json"

    done = wheelcheck(broken, "-o", f"json={target}")

    assert done.returncode == 1
    assert b"error[absolute-search-path]" in done.stdout
    assert json.loads(target.read_text(encoding="utf-8"))["summary"]["errors"] == 1


@pytest.mark.parametrize(
    ("arguments", "environment", "is_colored"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_color(
    broken: Path, arguments: tuple[str, ...], environment: dict[str, str], *, is_colored: bool
) -> None:
    """The option wins, then NO_COLOR, then FORCE_COLOR, then the terminal."""
    done = wheelcheck(broken, *arguments, environment=environment)

    assert (b"\x1b[" in done.stdout) is is_colored


def test_version_imports_neither_rules_nor_engine() -> None:
    """Start-up stays cheap: commands are imported on use."""
    code = "import sys; from wheelcheck.cli.main import run; run(['--version']); print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, text=True)
    version, modules = done.stdout.splitlines()

    assert version.startswith("wheelcheck ")
    heavy = {"wheelcheck.engine", "wheelcheck.rules.base", "msgspec", "rich", "packaging"}
    assert heavy.isdisjoint(modules.split())


def test_small_wheel_imports_nothing_heavy(healthy: Path) -> None:
    """A healthy wheel is judged without the slow libraries."""
    code = "import sys; from wheelcheck.cli.main import run; run([sys.argv[1], '-q']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(healthy)], capture_output=True, cwd=ROOT, check=True, text=True
    )

    assert {"rich", "elftools", "lief", "jsonschema"}.isdisjoint(done.stdout.split())
