"""A consumer that uses the variables of a package config, with a CMake too old for its targets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from wheelcheck.contract.probe import Legacy
from wheelcheck.probe.facts import Consumer, Failure, Question, Step
from wheelcheck.probe.finding import find_lines
from wheelcheck.probe.plan import Application, Plan
from wheelcheck.probe.project import Project
from wheelcheck.probe.running import Runner
from wheelcheck.probe.toolchain import LEGACY_VARIABLE, find_legacy_cmake


def run_legacy(plan: Plan, project: Project, runner: Runner) -> Consumer | str:
    """Build and run the consumer that uses variables; give it, or why it could not be tried."""
    legacy = plan.probe.legacy
    if legacy is None:
        return ""
    workplace = project.workplace
    cmake = find_legacy_cmake(legacy.cmake, workplace.environment)
    if cmake is None:
        return (
            f"legacy: CMake {legacy.cmake} was not found; install 'cmake=={legacy.cmake}.*' into a separate "
            f"environment and set {LEGACY_VARIABLE} to its program"
        )
    name = f"legacy_{plan.link.name.removeprefix('link_')}"
    source = workplace.source / name
    source.mkdir()
    (source / "snippet.cpp").write_text(plan.probe.snippet, encoding="utf-8")
    (source / "CMakeLists.txt").write_text(_lists(plan, legacy, name, project), encoding="utf-8")
    build = workplace.root / "build-legacy"
    application = Application(name=name, find=plan.link.find, probe=plan.probe)
    configure = [
        str(cmake), "-S", str(source), "-B", str(build), "-G", project.toolchain.generator,
        f"-DCMAKE_MAKE_PROGRAM={project.toolchain.make}", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY={workplace.applications}",
    ]  # fmt: skip
    for kind, command in ((Step.CONFIGURE, configure), (Step.BUILD, [str(cmake), "--build", str(build)])):
        failure = _step(kind, f"{kind.value}-{name}", command, project)
        if failure is not None:
            project.failures[name] = failure
            break
    return runner.consumer(application, Question.LEGACY)


def _step(kind: Step, step: str, command: Sequence[str], project: Project) -> Failure | None:
    workplace = project.workplace
    done = workplace.run(command, step=step)
    if not (done.code or done.overrun):
        return None
    words = workplace.telling_lines(done.output)
    return Failure(step=kind, status=done.status, words=words, command=workplace.keep(step, command))


def _lists(plan: Plan, legacy: Legacy, name: str, project: Project) -> str:
    find = msgspec.structs.replace(plan.link.find, components=(), targets=())
    found = [
        line
        for line in find_lines(find, project.workplace, project.site)
        if not line.startswith("wheelcheck_")
    ]
    folder: Path = project.workplace.source
    include = f"${{{legacy.include_folders}}}" if legacy.include_folders else ""
    lines = [
        f"cmake_minimum_required(VERSION {legacy.cmake})",
        f"project({name} LANGUAGES CXX)",
        *found,
        f'add_executable({name} "{folder}/applications/report.cpp" snippet.cpp)',
        f'target_include_directories({name} PRIVATE "{folder}/include" {include})',
    ]
    if legacy.definitions:
        lines.append(f"target_compile_definitions({name} PRIVATE ${{{legacy.definitions}}})")
    if legacy.standard:
        lines.append(f"set_target_properties({name} PROPERTIES CXX_STANDARD ${{{legacy.standard}}})")
    lines.append(f"target_link_libraries({name} PRIVATE ${{{legacy.libraries}}} ${{CMAKE_DL_LIBS}})")
    return "\n".join([*lines, ""])
