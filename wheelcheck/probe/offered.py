"""The stage without a contract: each library that a package config offers must link."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from wheelcheck.binary.model import Format
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.linking.model import Outcome
from wheelcheck.probe.facts import Failure, OfferedLink, Step
from wheelcheck.probe.processes import Completed
from wheelcheck.probe.workplace import Workplace
from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.wheel.model import Wheel

_ELSEWHERE = (Outcome.EXTERNAL, Outcome.MISSING, Outcome.HOST_CLASS)


def offered_members(wheel: Wheel, configs: PackageConfigs) -> tuple[str, ...]:
    """Give the libraries that package configs offer and that can be linked."""
    return tuple(
        member
        for member in configs.offered_libraries
        if any(binary.format is Format.ELF for binary in wheel.binaries_of.get(member, ()))
    )


def link_offered(
    wanted: tuple[str, ...],
    layout: Layout,
    configs: PackageConfigs,
    loads: LoadGraph,
    workplace: Workplace,
    compiler: tuple[str, ...],
    jobs: int,
) -> tuple[list[OfferedLink], list[str]]:
    """Link every offered library with a one-line program; give the results and why some were skipped."""
    if not wanted:
        return [], []
    program = workplace.root / "one_line.cpp"
    program.write_text("int main() { return 0; }\n", encoding="utf-8")
    compiled = workplace.root / "one_line.o"
    command = [*compiler, "-fPIE", "-c", str(program), "-o", str(compiled)]
    done = workplace.run(command, step="compile-one-line")
    if done.code or done.overrun:
        return [], [f"offered libraries: the compiler cannot compile a one-line program: {done.status}"]
    targets = _targets(configs)

    def link(number: int) -> OfferedLink | str:
        path = layout.path_of(wanted[number])
        step = f"link-offered-{number}"
        done, command = _link(str(workplace.installed(path)), step, workplace, compiler)
        failure = None
        if done.code or done.overrun:
            excuse = _excuse(wanted[number], loads)
            if excuse is not None:
                return f"link of {wanted[number]!r}: {excuse}"
            words = workplace.telling_lines(done.output)
            failure = Failure(
                step=Step.BUILD, status=done.status, words=words, command=workplace.keep(step, command)
            )
        return OfferedLink(member=wanted[number], targets=targets.get(path, ()), failure=failure)

    results = workplace.in_parallel(link, len(wanted), jobs)
    return (
        [each for each in results if isinstance(each, OfferedLink)],
        [each for each in results if isinstance(each, str)],
    )


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


def _targets(configs: PackageConfigs) -> Mapping[str, tuple[str, ...]]:
    """Installed path → CMake targets that represent it."""
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
