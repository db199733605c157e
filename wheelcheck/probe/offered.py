"""The stage without a contract, continued: each target and library that a package config offers must link."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wheelcheck.binary.model import Format
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.linking.model import Outcome
from wheelcheck.probe.facts import Failure, OfferedLink, Step
from wheelcheck.probe.finding import quoted
from wheelcheck.probe.packages import Offer, PackageProject, Request, errors_of, targets_by_path
from wheelcheck.probe.processes import Completed
from wheelcheck.probe.workplace import Workplace, is_odd_folder
from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import Wheel

_HOST_LIBRARY = re.compile(r"(?:cannot find|unable to find library) -l([\w+.-]{1,80})")
_LINE = re.compile(r"/links\.cmake:(\d{1,6}) \(wheelcheck_link\)")
_TRIED = 64
"""Targets of a package that are tried one by one when CMake does not say which one it refuses."""
_ROUNDS = 8
"""Attempts to configure one package without the targets that CMake refuses to link."""
_NEEDED = re.compile(r"(?<![\w.+-])([\w.+-]{1,200}), needed by ")
_UNDEFINED = re.compile(r"undefined (?:reference to|symbol:) [`']?(\w{1,200})")
_OBJECTS = re.compile(r'Objects of target "([^"]{1,200})" referenced but no such target exists')
"""What exporting a target with a private object library leaves behind: nothing can link it."""
_ELSEWHERE = (Outcome.EXTERNAL, Outcome.MISSING, Outcome.HOST_CLASS)

Wanted = dict[str, tuple[Request, Offer]]
"""Name of a program → the request and what of it is linked."""


def offered_members(wheel: Wheel, configs: PackageConfigs) -> tuple[str, ...]:
    """Give the libraries that package configs offer, by the static reading, and that can be linked."""
    return tuple(member for member in configs.offered_libraries if _is_linkable(member, wheel))


def _is_linkable(member: str, wheel: Wheel) -> bool:
    return any(binary.format is Format.ELF for binary in wheel.binaries_of.get(member, ()))


@dataclass(frozen=True, kw_only=True)
class Links:
    """Results of this stage."""

    libraries: tuple[OfferedLink, ...] = ()
    interfaces: tuple[OfferedLink, ...] = ()
    targets: Mapping[str, bool | None] = field(default_factory=dict)
    not_checked: tuple[str, ...] = ()


def link_targets(project: PackageProject) -> Links:
    """Link each imported target of the wheel with a one-line program, as CMake does it."""
    odd = _odd_folders(project.subject.layout)
    if odd:
        # CMake writes the folder after `-Wl,-rpath,`, where its commas would begin options.
        return Links(not_checked=(f"targets: {odd[0]!r} cannot be written as a search path",))
    found = [each for each in project.requests if each.is_found]
    wanted = _wanted(found)
    for request in found:
        _write_links(project, request, wanted)
    asked = [each for each in found if any(owner is each for owner, _ in wanted.values())]
    results: dict[str, Failure | str | None] = {}
    for folder, requests in _configured(project, asked, wanted, results):
        names = [name for name, (owner, _) in wanted.items() if owner in requests and name not in results]
        results.update(_built(project, folder, names))
    return _sorted_out({name: (*wanted[name], result) for name, result in results.items()}, project)


def _odd_folders(layout: Layout) -> list[str]:
    folders = {
        layout.path_of(binary.member).rpartition("/")[0]
        for binary in layout.wheels[0].binaries
        if binary.member in layout.installed[0]
    }
    return sorted(each for each in folders if is_odd_folder(each))


def _wanted(found: Sequence[Request]) -> Wanted:
    """Name of the program → what it links; a target that several packages create is linked once."""
    wanted: Wanted = {}
    seen: set[Offer] = set()
    for request in found:
        number = 0
        for offer in request.offers:
            if offer.target and offer not in seen:
                seen.add(offer)
                wanted[f"link_{request.name}_{number}"] = (request, offer)
                number += 1
    return wanted


def _write_links(project: PackageProject, request: Request, wanted: Wanted) -> None:
    lines = [
        f"wheelcheck_link({name} {quoted(offer.target)})"
        for name, (owner, offer) in wanted.items()
        if owner is request
    ]
    file = project.source / request.name / "links.cmake"
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _configured(
    project: PackageProject, asked: list[Request], wanted: Wanted, results: dict[str, Failure | str | None]
) -> list[tuple[Path, list[Request]]]:
    """Configure all packages together, with a compiler; when that fails, each alone."""
    if len(asked) > 1:
        done = project.configure([each.name for each in asked], project.languages, "link-packages")
        if not (done.code or done.overrun):
            return [(project.build("all"), asked)]
    folders = []
    for request in asked:
        request.languages = project.languages
        project.clear(request.name)
        if _configured_alone(project, request, wanted, results):
            folders.append((project.build(request.name), [request]))
    return folders


def _configured_alone(
    project: PackageProject, request: Request, wanted: Wanted, results: dict[str, Failure | str | None]
) -> bool:
    """Configure one package; a target that CMake cannot generate a link for is recorded and left out."""
    for _ in range(_ROUNDS):
        step = f"link-{request.name}"
        done = project.configure([request.name], request.languages, step)
        if not (done.code or done.overrun):
            return True
        names = [name for name, (owner, _) in wanted.items() if owner is request]
        left = [name for name in names if name not in results]
        faulty = _named(done.output, names, wanted, results)
        if not faulty and 1 < len(left) <= _TRIED:
            faulty = [name for name in left if not _generates(project, request, {name: wanted[name]})]
            faulty = faulty if len(faulty) < len(left) else []
        elif not faulty and _OBJECTS.search(done.output):
            faulty = left
        if not faulty:
            break
        private, reason = _OBJECTS.search(done.output), project.excuse(request, done)
        if private is not None:
            reason = f"it is made of the objects of {private[1]!r}, which was not exported"
        command = project.command([request.name], request.languages)
        for name in faulty:
            results[name] = reason or _failure(done, step, command, project.workplace)
        _write_links(project, request, {name: wanted[name] for name in names if name not in results})
    else:
        return False
    project.refuse(request, done)
    return False


def _generates(project: PackageProject, request: Request, wanted: Wanted) -> bool:
    """Whether CMake can generate links to these targets alone."""
    _write_links(project, request, wanted)
    done = project.configure([request.name], request.languages, f"link-{request.name}-alone")
    return not (done.code or done.overrun)


def _named(output: str, names: list[str], wanted: Wanted, results: Mapping[str, object]) -> list[str]:
    """Give the programs that CMake's words are about: by line, by name, or by what they link."""
    lines = [name for name in names if name not in results]
    numbers = {int(each) for each in _LINE.findall(output)}
    words = {each.strip("\"',.") for each in output.split()}
    found = [name for number, name in enumerate(lines, 1) if number in numbers or name in words]
    return found or [name for name in lines if wanted[name][1].target in words]


def _built(project: PackageProject, folder: Path, names: list[str]) -> dict[str, Failure | str | None]:
    """Build all programs; each one that fails is built again alone, for its own output."""
    build = [str(project.toolchain.cmake), "--build", str(folder)]
    keep_going = ["-k", "0"] if project.toolchain.generator == "Ninja" else ["-k"]
    command = [*build, "--parallel", str(project.jobs), "--", *keep_going]
    project.workplace.run(command, step=f"link-{folder.name}-all")
    results: dict[str, Failure | str | None] = {}
    for name in names:
        results[name] = None
        if (folder / "applications" / name).is_file():
            continue
        command = [*build, "--target", name]
        if project.toolchain.generator != "Ninja":
            command.append("--verbose")
        done = project.workplace.run(command, step=name)
        if done.code or done.overrun:
            results[name] = _excused(done, project) or _failure(done, name, command, project.workplace)
    return results


def _failure(done: Completed, step: str, command: Sequence[str], workplace: Workplace) -> Failure:
    words = errors_of(workplace.telling_lines(done.output))
    return Failure(step=Step.BUILD, status=done.status, words=words, command=workplace.keep(step, command))


def _excused(done: Completed, project: PackageProject) -> str | None:
    """Explain why a failed link proves nothing, by the libraries on its command line."""
    if "unknown target" in done.output or "No rule to make target 'link_" in done.output:
        return "with a compiler, its config does not create it"
    if "multiple definition of `main'" in done.output or "duplicate symbol: main" in done.output:
        return "it has a main() of its own"
    undefined = _UNDEFINED.findall(done.output)
    if undefined and all(each.startswith(("Py", "_Py")) for each in undefined):
        return "it uses symbols of the interpreter that loads it"
    absent = _HOST_LIBRARY.search(done.output)
    layout = project.subject.layout
    if absent is not None:
        name = absent[1]
        if not any(path.rpartition("/")[2].startswith(f"lib{name}.") for path in layout.places):
            return f"it needs the library {name!r} of the host, which has none to link with"
    for word in dict.fromkeys(done.output.split()):
        place = layout.places.get(project.path_in_layout(word))
        if place is not None and place.wheel == 0:
            reason = _excuse(place.member, project.subject.loads)
            if reason is not None:
                return reason
    return None


def _sorted_out(
    results: Mapping[str, tuple[Request, Offer, Failure | str | None]], project: PackageProject
) -> Links:
    subject = project.subject
    targets = targets_by_path(project.requests, subject.layout)
    libraries: dict[str, OfferedLink] = {}
    interfaces, skipped = [], []
    for request, offer, result in results.values():
        member = subject.layout.member_at(offer.path) if offer.path else None
        failure = result if isinstance(result, Failure) else None
        if isinstance(result, str):
            skipped.append(f"link of {offer.target!r}: {result}")
        elif member is None:
            interfaces.append(
                OfferedLink(member=request.config.member, targets=(offer.target,), failure=failure)
            )
        elif member not in libraries or failure is not None:
            names = (offer.target,) if failure is not None else targets[offer.path]
            libraries[member] = OfferedLink(member=member, targets=names, failure=failure)
    return Links(
        libraries=tuple(libraries[each] for each in sorted(libraries)),
        interfaces=tuple(interfaces),
        targets={
            offer.target: None if isinstance(result, str) else result is None
            for _, offer, result in results.values()
        },
        not_checked=tuple(skipped),
    )


def named_members(project: PackageProject) -> tuple[str, ...]:
    """Give the libraries of the wheel that variables of its package configs name."""
    subject = project.subject
    paths = dict.fromkeys(
        offer.path for each in project.requests for offer in each.offers if not offer.target
    )
    members = (subject.layout.member_at(path) for path in paths)
    return tuple(each for each in members if each is not None and _is_linkable(each, subject.wheel))


def link_libraries(
    wanted: Sequence[str], subject: Subject, workplace: Workplace, compiler: tuple[str, ...], jobs: int
) -> Links:
    """Link libraries with a one-line program by their files; give the results and why some were skipped."""
    if not wanted:
        return Links()
    program = workplace.root / "one_line.cpp"
    program.write_text("int main() { return 0; }\n", encoding="utf-8")
    compiled = workplace.root / "one_line.o"
    command = [*compiler, "-fPIE", "-c", str(program), "-o", str(compiled)]
    done = workplace.run(command, step="compile-one-line")
    if done.code or done.overrun:
        reason = f"offered libraries: the compiler cannot compile a one-line program: {done.status}"
        return Links(not_checked=(reason,))
    targets = _static_targets(subject.package_configs)

    def link(number: int) -> OfferedLink | str:
        path = subject.layout.path_of(wanted[number])
        step = f"link-offered-{number}"
        done, command = _link(str(workplace.installed(path)), step, workplace, compiler)
        failure = None
        if done.code or done.overrun:
            excuse = _excuse(wanted[number], subject.loads) or _sibling_needed(done.output, subject)
            if excuse is not None:
                return f"link of {wanted[number]!r}: {excuse}"
            failure = _failure(done, step, command, workplace)
        return OfferedLink(member=wanted[number], targets=targets.get(path, ()), failure=failure)

    results = workplace.in_parallel(link, len(wanted), jobs)
    return Links(
        libraries=tuple(each for each in results if isinstance(each, OfferedLink)),
        not_checked=tuple(each for each in results if isinstance(each, str)),
    )


def _sibling_needed(output: str, subject: Subject) -> str | None:
    """Explain that only a target leads the link editor to a sibling's library."""
    for name in dict.fromkeys(_NEEDED.findall(output)):
        if any(binary.file_name == name for wheel in subject.siblings for binary in wheel.binaries):
            return f"it needs {name!r} of a sibling, which its path alone does not lead to"
    return None


def _link(
    path: str, step: str, workplace: Workplace, compiler: tuple[str, ...]
) -> tuple[Completed, list[str]]:
    command = [
        *compiler, str(workplace.root / "one_line.o"), "-o", str(workplace.root / step),
        "-Wl,--no-as-needed", path,
        # As CMake does for an imported library: the linker looks there for what the library needs.
        # Not by -Wl, which takes a comma in the name of a folder for the end of the option.
        "-Xlinker", "-rpath", "-Xlinker", posixpath.dirname(path),
    ]  # fmt: skip
    return workplace.run(command, step=step), command


def _static_targets(configs: PackageConfigs) -> Mapping[str, tuple[str, ...]]:
    """Installed path → CMake targets that represent it, by the static reading."""
    found: dict[str, dict[str, None]] = {}
    for config in configs.cmake:
        for name, target in config.evaluation.targets.items():
            for key, value in target.properties.items():
                path = config.installed.relative(value) if key.startswith("IMPORTED_LOCATION") else None
                if path is not None:
                    found.setdefault(path, {})[name] = None
    return {path: tuple(names) for path, names in found.items()}


def _excuse(member: str, loads: LoadGraph) -> str | None:
    """Explain why a failed link proves nothing about the wheel; None when it does."""
    for number in loads.by_member.get(member, ()):
        load = loads.loads[number]
        if load.root.member != member:
            continue
        for loaded in load.objects:
            if any(each.name.startswith(("Py", "_Py")) and not each.weak for each in loaded.binary.imports):
                return "it uses symbols of the interpreter that loads it"
            absent = [need.needed for need in loaded.needs if need.outcome in _ELSEWHERE]
            if absent:
                return f"it needs {absent[0]!r}, which no given wheel provides (--with)"
    return None
