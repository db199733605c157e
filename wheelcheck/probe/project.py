"""The CMake project with all consumers: written, configured once, built once."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wheelcheck.probe.environment import NotInstallableError
from wheelcheck.probe.facts import Failure, Step
from wheelcheck.probe.finding import filled, find_lines, libraries, place, quoted, version_lines
from wheelcheck.probe.plan import Application
from wheelcheck.probe.processes import Completed
from wheelcheck.probe.shipped import shipped_project
from wheelcheck.probe.toolchain import Toolchain
from wheelcheck.probe.workplace import Workplace

HOST = "plugin_host"
"""Application that loads consumers of the kind `shared-library`."""
_OWN_MAIN = re.compile(r"\bmain\s*\(")


@dataclass(frozen=True, kw_only=True)
class Version:
    """One request to a package config: whether it accepts this release."""

    name: str
    application: Application
    requested: str
    is_own: bool


@dataclass(kw_only=True)
class Project:
    """What is built, and what failed so far."""

    workplace: Workplace
    toolchain: Toolchain
    site: Path
    library_folders: tuple[str, ...]
    """Folders of the SDK's libraries, relative to the prefix."""
    jobs: int
    failures: dict[str, Failure] = field(default_factory=dict)
    """By application name."""

    def write(self, applications: Sequence[Application], versions: Sequence[Version]) -> None:
        """Write the sources of every consumer."""
        shutil.copytree(shipped_project(), self.workplace.source)
        for each in applications:
            if each.find.mode == "wrapper":
                continue
            try:
                self._write_application(each)
            except NotInstallableError as exc:
                self.failures[each.name] = Failure(
                    step=Step.CONFIGURE, status="not found", words=(str(exc),), command="see logs/find.log"
                )
        if any(each.probe.kind == "shared-library" for each in applications):
            self._write_lists(
                HOST,
                [
                    f"wheelcheck_executable({HOST}",
                    '  SOURCES "${WHEELCHECK_FOLDER}/applications/report.cpp"',
                    '  LIBRARIES "${CMAKE_DL_LIBS}"',
                    "  REST DEFINITIONS WHEELCHECK_PLUGIN",
                    ")",
                ],
            )
        for question in versions:
            if question.application.name in self.failures:
                continue
            lines = version_lines(question.application.find, question.requested, self.workplace, self.site)
            self._write_lists(question.name, lines)

    def configure(self, names: Sequence[str], languages: str) -> None:
        """Configure all folders at once; when that fails, each one alone to find the one at fault."""
        done = self._configure(names, languages, "configure")
        if not (done.code or done.overrun):
            return
        good = []
        for name in names:
            step = f"configure-{name}"
            done = self._configure([name], languages, step)
            if done.code or done.overrun:
                self.failures[name] = self._failure(
                    Step.CONFIGURE, step, done, self._configure_command([name], languages)
                )
            else:
                good.append(name)
        if good:
            self._configure(good, languages, "configure")

    def build(self, applications: Iterable[Application]) -> None:
        """Build every consumer; one that fails is built again alone, for its own output."""
        by_wrapper = [each for each in applications if each.find.mode == "wrapper"]
        for each in by_wrapper:
            self._build_by_wrapper(each)
        wanted = [
            each
            for each in applications
            if each.name not in self.failures and not each.is_objects and each not in by_wrapper
        ]
        if not wanted:
            return
        keep_going = ["-k", "0"] if self.toolchain.generator == "Ninja" else ["-k"]
        command = [*self._build_command(), "--parallel", str(self.jobs), "--", *keep_going]
        done = self.workplace.run(command, step="build")
        if not (done.code or done.overrun):
            return
        for each in wanted:
            command = [*self._build_command(), "--target", each.name]
            step = f"build-{each.name}"
            done = self.workplace.run(command, step=step)
            if done.code or done.overrun:
                self.failures[each.name] = self._failure(Step.BUILD, step, done, command)

    def _build_by_wrapper(self, application: Application) -> None:
        """Build with the compiler wrapper that the wheel ships: it finds the SDK by itself."""
        source = self.workplace.source
        self.workplace.applications.mkdir(parents=True, exist_ok=True)
        sources = [
            each.replace("${WHEELCHECK_FOLDER}", str(source)).strip('"')
            for each in self._write_sources(application)
        ]
        command = [
            *filled(application.find.compiler, self.workplace),
            *(f"-D{each}" for each in application.probe.definitions),
            f"-I{source / 'include'}",
            *(str(source / application.name / each) for each in sources),
            "-o",
            str(self.built(application)),
        ]
        step = f"build-{application.name}"
        environment = self.workplace.activated
        done = self.workplace.run(command, step=step, environment=environment)
        if done.code or done.overrun:
            self.failures[application.name] = self._failure(Step.BUILD, step, done, command, environment)

    def built(self, application: Application) -> Path:
        """File of a built consumer."""
        folder = self.workplace.applications
        if application.probe.kind == "extension":
            # Each in its own folder: their file names are the same.
            return folder / application.name / f"{application.probe.import_name.rpartition('.')[2]}.so"
        if application.probe.kind == "shared-library":
            return folder / f"lib{application.name}.so"
        return folder / application.name

    def found_folder(self, name: str) -> str | None:
        """Folder in which `find_package` found the config for one consumer."""
        return self._answer(name, "found")

    def accepted(self, version: Version) -> bool | None:
        """Whether the config accepted a version; None when the request did not run."""
        answer = self._answer(version.name, "answer")
        return None if answer is None else answer.upper() in {"1", "TRUE", "ON"}

    def _answer(self, name: str, file: str) -> str | None:
        path = self.workplace.build / name / file
        return path.read_text(encoding="utf-8") if path.is_file() else None

    def _configure_command(self, names: Sequence[str], languages: str) -> list[str]:
        chain = self.toolchain
        return [
            str(chain.cmake), "-S", str(self.workplace.source), "-B", str(self.workplace.build),
            "-G", chain.generator, f"-DCMAKE_MAKE_PROGRAM={chain.make}",
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            # A package that another project left in the user's registry is not part of this wheel.
            "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF", "-DCMAKE_FIND_USE_SYSTEM_PACKAGE_REGISTRY=OFF",
            f"-DWHEELCHECK_LANGUAGES={languages}", f"-DWHEELCHECK_APPLICATIONS={';'.join(names)}",
        ]  # fmt: skip

    def _configure(self, names: Sequence[str], languages: str, step: str) -> Completed:
        return self.workplace.run(self._configure_command(names, languages), step=step)

    def _build_command(self) -> list[str]:
        return [str(self.toolchain.cmake), "--build", str(self.workplace.build)]

    def _failure(
        self,
        kind: Step,
        step: str,
        done: Completed,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
    ) -> Failure:
        return Failure(
            step=kind,
            status=done.status,
            words=self.workplace.telling_lines(done.output),
            command=self.workplace.keep(step, command, environment=environment),
        )

    def _write_application(self, application: Application) -> None:
        probe = application.probe
        sources = self._write_sources(application)
        lines = [
            f"set({name} {quoted(value)})"
            for name, _, value in (each.partition("=") for each in probe.cmake_arguments)
        ]
        lines += find_lines(application.find, self.workplace, self.site)
        find = application.find
        rest = [
            f"STANDARD {probe.standard}",
            _listed("DEFINITIONS", [quoted(each) for each in probe.definitions]),
            _listed(
                "INCLUDE", [quoted(str(place(self.workplace, self.site, each))) for each in find.include]
            ),
            _listed(
                "LIBRARY_FOLDERS",
                [quoted(str(place(self.workplace, self.site, each))) for each in find.library_folders],
            ),
        ]
        common = [
            _listed("SOURCES", sources),
            _listed("LIBRARIES", libraries(find)),
            "REST",
            *(line for line in rest if line),
        ]
        name = application.name
        head = f"wheelcheck_executable({name}"
        if application.is_objects:
            head = f"wheelcheck_objects({name}"
        elif probe.kind == "shared-library" and application.sample is None:
            head = f"wheelcheck_plugin({name}"
        elif probe.kind == "extension" and application.sample is None:
            module = probe.import_name.rpartition(".")[2]
            head = f"wheelcheck_extension({name} {module} {quoted(self.workplace.host_python)}"
        elif application.is_relocatable:
            common.insert(0, _listed("RELOCATABLE", [quoted(each) for each in self._relative_search_path()]))
        self._write_lists(name, [*lines, head, *(f"  {line}" for line in common if line), ")"])

    def _write_sources(self, application: Application) -> list[str]:
        """Write the consumer's own sources; give the names of all sources for CMake."""
        folder = self.workplace.source / application.name
        folder.mkdir()
        shipped = '"${WHEELCHECK_FOLDER}/applications/'
        if application.is_objects:
            return [f'{shipped}header.cpp"']
        if application.sample is not None:
            includes = [f"#include <{each}>" for each in application.sample.include]
            text = "\n".join(
                [*includes, "", "int main() {", application.sample.code.strip(), "  return 0;", "}", ""]
            )
            (folder / "sample.cpp").write_text(text, encoding="utf-8")
            return ["sample.cpp"]
        probe = application.probe
        if not probe.snippet:
            return [f'{shipped}report.cpp"', f'{shipped}nothing.cpp"']
        name = "snippet.c" if probe.language == "c" else "snippet.cpp"
        (folder / name).write_text(probe.snippet, encoding="utf-8")
        return (
            [name]
            if has_own_main(probe.snippet) or probe.kind != "executable"
            else [f'{shipped}report.cpp"', name]
        )

    def _relative_search_path(self) -> list[str]:
        start = self.workplace.applications
        folders = (self.workplace.installed(each) for each in self.library_folders)
        return ["$ORIGIN", *(f"$ORIGIN/{os.path.relpath(each, start)}" for each in folders)]

    def _write_lists(self, name: str, lines: Sequence[str]) -> None:
        folder = self.workplace.source / name
        folder.mkdir(exist_ok=True)
        (folder / "CMakeLists.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def has_own_main(snippet: str) -> bool:
    """Whether a snippet is a complete program."""
    return _OWN_MAIN.search(snippet) is not None


def _listed(keyword: str, values: Sequence[str]) -> str:
    return f"{keyword} {' '.join(values)}" if values else ""
