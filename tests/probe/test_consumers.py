"""What each key of a probe does: consumers written as projects, and run as scripts that stand in for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.contracts import write_contract
from tests.support.facts import make_binary, make_subject, make_wheel
from tests.support.probe_facts import LIBRARY, make_consumer
from tests.support.wheelmaker import build_wheel
from wheelcheck.engine import Options, audit
from wheelcheck.probe.answers import answer
from wheelcheck.probe.environment import NotInstallableError
from wheelcheck.probe.facts import ENVIRONMENT, Consumer, Deployment, ProbeResult, Step
from wheelcheck.probe.finding import find_lines, libraries
from wheelcheck.probe.legacy import run_legacy
from wheelcheck.probe.plan import Plans, make_plans
from wheelcheck.probe.processes import Processes
from wheelcheck.probe.project import Project
from wheelcheck.probe.relocation import relocate
from wheelcheck.probe.running import Runner
from wheelcheck.probe.session import Request
from wheelcheck.probe.toolchain import LEGACY_VARIABLE, Toolchain
from wheelcheck.probe.workplace import Workplace
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Wheel

PACKAGE = {"package": "tiny", "components": ["core"], "targets": ["tiny::core"]}
PROBE: dict[str, Any] = {"find": PACKAGE, "snippet": "int x;"}
SITE = "lib/python3.11/site-packages"
ANSWER = json.dumps(
    {"wheelcheck": 1, "at_startup": {"registered": [], "lists": {}, "values": {}}, "loaded": []}
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Make a project in an empty environment, whose tools do nothing."""
    tools = {name: program(tmp_path / "tools" / name, "exit 0") for name in ("cmake", "ninja")}
    work = tmp_path / "work"
    work.mkdir()
    workplace = Workplace(work, Processes(), {"PATH": "/usr/bin:/bin"})
    site = workplace.prefix / SITE
    site.mkdir(parents=True)
    return Project(
        workplace=workplace,
        toolchain=Toolchain(
            compiler=("c++",),
            compiler_version="c++ 13",
            cmake=tools["cmake"],
            cmake_version="3.28.0",
            generator="Ninja",
            make=tools["ninja"],
        ),
        site=site,
        library_folders=("lib",),
        jobs=1,
    )


def program(path: Path, *lines: str) -> Path:
    """Write a script that stands in for a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
    path.chmod(0o755)
    return path


def planned(probe: Mapping[str, Any], wheel: Wheel | None = None) -> tuple[Subject, Plans]:
    """Plan one probe, called `one`; its header folders are declared."""
    headers: dict[str, object] = {folder: {} for folder in probe.get("headers", ())}
    subject = make_subject(wheel, {"headers": headers, "probes": {"one": probe}})
    return subject, make_plans(subject.contract, subject.wheel, subject.package_configs, None)


def written(probe: Mapping[str, Any], project: Project, wheel: Wheel | None = None) -> str:
    """Give the CMake project of every consumer of a probe."""
    plans = planned(probe, wheel)[1]
    project.write(plans.applications, [])
    folders = [project.workplace.source / each.name for each in plans.applications]
    return "\n".join((folder / "CMakeLists.txt").read_text(encoding="utf-8") for folder in folders)


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({}, "STANDARD 17"),
        ({"standard": 20}, "STANDARD 20"),
        ({"definitions": ["FAST=1", "B"]}, "DEFINITIONS [[FAST=1]] [[B]]"),
        ({"cmake-arguments": ["FAST_STATIC=OFF"]}, "set(FAST_STATIC [[OFF]])"),
        ({"cmake-arguments": ["FLAGS=-DX=1 -DY"]}, "set(FLAGS [[-DX=1 -DY]])"),
        ({"find": {"mode": "paths", "include": ["tiny/include"]}}, "INCLUDE [[{prefix}/tiny/include]]"),
        ({"find": {"mode": "paths", "library-folders": ["lib"]}}, "LIBRARY_FOLDERS [[{prefix}/lib]]"),
        ({"find": {"mode": "paths", "libraries": ["tiny", "m"]}}, "LIBRARIES tiny m"),
        ({"find": PACKAGE}, "LIBRARIES tiny::core"),
        ({"language": "c"}, 'SOURCES "${WHEELCHECK_FOLDER}/applications/report.cpp" snippet.c'),
        ({"snippet": "int main() {}", "language": "c"}, "SOURCES snippet.c"),
        ({"snippet": "int main() {}"}, "SOURCES snippet.cpp"),
        ({"kind": "shared-library"}, "wheelcheck_plugin(link_one"),
        ({"kind": "extension", "import-name": "pair.x"}, "wheelcheck_extension(link_one x [[]]"),
        ({"deploy": ["flat"]}, "RELOCATABLE [[$ORIGIN]] [[$ORIGIN/../../env/lib]]"),
    ],
)
def test_consumer_is_written_as_the_probe_says(keys: dict[str, Any], line: str, project: Project) -> None:
    """Each key has its line in the consumer's project, before `find_package` where that must see it."""
    text = written({**PROBE, **keys}, project)
    line = line.replace("{prefix}", str(project.workplace.prefix))

    assert line in [each.strip() for each in text.splitlines()]
    assert "cmake-arguments" not in keys or text.index(line) < text.index("find_package(")


def test_keys_of_another_consumer_make_another_one() -> None:
    """Equal consumers are built once; a key that changes one is a difference."""
    baseline = {**PACKAGE, "components": ["core"]}
    keys = {
        "standard": 20,
        "language": "c",
        "definitions": ["A"],
        "cmake-arguments": ["A=1"],
        "launcher": ["x"],
    }
    names = {
        key: [each.name for each in planned_pair({**PROBE, key: value}, {**PROBE, "find": baseline})]
        for key, value in keys.items()
    }

    assert ["link_one"] == [each.name for each in planned_pair(PROBE, {**PROBE, "find": baseline})]
    assert {key: ["link_one", "link_two"] for key in keys} == names


def planned_pair(one: Mapping[str, Any], two: Mapping[str, Any]) -> tuple[Any, ...]:
    subject = make_subject(contract={"probes": {"one": one, "two": two}})
    return make_plans(subject.contract, subject.wheel, subject.package_configs, None).applications


def test_module_is_found_and_its_variables_are_linked(project: Project) -> None:
    """A search module of the wheel sets variables where a config makes targets."""
    find = {"mode": "module", "path": "tiny/cmake", "package": "Tiny", "variables": ["TINY_LIBRARIES"]}
    text = written({**PROBE, "find": find}, project)

    assert f"set(CMAKE_MODULE_PATH [[{project.workplace.prefix}/tiny/cmake]])" in text
    assert "find_package(Tiny MODULE REQUIRED)" in text
    assert "LIBRARIES ${TINY_LIBRARIES}" in text


def test_entry_point_gives_the_prefix(project: Project) -> None:
    """The first module of the group, in whichever distribution; without the group nothing is configured."""
    find = {**PACKAGE, "mode": "entry-point", "entry-point": "cmake.prefix"}
    application = planned({**PROBE, "find": find})[1].applications[0]
    with pytest.raises(NotInstallableError, match=r"no installed distribution .* group 'cmake\.prefix'"):
        find_lines(application.find, project.workplace, project.site)
    for name, group in (("other", "console_scripts"), ("tiny", "cmake.prefix")):
        points = project.site / f"{name}-1.0.dist-info" / "entry_points.txt"
        points.parent.mkdir()
        points.write_text(f"[{group}]\n{name} = {name}.sdk:root [extra]\n", encoding="utf-8")
    lines = find_lines(application.find, project.workplace, project.site)

    prefixes = f"[[{project.site}/tiny/sdk]] [[{project.workplace.prefix}]]"
    assert f"set(CMAKE_PREFIX_PATH {prefixes})" in lines
    assert ["tiny::core"] == libraries(application.find)


def test_compiler_wrapper_builds_the_consumer(project: Project) -> None:
    """The wheel's own wrapper gets definitions, sources and the output, and no CMake project is written."""
    wrapper = program(project.workplace.prefix / "bin" / "mpicxx", 'echo "$@"', "exit 3")
    find = {"mode": "wrapper", "compiler": ["{prefix}/bin/mpicxx", "-O1"]}
    plans = planned({"find": find, "definitions": ["FAST=1"], "snippet": "int main() {}"})[1]
    project.write(plans.applications, [])
    project.build(plans.applications)
    folder = project.workplace.source / "link_one"
    log = (project.workplace.logs / "build-link_one.log").read_text(encoding="utf-8")

    assert ["snippet.cpp"] == [each.name for each in folder.iterdir()]
    assert log.startswith("-O1 -DFAST=1 ")
    assert f"{folder}/snippet.cpp -o {project.workplace.applications}/link_one" in log
    assert (Step.BUILD, "exit 3") == (
        project.failures["link_one"].step,
        project.failures["link_one"].status,
    )
    assert str(wrapper) in (project.workplace.root / "repeat-build-link_one.sh").read_text(encoding="utf-8")


SAMPLES = {
    "core": {"include": ["tiny/core.h"], "code": "tiny::core();"},
    "extra": {
        "include": ["tiny/extra.h"],
        "code": "tiny::extra();",
        "components": ["extra"],
        "targets": ["tiny::extra"],
    },
}


def test_samples_are_programs_of_their_own(project: Project) -> None:
    """Each includes its headers and runs its code, with its own components and targets where it has some."""
    text = written({**PROBE, "samples": SAMPLES}, project)
    source = (project.workplace.source / "sample_one_extra" / "sample.cpp").read_text(encoding="utf-8")

    assert "#include <tiny/extra.h>\n\nint main() {\ntiny::extra();\n  return 0;\n}\n" == source
    assert 2 == text.count("find_package(tiny CONFIG REQUIRED COMPONENTS core)")
    assert 1 == text.count("find_package(tiny CONFIG REQUIRED COMPONENTS extra)")
    assert 1 == text.count("LIBRARIES tiny::extra\n")


def test_sample_of_a_header_that_does_not_ship_is_left_out() -> None:
    """A missing header is another rule's finding; where no folder is declared, nobody knows."""
    wheel = make_wheel(files={"pair/include/tiny/core.h": ""})
    names = [
        [each.name for each in planned({**PROBE, "samples": SAMPLES, **keys}, wheel)[1].plans[0].samples]
        for keys in ({}, {"headers": ["pair/include"]})
    ]

    assert [["sample_one_core", "sample_one_extra"], ["sample_one_core"]] == names


def run_probe(probe: Mapping[str, Any], project: Project, wheel: Wheel | None = None) -> ProbeResult:
    """Answer one probe with the programs that lie where its consumers would be built."""
    subject, plans = planned(probe, wheel)
    runner = Runner(workplace=project.workplace, project=project)
    return answer(plans.plans[0], subject, project, runner)


def consumer(project: Project, *lines: str, name: str = "link_one") -> Path:
    """Put a script where a consumer would be built; it prints an answer unless told otherwise."""
    return program(project.workplace.applications / name, *(lines or (f"echo '{ANSWER}'",)))


def test_launcher_starts_the_consumer(project: Project) -> None:
    """With its own arguments first."""
    consumer(project, f"echo '{ANSWER}' > answer")
    program(project.workplace.prefix / "bin" / "mpiexec", 'test "$1 $2" = "-n 3" && "$3" && cat answer')
    launched = {**PROBE, "launcher": ["{prefix}/bin/mpiexec", "-n", "3"]}

    assert (run_probe(launched, project).link or make_consumer()).ran
    assert not (run_probe({**launched, "launcher": []}, project).link or make_consumer()).ran


TINYC = {"path": "bin/tinyc", "arguments": ["--version", "{prefix}"]}


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (TINYC, None),
        ({**TINYC, "expect": "version 2."}, None),
        ({**TINYC, "expect": "version 3."}, "does not print 'version 3.'"),
        ({**TINYC, "forbid": "/build/"}, None),
        ({**TINYC, "forbid": "/home/ci"}, "prints '/home/ci'"),
        ({**TINYC, "arguments": ["--help", "{prefix}"]}, "exit 4"),
    ],
)
def test_program_of_the_wheel_is_run(row: dict[str, Any], status: str | None, project: Project) -> None:
    """Its exit code, what it must say and what it must not, on either stream."""
    consumer(project)
    arguments = ["--version", str(project.workplace.prefix)]
    program(
        project.workplace.prefix / "bin" / "tinyc",
        f'test "$*" = "{" ".join(arguments)}" || exit 4',
        "echo version 2.1; echo from /home/ci >&2",
    )
    ((name, failure),) = run_probe({**PROBE, "programs": [row]}, project).programs

    assert ("bin/tinyc", status) == (name, failure and failure.status)


def test_names_are_read_from_the_wheels_own_list(project: Project) -> None:
    """Those of the probe's namespace; a list that does not ship is no list."""
    consumer(project)
    text = "- func: extra::two(int)\n- func: extra::one(int)\n- func: other::x(int)\n# func: extra::no\n"
    installed = project.site / "pair" / "ops.yaml"
    installed.parent.mkdir()
    installed.write_text(text, encoding="utf-8")
    project.workplace.site = (SITE, SITE)
    row = {"file": "pair/ops.yaml", "pattern": r"^- func: ([\w:]+)"}
    probe = {**PROBE, "namespace": "extra", "listed": [row]}

    assert ("extra::one", "extra::two") == run_probe(
        probe, project, make_wheel(files={"pair/ops.yaml": text})
    ).listed
    assert run_probe(probe, project).listed is None


def test_what_is_deployed_beside_the_application_is_copied(project: Project) -> None:
    """Its libraries, and the members that the contract adds: it runs only where the plug-in is."""
    starts = ['test -f "$(dirname "$0")/filter.so" || exit 1', f"echo '{ANSWER}'"]
    consumer(project, *starts)
    consumer(project, *starts, name="link_one_deploy")
    plugins = [make_binary(f"pair/plugins/{name}") for name in ("filter.so", "notes.txt")]
    wheel = make_wheel(binaries=[*plugins, make_binary(f"pair/lib/{LIBRARY}")])
    for each in wheel.binaries:
        program(project.site / each.member)
    project.workplace.site = (SITE, SITE)
    link = make_consumer(loaded=[f"{ENVIRONMENT}/{SITE}/pair/lib/{LIBRARY}"], at_startup=None, output=None)
    runner = Runner(workplace=project.workplace, project=project)
    faults = {}
    for extra in ("pair/nothing/*", "pair/plugins/*.so"):
        subject, plans = planned({**PROBE, "deploy": ["flat"], "deploy-extra": [extra]}, wheel)
        flat = relocate(plans.plans[0], link, subject.layout, runner)[-1]
        faults[extra] = (flat.kind, flat.fault)

    assert (Deployment.FLAT, "exit 1") == faults["pair/nothing/*"]
    assert (Deployment.FLAT, "it runs, but its report differs from before") == faults["pair/plugins/*.so"]
    assert ["filter.so", LIBRARY, "link_one_deploy"] == sorted(
        each.name for each in (project.workplace.root / "deploy-flat").iterdir()
    )


LEGACY = {"cmake": "3.24", "libraries": "TINY_LIBRARIES"}


def by_variables(
    legacy: Mapping[str, Any], project: Project, said: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[Consumer | str, str]:
    """Take the route by variables with a CMake that says its version; give the outcome and its project."""
    monkeypatch.setenv(LEGACY_VARIABLE, str(program(project.workplace.root / "old", f"echo {said}")))
    project.workplace.source.mkdir()
    consumer(project, name="legacy_one")
    plan = planned({**PROBE, "legacy": {"cmake": "3.24", "libraries": "TINY_LIBRARIES", **legacy}})[1].plans[
        0
    ]
    outcome = run_legacy(plan, project, Runner(workplace=project.workplace, project=project))
    lists = project.workplace.source / "legacy_one" / "CMakeLists.txt"
    return outcome, lists.read_text(encoding="utf-8") if lists.exists() else ""


@pytest.mark.parametrize(
    ("legacy", "line"),
    [
        ({**LEGACY, "include-folders": "NAME"}, 'PRIVATE "{source}/include" ${NAME})'),
        ({**LEGACY, "definitions": "NAME"}, "target_compile_definitions(legacy_one PRIVATE ${NAME})"),
        (
            {**LEGACY, "standard": "NAME"},
            "set_target_properties(legacy_one PROPERTIES CXX_STANDARD ${NAME})",
        ),
        (
            {**LEGACY, "libraries": "NAME"},
            "target_link_libraries(legacy_one PRIVATE ${NAME} ${CMAKE_DL_LIBS})",
        ),
    ],
)
def test_route_by_variables_uses_those_that_are_named(
    legacy: dict[str, Any], line: str, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The consumer is configured by the old CMake, built and run."""
    outcome, text = by_variables(legacy, project, "cmake version 3.24.4", monkeypatch)

    assert isinstance(outcome, Consumer)
    assert outcome.ran
    assert line.replace("{source}", str(project.workplace.source)) in text
    assert 1 == text.count("${NAME}")
    assert "${}" not in text


def test_route_by_variables_needs_the_cmake_that_the_contract_names(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another release would use the targets."""
    outcome, text = by_variables(LEGACY, project, "cmake version 3.25.0", monkeypatch)

    assert "CMake 3.24 was not found" in str(outcome)
    assert "" == text


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        (
            {"prepare": [["{python}", "-c", "import pair"], ["sh", "-c", "echo no links; exit 7"]]},
            "prepare command fails: sh -c echo no links; exit 7: exit 7: no links",
        ),
        ({"install": ["./absent-1.0-py3-none-any.whl"]}, "pip cannot provide ./absent-1.0-py3-none-any.whl"),
    ],
)
def test_what_comes_before_the_build_is_done_first(
    keys: dict[str, Any], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the environment where the wheel is installed; when it fails nothing can be probed."""
    monkeypatch.setenv("CXX", str(program(tmp_path / "c++", "echo c++ 13")))
    wheel = build_wheel({"tags": "py3-none-any", "member": [{"path": "pair/__init__.py"}]}, tmp_path)
    contract = str(write_contract({"probes": {"one": {**PROBE, **keys}}}, tmp_path))
    report = audit([wheel], Options(contract=contract, probe=Request()))
    (failure,) = report.wheels[0].incomplete

    assert failure.reason.startswith(f"probe: {reason}")
    assert report.exit_code == 3
