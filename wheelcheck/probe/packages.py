"""The stage without a contract: what a consumer does first, `find_package`, for each config of the wheel."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from wheelcheck.linking.layout import Layout
from wheelcheck.policy.cmake_modules import find_modules
from wheelcheck.probe.facts import Failure, PackageAnswer, Step
from wheelcheck.probe.finding import quoted
from wheelcheck.probe.processes import Completed
from wheelcheck.probe.refusals import excuse
from wheelcheck.probe.shipped import shipped_project
from wheelcheck.probe.toolchain import Toolchain
from wheelcheck.probe.workplace import Workplace
from wheelcheck.sdk.discovery import is_found_below, parent
from wheelcheck.sdk.package_config import CMakePackage, package_name
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import entry_points
from wheelcheck.wheel.model import Wheel

PREFIX_GROUP = "cmake.prefix"
"""Entry points whose modules are prefixes for `find_package` (scikit-build-core)."""
_NAME = re.compile(r"[\w.+-]{1,200}", re.ASCII)
_MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_FIRST = re.compile(
    r"find_package\(([A-Za-z0-9]{1,40})((?: [A-Z][A-Za-z.]{0,30}){0,8}) REQUIRED\).{0,10} (?:prior|before)"
)
_MOST_OFFERS = 120
"""Targets and libraries of one config that are linked; those of Boost have 48."""
_PATTERN = re.compile(r"[\\^$.|?*+()\[\]]")


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A library that CMake has after `find_package`."""

    target: str
    """Imported target; '' when a variable names the file."""
    path: str
    """Below the prefix, in the layout; '' for a target without a file of the environment."""


@dataclass(kw_only=True)
class Request:
    """One `find_package`."""

    config: CMakePackage
    name: str
    """Folder of the request."""
    route: str
    """How a consumer finds the config."""
    answer: PackageAnswer
    offers: tuple[Offer, ...] = ()
    languages: str = "NONE"

    @property
    def is_found(self) -> bool:
        """Whether CMake configured it."""
        return self.answer.configures is True


@dataclass(kw_only=True)
class PackageProject:
    """The CMake project with one request per folder; each is configured alone, in its own build folder."""

    subject: Subject
    workplace: Workplace
    toolchain: Toolchain
    site: Path
    jobs: int
    requests: list[Request] = field(default_factory=list)
    not_checked: list[str] = field(default_factory=list)

    @property
    def source(self) -> Path:
        """Folder of the project."""
        return self.workplace.root / "packages"

    def ask(self, configs: Sequence[CMakePackage]) -> None:
        """Request every config, without a compiler where the config needs none."""
        shutil.copytree(shipped_project(), self.source)
        prefixes = self._prefixes()
        for number, config in enumerate(configs):
            if _NAME.fullmatch(config.name) is None or not self._is_findable(config):
                self.not_checked.append(f"{config.member!r} is not found by any find_package({config.name})")
                continue
            route, lines = self._route(config)
            answer = PackageAnswer(package=config.name, member=config.member)
            request = Request(config=config, name=f"package_{number}", route=route, answer=answer)
            self._write(request, prefixes, lines)
            self.requests.append(request)
        self.workplace.in_parallel(lambda each: self._ask(self.requests[each]), len(self.requests), self.jobs)

    def reasons(self) -> list[str]:
        """Say what was not decided, and why."""
        undecided = [each.answer for each in self.requests if each.answer.reason]
        said = [f"find_package({each.package}) of {each.member!r}: {each.reason}" for each in undecided]
        return [*self.not_checked, *said]

    def _is_findable(self, config: CMakePackage) -> bool:
        """Whether some spelling of the name leads to the file: `<name>-config.cmake` must be lower case."""
        return not config.member.endswith("-config.cmake") or config.name == config.name.lower()

    def _prefixes(self) -> list[str]:
        """Where a consumer's CMAKE_PREFIX_PATH leads: to the entry points, and to what the wheels install."""
        wheels = (self.subject.wheel, *self.subject.siblings)
        folders = [str(folder) for wheel in wheels for _, folder in self._entry_folders(wheel)]
        layout = self.subject.layout
        for path in layout.places:
            name = package_name(path) if path.endswith(".cmake") else None
            if name:
                folders.append(str(self.workplace.installed(_prefix_of(parent(path), name, layout.site))))
        return list(dict.fromkeys([*folders, str(self.site), str(self.workplace.prefix)]))

    def _entry_folders(self, wheel: Wheel) -> Iterator[tuple[str, Path]]:
        for point in entry_points(wheel):
            if point.group == PREFIX_GROUP and _MODULE.fullmatch(point.module):
                yield point.module, self.site / point.module.replace(".", "/")

    def _route(self, config: CMakePackage) -> tuple[str, list[str]]:
        """Give the way that a consumer takes to a config, and how `find_package` is called."""
        for module, folder in self._entry_folders(self.subject.wheel):
            planned = f"{self.subject.layout.site}/{module.replace('.', '/')}"
            if is_found_below(parent(config.path), planned, config.name, with_lib64=True):
                return f"entry point {PREFIX_GROUP!r}", [quoted(str(folder))]
        folder = self.workplace.installed(parent(config.path))
        return f"folder {parent(config.member)!r}", [
            "PATHS", quoted(str(folder)), "NO_DEFAULT_PATH", "NO_CMAKE_FIND_ROOT_PATH"
        ]  # fmt: skip

    def _write(self, request: Request, prefixes: Sequence[str], words: Sequence[str]) -> None:
        name = request.config.name
        by_prefix = words if len(words) == 1 else []
        options = [] if by_prefix else words
        paths = [*by_prefix, *(quoted(each) for each in prefixes)]
        lines = [
            f"set(CMAKE_PREFIX_PATH {' '.join(dict.fromkeys(paths))})",
            f"unset({quoted(f'{name}_DIR')} CACHE)",
            " ".join(["find_package(", quoted(name), "CONFIG REQUIRED", *options, ")"]).replace("( ", "("),
            f"wheelcheck_write_offers({quoted(_PATTERN.sub('.', name))})",
            'include("${CMAKE_CURRENT_SOURCE_DIR}/links.cmake" OPTIONAL)',
        ]
        folder = self.source / request.name
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")

    def _ask(self, request: Request) -> None:
        """Configure one request; with a compiler only when CMake refuses it without."""
        done = self.configure([request.name], request.languages, f"find-{request.name}")
        if done.code or done.overrun:
            request.languages = self.languages
            self.clear(request.name)
            done = self.configure([request.name], request.languages, f"find-{request.name}")
            wanted = wanted_first(done.output)
            if (done.code or done.overrun) and wanted:
                self._precede(request, wanted)
                self.clear(request.name)
                done = self.configure([request.name], request.languages, f"find-{request.name}")
        if done.code or done.overrun:
            self.refuse(request, done)
            return
        request.offers = self.read_offers(request, self.build(request.name))
        request.answer = PackageAnswer(
            package=request.config.name,
            member=request.config.member,
            configures=True,
            targets=tuple(each.target for each in request.offers if each.target),
        )

    def _precede(self, request: Request, wanted: str) -> None:
        """Find first what a config wants to be found first: an interpreter is the host's, not the wheel's."""
        file = self.source / request.name / "CMakeLists.txt"
        python = quoted(self.workplace.host_python)
        lines = [f"set(Python_EXECUTABLE {python})", f"set(Python3_EXECUTABLE {python})", wanted]
        file.write_text("\n".join([*lines, file.read_text(encoding="utf-8")]), encoding="utf-8")

    def refuse(self, request: Request, done: Completed) -> None:
        """Record that CMake refused a request, with its words; a reason when they prove nothing."""
        words = errors_of(self.workplace.telling_lines(done.output))
        reason = done.overrun or self.excuse(request, done)
        failure = None
        if not reason:
            step = f"find-{request.name}"
            command = self.command([request.name], request.languages)
            failure = Failure(
                step=Step.CONFIGURE,
                status=done.status,
                words=tuple(
                    line.replace(f"{request.name}/CMakeLists.txt", "CMakeLists.txt") for line in words
                ),
                command=self.workplace.keep(step, command),
            )
        request.answer = PackageAnswer(
            package=request.config.name,
            member=request.config.member,
            route=request.route,
            configures=None if reason else False,
            failure=failure,
            reason=reason or "",
        )

    def excuse(self, request: Request, done: Completed) -> str | None:
        """Explain why what CMake said of a request proves nothing about the wheel."""
        said = self.workplace.neutral(" ".join(done.output.split()))
        errors = errors_of(self.workplace.telling_lines(done.output))
        return excuse(request.config.name, errors, said, self.subject)

    def read_offers(self, request: Request, build: Path) -> tuple[Offer, ...]:
        """Read what CMake had after one request, if it is the wheel's own."""
        file = build / request.name / "offers"
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.is_file() else []
        found = []
        for line in lines:
            kind, name, value = (*line.split("\t"), "", "")[:3]
            path = self.path_in_layout(value)
            if kind == "library" and path:
                found.append(Offer(target="", path=path))
            elif kind == "target" and self._is_own(name, path, value):
                found.append(Offer(target=name, path=path))
            elif kind == "sources" and self._is_own(name, "", ""):
                self.not_checked.append(f"link of {name!r}: its sources are compiled into the consumer")
        offers = tuple(dict.fromkeys(found))
        if len(offers) > _MOST_OFFERS:
            rest = len(offers) - _MOST_OFFERS
            self.not_checked.append(f"{rest} more targets of {request.config.member!r} were not linked")
        return offers[:_MOST_OFFERS]

    def _is_own(self, target: str, path: str, value: str) -> bool:
        """Whether a target is from a config of the wheel: by its file, else by its namespace."""
        place = self.subject.layout.places.get(path)
        if place is not None and place.wheel == 0:
            return True
        own, foreign = self.namespaces
        namespace = target.partition("::")[0].lower()
        return namespace in own or (namespace not in foreign and place is None and bool(path) == bool(value))

    @cached_property
    def namespaces(self) -> tuple[frozenset[str], frozenset[str]]:
        """Names of the wheel's own packages; those of CMake's modules and of the siblings."""
        own = frozenset(each.name.lower() for each in self.subject.package_configs.cmake)
        theirs = {
            name.lower()
            for wheel in self.subject.siblings
            for member in wheel.texts
            if member.endswith(".cmake") and (name := package_name(member))
        }
        return own, frozenset((theirs | find_modules()) - own)

    def path_in_layout(self, value: str) -> str:
        """Path below the prefix, as the layout has it; '' for a file elsewhere."""
        prefix = f"{self.workplace.prefix}/"
        if not value.startswith(prefix):
            return ""
        inside = posixpath.normpath(value.removeprefix(prefix))
        planned, real = self.workplace.site
        return f"{planned}{inside[len(real) :]}" if inside.startswith(f"{real}/") else inside

    @property
    def languages(self) -> str:
        """What a consumer's project enables: C too where this host has a compiler for it."""
        path = self.workplace.environment.get("PATH")
        has_c = "CC" in self.workplace.environment or any(
            shutil.which(name, path=path) for name in ("cc", "gcc", "clang")
        )
        return "C;CXX" if has_c else "CXX"

    def build(self, name: str) -> Path:
        """Build folder of one request, or of all together."""
        return self.workplace.root / "packages-build" / name

    def clear(self, name: str) -> None:
        """Forget what one request left behind: the languages of a build folder do not change."""
        shutil.rmtree(self.build(name), ignore_errors=True)

    def configure(self, names: Sequence[str], languages: str, step: str) -> Completed:
        """Configure some requests in one build folder."""
        return self.workplace.run(self.command(names, languages), step=step)

    def command(self, names: Sequence[str], languages: str) -> list[str]:
        """Give the command that configures some requests."""
        chain = self.toolchain
        folder = self.build(names[0] if len(names) == 1 else "all")
        return [
            str(chain.cmake), "-S", str(self.source), "-B", str(folder),
            "-G", chain.generator, f"-DCMAKE_MAKE_PROGRAM={chain.make}",
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF", "-DCMAKE_FIND_USE_SYSTEM_PACKAGE_REGISTRY=OFF",
            f"-DWHEELCHECK_LANGUAGES={languages}", f"-DWHEELCHECK_APPLICATIONS={';'.join(names)}",
        ]  # fmt: skip


def wanted_first(output: str) -> str:
    """Give the call that a config says to make before it is found; '' when it says nothing."""
    match = _FIRST.search(" ".join(output.split()))
    if match is None or match[1].lower() not in find_modules():
        return ""
    return f"find_package({match[1]}{match[2]} REQUIRED)"


def errors_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what CMake says besides its errors."""
    errors = tuple(line for line in words if line.startswith("CMake Error"))
    return errors or words


def _prefix_of(folder: str, package: str, site: str) -> str:
    """Give the highest folder, below the one of all packages, from which `find_package` finds a config."""
    parts = folder.split("/")
    for number in range(len(parts)):
        prefix = "/".join(parts[:number])
        if folder.startswith(f"{site}/") and len(prefix) <= len(site):
            continue
        if is_found_below(folder, prefix, package, with_lib64=True):
            return prefix
    return folder


def targets_by_path(requests: Sequence[Request], layout: Layout) -> Mapping[str, tuple[str, ...]]:
    """Installed path → targets that represent it."""
    found: dict[str, dict[str, None]] = {}
    for request in requests:
        for offer in request.offers:
            if offer.target and offer.path in layout.places:
                found.setdefault(offer.path, {})[offer.target] = None
    return {path: tuple(names) for path, names in found.items()}
