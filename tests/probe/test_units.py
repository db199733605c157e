"""Parts of the probe that need neither a compiler nor a wheel."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel
from tests.support.probe_facts import NAMES, make_consumer, make_facts, make_probe_subject, make_result
from tests.support.probe_facts import observed as seen
from wheelcheck.contract.consumers import baseline_of, main_probe, resolved_probes
from wheelcheck.contract.model import Contract
from wheelcheck.contract.probe import Find, Probe
from wheelcheck.errors import ContractError, UsageError
from wheelcheck.probe.answers import listed_names
from wheelcheck.probe.environment import NotInstallableError
from wheelcheck.probe.facts import ProbeFacts, Question
from wheelcheck.probe.finding import find_lines, quoted
from wheelcheck.probe.plan import make_plans
from wheelcheck.probe.processes import Processes, interruptible
from wheelcheck.probe.session import systems
from wheelcheck.probe.summary import summarise
from wheelcheck.probe.toolchain import MissingToolError, find_compiler, find_toolchain
from wheelcheck.probe.workplace import Workplace, is_odd_folder, telling_lines, work_folder
from wheelcheck.report import Report, WheelReport
from wheelcheck.reporters.check_json import render
from wheelcheck.reporters.formats import Detail

BASE = {"find": {"package": "tiny", "components": ["core"], "targets": ["tiny::core"]}, "snippet": "x"}


def contract_of_probes(**probes: Any) -> Contract:
    """Make a contract with these probes only."""
    return make_subject(contract={"probes": probes}).contract


def test_probe_like_another_states_the_difference_only() -> None:
    """Tables are laid over each other, what is not stated is taken over."""
    contract = contract_of_probes(base=BASE, extra={"like": "base", "find": {"components": ["extra"]}})
    extra = resolved_probes(contract)["extra"]

    assert (extra.snippet, extra.find.package, extra.find.components) == ("x", "tiny", ("extra",))


@pytest.mark.parametrize(
    ("like", "complaint"), [("bse", "unknown probe 'bse'"), ("extra", "leads back to this probe")]
)
def test_probe_like_none(like: str, complaint: str) -> None:
    """A wrong name and a circle are errors of the contract."""
    with pytest.raises(ContractError, match=complaint):
        resolved_probes(contract_of_probes(base=BASE, extra={"like": like}))


def test_baseline_takes_over_what_it_does_not_state() -> None:
    """The same package, other components."""
    probe = Probe(find=Find(package="tiny", components=("extra",)), baseline=Find(components=("core",)))

    assert baseline_of(probe) == Find(package="tiny", components=("core",))


def test_main_probe_counts_something() -> None:
    """The first with a namespace, else the first."""
    assert main_probe({"a": Probe(), "b": Probe(namespace="ns")}) == "b"
    assert main_probe({"a": Probe(), "b": Probe()}) == "a"
    assert main_probe({}) is None


def test_equal_consumers_are_built_once() -> None:
    """Two components with one baseline, which is also a probe of its own."""
    baseline = {"components": ["core"], "targets": ["tiny::core"]}
    components = {
        name: {
            "like": "core",
            "find": {"components": [name], "targets": [f"tiny::{name}"]},
            "baseline": baseline,
        }
        for name in ("one", "two")
    }
    subject = make_subject(contract={"probes": {"core": BASE, **components}})
    plans = make_plans(subject.contract, subject.wheel, subject.package_configs, None)

    assert [each.name for each in plans.applications] == ["link_core", "link_one", "link_two"]
    assert [plan.baseline.name for plan in plans.plans if plan.baseline] == ["link_core", "link_core"]


def test_probe_of_an_optional_library_that_does_not_ship_is_left_out() -> None:
    """A required one is tried, and its failure is the finding."""
    rows = {"libone": {"presence": "optional"}, "libtwo": {"presence": "required"}}
    probes = {name: {**BASE, "library": f"lib{name}", "snippet": name} for name in ("one", "two")}
    probes = {"zero": BASE, **probes}
    subject = make_subject(
        make_wheel(binaries=[make_binary("pair/lib/libz.so")]), {"libraries": rows, "probes": probes}
    )
    plans = make_plans(subject.contract, subject.wheel, subject.package_configs, None)

    assert [plan.name for plan in plans.plans] == ["zero", "two"]


def test_component_of_the_command_line_comes_first() -> None:
    """By its CMake name; one that nothing knows is a usage error."""
    subject = make_subject(contract={"probes": {"a": BASE, "b": {**BASE, "find": {"components": ["fast"]}}}})

    assert make_plans(subject.contract, subject.wheel, subject.package_configs, "fast").plans[0].name == "b"
    empty = make_subject()
    with pytest.raises(UsageError, match="unknown component 'fast'"):
        make_plans(empty.contract, empty.wheel, empty.package_configs, "fast")


def workplace_in(tmp_path: Path) -> Workplace:
    """Make a work folder."""
    return Workplace(
        tmp_path, Processes(), {"PATH": "/usr/bin", "LD_PRELOAD": "x.so", "TOKEN": "s", "CXX": "g++"}
    )


def test_child_environment(tmp_path: Path) -> None:
    """No loader variables and nothing that a CI keeps in its environment."""
    environment = workplace_in(tmp_path).environment

    assert environment["CXX"] == "g++"
    assert {"LD_PRELOAD", "TOKEN"}.isdisjoint(environment)


def test_programs_of_the_wheel_are_not_tools(tmp_path: Path) -> None:
    """Compilers find theirs on PATH: neither the environment nor the working folder is on it."""
    caller = {"PATH": os.pathsep.join(["/usr/bin", "", ".", "tools", str(tmp_path / "env" / "bin"), "/bin"])}
    workplace = Workplace(tmp_path, Processes(), caller)

    assert workplace.environment["PATH"] == "/usr/bin:/bin"
    assert workplace.activated["PATH"] == f"{tmp_path}/env/bin:/usr/bin:/bin"


def test_find_package_is_written_as_a_project_would(tmp_path: Path) -> None:
    """Prefix and required components."""
    find = Find(path="tiny sdk", package="tiny", components=("core", "extra"))
    lines = find_lines(find, workplace_in(tmp_path), tmp_path / "site")

    assert f"set(CMAKE_PREFIX_PATH [[{tmp_path}/env/tiny sdk]] [[{tmp_path}/env]])" in lines
    assert "find_package(tiny CONFIG REQUIRED COMPONENTS core extra)" in lines


def test_folder_of_an_entry_point(tmp_path: Path) -> None:
    """The module of the group's first entry, read without the interpreter."""
    file = tmp_path / "site" / "tiny-1.0.dist-info" / "entry_points.txt"
    file.parent.mkdir(parents=True)
    blanks = " " * 100_000
    file.write_text(f"x{blanks}y\n[cmake.prefix]\ntiny = tiny.share:main [x]\n", encoding="utf-8")
    workplace, site = workplace_in(tmp_path), tmp_path / "site"
    find = Find(mode="entry-point", entry_point="cmake.prefix", package="tiny")
    other = Find(mode="entry-point", entry_point="other", package="tiny")

    assert f"[[{tmp_path}/site/tiny/share]]" in find_lines(find, workplace, site)[0]
    with pytest.raises(NotInstallableError, match="in the group 'other'"):
        find_lines(other, workplace, site)


def test_listed_names() -> None:
    """Line by line; a longer line than any list has is left out."""
    text = f"- func: a::one(x)\n  - func: no(\n- func: a::two(\n- func: {'x' * 500}(\n- func: :(\n"

    assert listed_names(text, r"^- func: ([\w:.]+)\(") == {"a::one", "a::two", ":"}
    assert listed_names("a b\nc", r"(\w)\b|z(y)?") == {"a", "b", "c"}


def test_quoted_arguments_expand_nothing() -> None:
    """Brackets of CMake, longer where the text holds one."""
    assert quoted("${x};y") == "[[${x};y]]"
    assert quoted("a]]b") == "[=[a]]b]=]"


def test_folders_are_neutral_in_reports(tmp_path: Path) -> None:
    """Two runs say the same."""
    workplace = workplace_in(tmp_path)

    assert (
        workplace.neutral(f"{tmp_path}/env/lib/x.so {tmp_path}/build")
        == "<environment>/lib/x.so <work>/build"
    )


def test_telling_lines() -> None:
    """CMake's message on one line, the compiler's error, and not what build tools say of themselves."""
    cmake = "-- Detecting\nCMake Error at x/CMakeLists.txt:2 (message):\n  no such\n  component\n\n\n"
    cmake += "-- Configuring incomplete, errors occurred!\n"

    assert telling_lines(cmake) == ("CMake Error at x/CMakeLists.txt:2 (message): no such component",)
    generated = 'CMake Error in x/CMakeLists.txt:\n  Target "x" includes\n\n    "gone"\n\n'
    assert telling_lines(generated) == ('CMake Error in x/CMakeLists.txt: Target "x" includes "gone"',)
    assert telling_lines("FAILED: x.o\nx.cpp:1: error: no\nninja: build stopped\n") == ("x.cpp:1: error: no",)
    assert telling_lines("a\nb\n") == ("a", "b")


def test_repeat_script_states_the_whole_environment(tmp_path: Path) -> None:
    """It runs without what the shell has set."""
    workplace = workplace_in(tmp_path)
    workplace.keep("build-x", ["cmake", "--build", "a b"])
    script = (tmp_path / "repeat-build-x.sh").read_text(encoding="utf-8")

    assert "exec env -i" in script
    assert "cmake --build 'a b'" in script
    assert workplace.is_kept


def test_steps_named_by_a_contract_stay_in_the_work_folder(tmp_path: Path) -> None:
    """A probe can be called anything; no log or script takes another one's place."""
    root = tmp_path / "work"
    root.mkdir()
    workplace = workplace_in(root)
    steps = [
        "prepare-../../x-0",
        "prepare-/etc/x-0",
        "prepare-.._.._x-0",
        "prepare-" + "x" * 5000,
        "prepare-a\nb",
    ]
    for step in steps:
        workplace.keep(step, ["true"])
        workplace.run(["true"], step=step)

    assert [path.name for path in tmp_path.iterdir()] == ["work"]
    assert len(list(root.glob("repeat-prepare-*.sh"))) == len(list(root.glob("logs/*.log"))) == len(steps)


@pytest.mark.parametrize("folder", ["a,-plugin,b.so", "a;b", "a:b", "$ORIGIN", 'a"', "a\nb", "a\\b", "`a`"])
def test_folder_that_would_be_an_option(folder: str) -> None:
    """Folders of libraries become search paths; CMake and the link editor read more into some names."""
    assert is_odd_folder(f"lib/{folder}")
    assert not is_odd_folder("lib/python3.11/site packages/x+y@1~(z)")


def test_consumers_with_one_name_as_a_target() -> None:
    """Names that CMake cannot tell apart, and one that no folder can have."""
    names = ("a-b", "a b", "../a", "x" * 5000)
    subject = make_subject(contract={"probes": {name: {**BASE, "snippet": name} for name in names}})
    plans = make_plans(subject.contract, subject.wheel, subject.package_configs, None)

    assert [each.name for each in plans.applications] == [
        "link_a_b", "link_a_b_2", "link____a", f"link_{'x' * 60}"
    ]  # fmt: skip


def test_process_that_overruns_is_stopped(tmp_path: Path) -> None:
    """With what it started."""
    with interruptible() as processes:
        start = time.monotonic()
        done = processes.run(
            ["sh", "-c", "sleep 30 & sleep 30"],
            folder=tmp_path,
            environment={"PATH": os.environ["PATH"]},
            log=tmp_path / "log",
            seconds=0.2,
        )

    assert done.status == "stopped after 0.2 s"
    assert time.monotonic() - start < 10


def test_signal_is_named(tmp_path: Path) -> None:
    """A crash says which."""
    with interruptible() as processes:
        done = processes.run(
            ["sh", "-c", "kill -SEGV $$"],
            folder=tmp_path,
            environment={"PATH": os.environ["PATH"]},
            log=tmp_path / "log",
            seconds=10,
        )

    assert done.status == "killed by SIGSEGV"


def test_work_folder_is_removed_when_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a step had failed before."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fail_and_stop() -> None:
        with work_folder(None, {}, Processes()) as workplace:
            workplace.keep("x", ["true"])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail_and_stop()

    assert list(tmp_path.iterdir()) == []


def test_kept_folder_is_not_taken_over(tmp_path: Path) -> None:
    """`--keep` wants a new or empty folder."""
    (tmp_path / "x").touch()
    with pytest.raises(UsageError, match="not empty"), work_folder(tmp_path, {}, Processes()):
        pass


def test_kept_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """Below a file, for example."""
    (tmp_path / "x").touch()
    folder = tmp_path / "x" / "kept"
    with pytest.raises(UsageError, match="cannot create --keep folder"), work_folder(folder, {}, Processes()):
        pass


def test_missing_compiler_says_what_was_looked_for(tmp_path: Path) -> None:
    """None on PATH, and one that CXX names and that is not there."""
    with pytest.raises(MissingToolError, match=r"none of c\+\+, g\+\+, clang\+\+ is on PATH"):
        find_compiler({"PATH": str(tmp_path)})
    with pytest.raises(MissingToolError, match="CXX is 'no-such-compiler'"):
        find_compiler({"PATH": str(tmp_path), "CXX": "no-such-compiler -O2"})


def test_tools_are_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a name alone, a child in another folder, or with another PATH, would start another program."""
    tool = tmp_path / "bin" / "c++"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho c++ 12\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.chdir(tmp_path)

    assert find_compiler({"PATH": "bin"}) == ((str(tool),), "c++ 12")
    assert find_compiler({"PATH": "bin", "CXX": "c++ -O2"}) == ((str(tool), "-O2"), "c++ 12")


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        (("macosx_14_0_arm64", "macosx_11_0_x86_64"), "macOS"),
        (("win_amd64",), "Windows"),
        (("manylinux_2_28_aarch64",), "manylinux_2_28_aarch64"),
        (("haiku_1",), "haiku_1"),
    ],
)
def test_other_host_is_named(tags: tuple[str, ...], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its system; by the tags where only the machine is another one."""
    monkeypatch.setattr("platform.system", lambda: "Linux")

    assert systems(tags) == name


def test_cmake_that_is_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The version that was found is told."""
    monkeypatch.setattr("wheelcheck.probe.toolchain._packaged_cmake", lambda: None)
    for name, said in (("cmake", "cmake version 3.25.1"), ("g++", "g++ 12")):
        tool = tmp_path / name
        tool.write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
        tool.chmod(0o755)
    with pytest.raises(MissingToolError, match=r"no CMake 3\.28 or newer \(only 3\.25\.1 found\)"):
        find_toolchain({"PATH": str(tmp_path)})


def document(facts: ProbeFacts) -> Any:
    """Give what the JSON report says about a probe of the usual subject."""
    probe = summarise(facts, make_probe_subject())
    report = Report(version="0.1.0", wheels=(WheelReport(file="pair.whl", probe=probe),))
    return json.loads(render(report, Detail()))["wheels"][0]["probe"]


def test_document() -> None:
    """What JSON consumers read; the namespace is there even when nothing is registered in it."""
    load = make_consumer("baseline_extra", Question.LOAD, at_startup=seen(()), after_load=seen())
    found = document(make_facts(make_result(load=load, listed=NAMES)))

    assert (found["baseline"], found["link"]) == ({"extra": 0}, {"extra": 2})
    assert found["load"] == {"before": {"extra": 0}, "after": {"extra": 2}}
    assert found["names"] == list(NAMES)
    assert found["sources"] == {"static": 2, "probe": 2, "contract": 2, "yaml": 2}


def test_document_of_nothing() -> None:
    """Null when no probe was possible."""
    assert document(ProbeFacts(impossible="no compiler")) is None
    assert document(ProbeFacts())["link"] is None
