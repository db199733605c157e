"""Published questions, asked of a small SDK that is built here: healthy, and with one fault each."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.probe.conftest import Probe
from tests.support.tiny_sdk import CONFIG, CONTRACT, EXTRA, HEADER, SNIPPET, VERSION, build_tiny_sdk
from wheelcheck.probe.session import Request
from wheelcheck.probe.summary import HeaderCounts, LoadCounts, ProbeSummary
from wheelcheck.report import Report

pytestmark = pytest.mark.probe

SHELL = shutil.which("sh") or "sh"
PS = shutil.which("ps") or "ps"
RETENTION = r'\n    INTERFACE_LINK_OPTIONS "LINKER:--push-state[^"]*"'


def rules(report: Report) -> list[str]:
    """Slugs of the probe's findings, each once."""
    found = (finding.rule for finding in report.wheels[0].findings)
    return sorted({rule for rule in found if rule.startswith("probe-")})


def words(report: Report) -> str:
    """Everything that the findings say."""
    findings = report.wheels[0].findings
    return "\n".join(
        text for each in findings for text in (each.message, *(evidence.value for evidence in each.evidence))
    )


def summary(report: Report) -> ProbeSummary:
    """Give what the report says about the probe."""
    found = report.wheels[0].probe
    assert found is not None
    return found


def test_healthy_sdk(probe: Probe, tiny_wheel: Path, work: Path) -> None:
    """Nothing is reported, every question is answered, and nothing is left behind."""
    report = probe(tiny_wheel)
    seen = summary(report)

    assert rules(report) == []
    assert (report.exit_code, seen.main.relocated) == (0, True)
    assert (seen.main.baseline, seen.main.link) == ({"extra": 0}, {"extra": 2})
    assert seen.main.load == LoadCounts(before={"extra": 0}, after={"extra": 2})
    assert seen.main.headers == HeaderCounts(compiled=1, failed=())
    assert [each.accepted for each in seen.versions] == [True, False, False]
    assert all(each.links for each in seen.offered)
    assert "libtiny_extra.so" in seen.main.needed
    assert list(work.iterdir()) == []


CRASH = EXTRA + "struct Crash { Crash() { __builtin_trap(); } } crash;\n"
THREE = EXTRA + 'static const bool more = (tiny::add("extra::three"), true);\n'
FATAL = CONFIG.replace("tiny::core)", "tiny::core)\nmessage(FATAL_ERROR no)", 1)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"config": re.sub(RETENTION, "", CONFIG)}, ["probe-component-dropped"]),
        ({"config": CONFIG.replace('extra.so"\n', 'gone.so"\n')}, ["probe-build-failed"]),
        ({"config": FATAL}, ["probe-configure-failed"]),
        (
            {"config": CONFIG.replace("$ORIGIN", "/opt/x")},
            ["probe-leaked-search-path", "probe-not-relocatable"],
        ),
        ({"version_file": VERSION.replace("FALSE", "TRUE")}, ["probe-version-accepted"]),
        ({"version_file": VERSION.replace("EQUAL 1", "EQUAL 3")}, ["probe-configure-failed"]),
        ({"header": HEADER + "#include <tiny/absent.h>\n"}, ["probe-build-failed", "probe-header-failed"]),
        ({"extra": CRASH}, ["probe-run-failed"]),
        ({"extra": THREE}, ["probe-registration-mismatch"]),
        ({"extra": ""}, ["probe-registration-mismatch"]),
    ],
)
def test_one_fault_each(probe: Probe, tmp_path: Path, change: dict[str, str], expected: list[str]) -> None:
    """Each fault of the SDK is reported by its own rule, and exit code 1 says so."""
    report = probe(build_tiny_sdk(tmp_path, **change))  # type: ignore[arg-type]  # texts only

    assert set(expected) >= set(rules(report))
    assert expected[-1] in rules(report)
    assert report.exit_code == 1 or expected == ["probe-leaked-search-path"]


def test_crash_says_what_it_printed(probe: Probe, tmp_path: Path, work: Path) -> None:
    """The signal, the words, and a script that repeats the run."""
    abort = '(std::fputs("terminated: no device\\n", stderr), std::abort(), 1)'
    extra = f"#include <cstdio>\n#include <cstdlib>\nstatic int crash = {abort};\n"
    report = probe(build_tiny_sdk(tmp_path, extra=extra))
    (script,) = work.glob("*/repeat-run-link_extra.sh")
    done = subprocess.run([SHELL, script], capture_output=True, text=True, check=False)

    assert "killed by SIGABRT" in words(report)
    assert "no device" in words(report)
    assert "no device" in done.stderr


def test_application_that_hangs_is_no_verdict(probe: Probe, tmp_path: Path) -> None:
    """A run beyond the time limit, and everything that it started, is stopped: exit 3."""
    extra = '#include <cstdlib>\nstatic int hang = std::system("sleep 987 & sleep 987");\n'
    report = probe(build_tiny_sdk(tmp_path, extra=extra), request=Request(jobs=2, run_seconds=0.5))

    assert report.exit_code == 3
    assert "stopped after 0.5 s" in report.wheels[0].incomplete[0].reason
    assert "sleep 987" not in running()


def test_application_without_json_is_no_verdict(probe: Probe, tiny_wheel: Path) -> None:
    """A program of the contract that prints something else: exit 3."""
    report = probe(tiny_wheel, snippet="#include <tiny/tiny.h>\nint main() { return tiny::count() < 0; }\n")

    assert report.exit_code == 3
    assert "printed no line of JSON" in report.wheels[0].incomplete[0].reason


def test_expected_failure(probe: Probe, tiny_wheel: Path) -> None:
    """A contract may want a run to fail with certain words."""
    snippet = SNIPPET.replace(
        "out.number", '__builtin_printf("install tiny-gpu\\n"); __builtin_exit(4); out.number'
    )
    document = {**CONTRACT, "probes": {"extra": {**CONTRACT["probes"]["extra"], "snippet": snippet}}}
    for key in ("load", "deploy", "namespace", "count", "baseline"):
        del document["probes"]["extra"][key]

    assert rules(probe(tiny_wheel, document=document)) == ["probe-run-failed"]
    assert rules(probe(tiny_wheel, document=document, **{"expect-failure": "tiny-gpu"})) == []


@pytest.mark.parametrize("kind", ["shared-library", "extension"])
def test_other_kinds_of_consumer(probe: Probe, tiny_wheel: Path, kind: str) -> None:
    """A plug-in that a host opens, and a Python extension module."""
    changes: dict[str, Any] = {"kind": kind, "deploy": [], "load": False, "headers": []}
    if kind == "extension":
        changes |= {"namespace": "", "snippet": EXTENSION, "expect": {"value": 2}}
        changes |= {"import-name": "consumer", "expression": "consumer.count()"}
    report = probe(tiny_wheel, **changes)
    seen = summary(report)

    assert rules(report) == []
    assert seen.main.values == {"value": 2} if kind == "extension" else seen.main.link == {"extra": 2}


EXTENSION = """
#include <Python.h>
#include <tiny/tiny.h>
static PyObject* count(PyObject*, PyObject*) { return PyLong_FromLong(tiny::count()); }
static PyMethodDef methods[] = {{"count", count, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {
  PyModuleDef_HEAD_INIT, "consumer", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr
};
PyMODINIT_FUNC PyInit_consumer() { return PyModule_Create(&module); }
"""


PATHS = {
    "mode": "paths",
    "include": ["tiny/include"],
    "library-folders": ["tiny/lib"],
    "libraries": ["tiny_extra", "tiny"],
    "package": "",
    "components": [],
    "targets": [],
}
ASKED = {"mode": "command", "command": ["{python}", "-c", "import tiny; print(tiny.__path__[0])"]}


@pytest.mark.parametrize("find", [{"mode": "folder", "path": "tiny/lib/cmake/tiny"}, ASKED, PATHS])
def test_other_ways_to_find_an_sdk(probe: Probe, tiny_wheel: Path, find: dict[str, Any]) -> None:
    """A folder, a command that prints one, plain paths."""
    base = CONTRACT["probes"]["extra"]
    trimmed = {key: base[key] for key in ("snippet", "library")}
    document = {**CONTRACT, "probes": {"extra": {**trimmed, "find": {**base["find"], **find}}}}
    report = probe(tiny_wheel, document=document)
    seen = summary(report)

    # Plain paths carry no retention, so the linker drops what nothing uses.
    assert rules(report) == (["probe-component-dropped"] if find["mode"] == "paths" else [])
    assert "libtiny.so" in seen.main.needed


def test_component_of_the_command_line(probe: Probe, tiny_wheel: Path) -> None:
    """One that the contract does not know is made up after the package config."""
    report = probe(tiny_wheel, contract="default", request=Request(component="core", jobs=2))
    seen = summary(report)

    assert (rules(report), seen.main.component) == ([], "core")


def test_makefiles_do_as_well(probe: Probe, tiny_wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ninja, make builds."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make on this machine")
    monkeypatch.setattr(
        "wheelcheck.probe.toolchain._find_generator", lambda _: ("Unix Makefiles", Path(make))
    )
    report = probe(tiny_wheel)
    seen = summary(report)

    assert (rules(report), seen.toolchain["generator"]) == ([], "Unix Makefiles")


def test_clang_does_as_well(probe: Probe, tiny_wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CXX chooses the compiler."""
    if shutil.which("clang++") is None:
        pytest.skip("no clang++ on this machine")
    monkeypatch.setenv("CXX", "clang++ -O0")
    report = probe(tiny_wheel)
    seen = summary(report)

    assert (rules(report), "clang" in seen.toolchain["compiler"]) == ([], True)


def test_loader_variables_do_not_reach_the_consumer(
    probe: Probe, tiny_wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would hide a missing search path; and a secret of the CI is none of the wheel's."""
    for name in ("LD_LIBRARY_PATH", "CPATH", "CMAKE_PREFIX_PATH", "PASSWORD"):
        monkeypatch.setenv(name, str(tmp_path))
    lines = "".join(
        f'  out.text("{name}", std::getenv("{name}") ? "set" : "");\n'
        for name in ("LD_LIBRARY_PATH", "CPATH", "CMAKE_PREFIX_PATH", "PASSWORD")
    )
    snippet = "#include <cstdlib>\n" + SNIPPET.replace("  out.number", f"{lines}  out.number")
    seen = summary(probe(tiny_wheel, snippet=snippet))

    assert {value for key, value in seen.main.values.items() if key != "count"} == {""}


def test_run_on_a_library_of_the_host(probe: Probe, tmp_path: Path) -> None:
    """Without the SDK it still runs, on a library of the same name from elsewhere: no success."""
    host = tmp_path / "host"
    build_tiny_sdk(host)
    config = CONFIG.replace(
        "LINKER:-rpath,$ORIGIN",
        f"LINKER:-rpath,$ORIGIN;LINKER:-rpath,${{root}}/lib;LINKER:-rpath,{host / 'tree'}",
    )
    report = probe(build_tiny_sdk(tmp_path, config=config))

    assert "probe-not-relocatable" in rules(report)
    assert "it still runs, with libraries from elsewhere" in words(report)
    assert str(host / "tree" / "libtiny.so") in words(report)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_run_leaves_nothing(work: Path, tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C, or a termination request, in the middle: no process, no folder, exit 130."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("started in the background, where a shell ignores Ctrl-C")
    marker = f"sleep {time.time_ns() % 10**9}"
    extra = f'#include <cstdlib>\nstatic int hang = std::system("{marker}");\n'
    wheel = build_tiny_sdk(tmp_path, extra=extra)
    command = [sys.executable, "-m", "wheelcheck", "probe", str(wheel), "--component", "extra"]
    with subprocess.Popen(
        command, stderr=subprocess.DEVNULL, cwd=tmp_path, start_new_session=True
    ) as process:
        try:
            end = time.monotonic() + 60
            while marker not in running() and time.monotonic() < end:
                time.sleep(0.1)
            process.send_signal(number)
            code = process.wait(timeout=20)
        finally:
            process.kill()

    assert code == 130
    assert marker not in running()
    assert list(work.iterdir()) == []


def running() -> str:
    """Command lines of every process."""
    return subprocess.run([PS, "-eo", "args"], capture_output=True, text=True, check=True).stdout


def test_kept_folder(probe: Probe, tiny_wheel: Path, tmp_path: Path) -> None:
    """`--keep` leaves sources, logs and applications, and refuses a folder with something in it."""
    folder = tmp_path / "kept here"
    probe(tiny_wheel, request=Request(keep=folder, jobs=2))

    assert (folder / "source" / "link_extra" / "CMakeLists.txt").is_file()
    assert (folder / "logs" / "build.log").is_file()
    assert (folder / "build" / "applications" / "link_extra").is_file()
    assert (folder / "home").stat().st_mode & 0o222 == 0
