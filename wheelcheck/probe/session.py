"""One probe from beginning to end: environment, project, runs and the resulting facts."""

from __future__ import annotations

import os
import platform
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from packaging.utils import canonicalize_name

from wheelcheck.probe.answers import answer
from wheelcheck.probe.environment import (
    NotInstallableError,
    choose_python,
    fetch_requirements,
    install_wheel,
    make_environment,
)
from wheelcheck.probe.facts import FoundPackage, ProbeFacts, VersionAnswer
from wheelcheck.probe.finding import filled
from wheelcheck.probe.offered import link_libraries, link_targets, named_members, offered_members
from wheelcheck.probe.packages import PackageProject
from wheelcheck.probe.plan import Plans, make_plans
from wheelcheck.probe.processes import interruptible
from wheelcheck.probe.project import HOST, Project, Version
from wheelcheck.probe.running import Runner
from wheelcheck.probe.toolchain import MissingToolError, Toolchain, find_compiler, find_toolchain
from wheelcheck.probe.tree import Tree
from wheelcheck.probe.workplace import RUN_SECONDS, Workplace, is_odd_folder, work_folder
from wheelcheck.promises.matching import declared_members
from wheelcheck.sdk.package_config import CMakePackage
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Wheel

NOTHING = "the contract defines no probe, and the wheel has no package config"

_SYSTEMS = (("macOS", "macosx"), ("Windows", "win"), ("Linux", ("linux", "manylinux", "musllinux")))
"""System, and how its platform tags begin."""

Told = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What the command line requests from the probe."""

    component: str | None = None
    expected: tuple[tuple[str, int], ...] = ()
    keep: Path | None = None
    python: str | None = None
    """Interpreter of the environment; None: chosen by the wheel's tags."""
    jobs: int | None = None
    is_required: bool = False
    """Whether it is a failure when nothing can be probed here."""
    run_seconds: float = RUN_SECONDS
    told: Told | None = None
    """Called with one line for each step."""


def probe(subject: Subject, request: Request) -> ProbeFacts:
    """Probe one wheel; never raises for a fault of the wheel."""
    reason = _foreign(subject.wheel)
    if reason is not None:
        spared = f"wheel for {systems(subject.wheel.platforms)}"
        return ProbeFacts(impossible=reason, spared=spared, expected=request.expected)
    plans = make_plans(subject.contract, subject.wheel, subject.package_configs, request.component)
    offered = offered_members(subject.wheel, subject.package_configs)
    configs = bare_configs(subject, plans)
    if not (plans.plans or configs or offered):
        return ProbeFacts(impossible=NOTHING, spared="nothing to probe", expected=request.expected)
    caller = dict(os.environ)
    try:
        chain: Toolchain | None = None
        if plans.plans or configs:
            chain = find_toolchain(caller)
            compiler = chain.compiler
        else:
            compiler, _ = find_compiler(caller)
    except MissingToolError as exc:
        return ProbeFacts(impossible=str(exc), expected=request.expected)
    with interruptible() as processes, work_folder(request.keep, caller, processes) as workplace:
        workplace.environment["CXX"] = shlex.join(compiler)
        facts = _Session(subject, request, workplace, plans).run(chain, compiler, offered, configs)
        is_kept = workplace.is_kept or request.keep is not None
        if is_kept and request.told is not None:
            request.told(f"work folder kept: {workplace.root}")
    return facts


def bare_configs(subject: Subject, plans: Plans) -> tuple[CMakePackage, ...]:
    """Give the package configs that no consumer of the contract requests; the name alone requests each."""
    known = {each.find.package.lower() for each in plans.applications}
    return tuple(each for each in subject.package_configs.cmake if each.name.lower() not in known)


def _foreign(wheel: Wheel) -> str | None:
    """Explain why this machine cannot run the code in the wheel; None when it can."""
    from packaging.tags import platform_tags

    if wheel.is_pure_tagged:
        return None
    known = set(platform_tags())
    if any(tag in known for tag in wheel.platforms):
        return None
    here = f"{platform.system().lower()} {platform.machine()}"
    return f"the wheel is for {', '.join(wheel.platforms)}, which this machine ({here}) cannot run"


def systems(platforms: tuple[str, ...]) -> str:
    """Name what the platform tags are for: the system if it is another one, else the tags themselves."""
    names = dict.fromkeys(
        next((name for name, starts in _SYSTEMS if tag.startswith(starts)), tag) for tag in platforms
    )
    here = {"darwin": "macOS", "windows": "Windows"}.get(platform.system().lower(), platform.system())
    return ", ".join(platforms if here in names else names)


class _Session:
    """The steps, in order."""

    def __init__(self, subject: Subject, request: Request, workplace: Workplace, plans: Plans) -> None:
        self.subject = subject
        self.request = request
        self.workplace = workplace
        self.plans = plans
        self.jobs = request.jobs or os.cpu_count() or 1
        self.not_checked: list[str] = []

    def run(
        self,
        chain: Toolchain | None,
        compiler: tuple[str, ...],
        offered: tuple[str, ...],
        configs: tuple[CMakePackage, ...],
    ) -> ProbeFacts:
        """Run all steps; without a CMake toolchain, only those that do not need one."""
        self._tell("installing into a throw-away environment")
        try:
            site = self._install()
        except NotInstallableError as exc:
            return ProbeFacts(impossible=str(exc), expected=self.request.expected)
        facts = ProbeFacts(expected=self.request.expected)
        if chain is not None and configs:
            facts, named = self._with_packages(facts, chain, site, configs)
            offered = tuple(dict.fromkeys((*offered, *named)))
        self._tell("linking the libraries that package configs offer")
        covered = {each.member for each in facts.offered}
        rest = [each for each in offered if each not in covered]
        links = link_libraries(rest, self.subject, self.workplace, compiler, self.jobs)
        self.not_checked += links.not_checked
        every = sorted((*facts.offered, *links.libraries), key=lambda each: each.member)
        facts = replace(facts, offered=tuple(every))
        if chain is not None and self.plans.plans:
            facts = self._with_consumers(facts, chain, site)
        return replace(facts, not_checked=tuple(dict.fromkeys(self.not_checked)))

    def _with_packages(
        self, facts: ProbeFacts, chain: Toolchain, site: Path, configs: tuple[CMakePackage, ...]
    ) -> tuple[ProbeFacts, tuple[str, ...]]:
        """Request each package config as a consumer does, and link the targets that it creates."""
        project = PackageProject(
            subject=self.subject, workplace=self.workplace, toolchain=chain, site=site, jobs=self.jobs
        )
        number = len(configs)
        self._tell(f"finding {number} {'package' if number == 1 else 'packages'}")
        project.ask(configs)
        self._tell("linking the targets that package configs create")
        links = link_targets(project)
        self.not_checked += [*project.reasons(), *links.not_checked]
        facts = replace(
            facts,
            toolchain=chain.described(),
            configured=tuple(each.answer for each in project.requests),
            offered=links.libraries,
            interfaces=links.interfaces,
            linked=links.targets,
        )
        return facts, named_members(project)

    def _with_consumers(self, facts: ProbeFacts, chain: Toolchain, site: Path) -> ProbeFacts:
        """Build the contract's consumers and run them."""
        versions = self._versions()
        project = Project(
            workplace=self.workplace,
            toolchain=chain,
            site=site,
            library_folders=self._library_folders(),
            jobs=self.jobs,
        )
        project.write(self.plans.applications, versions)
        self._build(project, versions)
        runner = Runner(workplace=self.workplace, project=project, seconds=self.request.run_seconds)
        results = []
        for plan in self.plans.plans:
            self._tell(f"running {plan.name}")
            results.append(answer(plan, self.subject, project, runner))
        return replace(
            facts,
            toolchain=chain.described(),
            probes=tuple(results),
            versions=self._answers(versions, project),
            packages=self._packages(project),
            broken=tuple(dict.fromkeys(runner.broken)),
        )

    def _tell(self, line: str) -> None:
        if self.request.told is not None:
            self.request.told(line)

    def _install(self) -> Path:
        wheels = (self.subject.wheel, *self.subject.siblings)
        site = make_environment(self.workplace, choose_python(self.subject.wheel, self.request.python))
        self.workplace.site = (self.subject.layout.site, str(site.relative_to(self.workplace.prefix)))
        wanted = dict.fromkeys(each for plan in self.plans.plans for each in plan.probe.install)
        missing = [each for each in wanted if not _is_sibling(each, self.subject.siblings)]
        fetched = fetch_requirements(self.workplace, missing, wheels) if missing else []
        tree = Tree(self.workplace.prefix)
        for wheel in (*wheels, *fetched):
            install_wheel(wheel, tree, site)
        for plan in self.plans.plans:
            for number, command in enumerate(plan.probe.prepare):
                done = self.workplace.run(
                    filled(command, self.workplace),
                    step=f"prepare-{plan.name}-{number}",
                    environment=self.workplace.activated,
                )
                if done.code or done.overrun:
                    said = " ".join(done.output.split())[-200:]
                    raise NotInstallableError(
                        f"prepare command fails: {' '.join(command)}: {done.status}: {said}"
                    )
        return site

    def _library_folders(self) -> tuple[str, ...]:
        """Folders of the libraries that the contract declares or a package config offers."""
        subject = self.subject
        members = {
            *declared_members(subject.contract, subject.wheel),
            *subject.package_configs.offered_libraries,
        }
        folders = sorted({subject.layout.path_of(each).rpartition("/")[0] for each in members})
        odd = [each for each in folders if is_odd_folder(each)]
        self.not_checked += [f"relocation: {each!r} cannot be written as a search path" for each in odd]
        return tuple(each for each in folders if each not in odd)

    def _versions(self) -> list[Version]:
        """Plan requests for the wheel's own release and its neighbours, if the contract covers versions."""
        match = re.match(r"(?:\d+!)?(\d+)((?:\.\d+)*)", self.subject.wheel.version)
        asked: dict[str, Version] = {}
        for plan in self.plans.plans:
            find = plan.link.find
            package = self.subject.contract.packages.get(find.package)
            if package is None or not package.compatibility or match is None or find.mode == "module":
                continue
            major = int(match[1])
            for requested in (match[0], *(f"{each}.0" for each in (major - 1, major + 1) if each >= 0)):
                name = re.sub(r"\W", "_", f"version_{find.package[:60]}_{requested[:60]}", flags=re.ASCII)
                asked.setdefault(
                    name,
                    Version(
                        name=name, application=plan.link, requested=requested, is_own=requested == match[0]
                    ),
                )
        return list(asked.values())

    def _build(self, project: Project, versions: list[Version]) -> None:
        applications = [
            each
            for each in self.plans.applications
            if each.find.mode != "wrapper" and each.name not in project.failures
        ]
        names = [each.name for each in applications]
        if any(each.probe.kind == "shared-library" for each in applications):
            names.append(HOST)
        has_c = any(each.probe.language == "c" for each in applications)
        self._tell(f"configuring {len(names)} {'consumer' if len(names) == 1 else 'consumers'}")
        # Version requests come last: a refused one leaves a trace in the cache.
        asked = (each.name for each in versions if (self.workplace.source / each.name).is_dir())
        project.configure([*names, *asked], "C;CXX" if has_c else "CXX")
        self._tell("building")
        project.build(self.plans.applications)

    def _answers(self, versions: list[Version], project: Project) -> tuple[VersionAnswer, ...]:
        answers = []
        for each in versions:
            accepted = project.accepted(each)
            package = each.application.find.package
            if accepted is None:
                self.not_checked.append(f"version: the request for {package} {each.requested} did not run")
            else:
                answers.append(VersionAnswer(package, each.requested, each.is_own, accepted))
        return tuple(answers)

    def _packages(self, project: Project) -> tuple[FoundPackage, ...]:
        found = []
        for each in self.plans.applications:
            folder = project.found_folder(each.name)
            if folder:
                found.append(FoundPackage(each.name, each.find.package, self.workplace.neutral(folder)))
        return tuple(found)


def _is_sibling(requirement: str, siblings: tuple[Wheel, ...]) -> bool:
    """Whether a sibling satisfies a requirement without extras: an extra requires more than the sibling."""
    name = re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0]
    return "[" not in requirement and any(each.distribution == canonicalize_name(name) for each in siblings)
