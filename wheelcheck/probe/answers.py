"""Answers to the questions of one probe, from its built consumers."""

from __future__ import annotations

import re

from wheelcheck.contract.probe import Program
from wheelcheck.probe.facts import Consumer, Failure, HeaderFailure, ProbeResult, Question, Relocation, Step
from wheelcheck.probe.finding import filled, place
from wheelcheck.probe.headers import compile_headers, public_headers
from wheelcheck.probe.legacy import run_legacy
from wheelcheck.probe.plan import Plan
from wheelcheck.probe.project import Project
from wheelcheck.probe.relocation import relocate
from wheelcheck.probe.running import Runner
from wheelcheck.subject import Subject

_LISTED_BYTES = 4 << 20
_LONGEST_LINE = 500
"""Characters of a line that names a registration."""


def answer(plan: Plan, subject: Subject, project: Project, runner: Runner) -> ProbeResult:
    """Run everything that one probe requires."""
    skipped: list[str] = []
    link = runner.consumer(plan.link, Question.LINK)
    legacy = run_legacy(plan, project, runner)
    if isinstance(legacy, str) and legacy:
        skipped.append(legacy)
    count, failures = _headers(plan, subject, project, skipped)
    return ProbeResult(
        name=plan.name,
        component=plan.component,
        namespace=plan.probe.namespace,
        count=plan.probe.count,
        library=plan.library,
        member=plan.member,
        link=link,
        baseline=runner.consumer(plan.baseline, Question.BASELINE) if plan.baseline else None,
        load=_load(plan, subject, runner),
        legacy=legacy if isinstance(legacy, Consumer) else None,
        samples=tuple(runner.consumer(each, Question.HEADER) for each in plan.samples),
        headers=count,
        header_failures=failures,
        relocations=_relocations(plan, link, subject, runner, skipped),
        listed=_listed(plan, subject, project),
        programs=tuple((each.path, _program(each, runner, project)) for each in plan.probe.programs),
        not_checked=tuple(skipped),
    )


def _load(plan: Plan, subject: Subject, runner: Runner) -> Consumer | None:
    if not plan.probe.load or plan.member is None or plan.baseline is None:
        return None
    path = runner.workplace.installed(subject.layout.path_of(plan.member))
    return runner.consumer(plan.baseline, Question.LOAD, ("--load", str(path)))


def _headers(
    plan: Plan, subject: Subject, project: Project, skipped: list[str]
) -> tuple[int, tuple[HeaderFailure, ...]]:
    headers = public_headers(plan.probe.headers, subject.contract, subject.wheel)
    if not headers or plan.headers is None:
        return 0, ()
    if plan.headers.name in project.failures:
        skipped.append("headers: the consumer does not configure")
        return 0, ()
    failures = compile_headers(plan.headers, headers, project.workplace, project.jobs)
    if isinstance(failures, str):
        skipped.append(failures)
        return 0, ()
    return len(headers), failures


def _relocations(
    plan: Plan, link: Consumer, subject: Subject, runner: Runner, skipped: list[str]
) -> tuple[Relocation, ...]:
    if not plan.probe.deploy:
        return ()
    if not link.ran:
        skipped.append("relocation: the consumer does not run where it was built")
        return ()
    return relocate(plan, link, subject.layout, runner)


def _listed(plan: Plan, subject: Subject, project: Project) -> tuple[str, ...] | None:
    """Read the names in the probe's namespace from the wheel's own lists."""
    found: set[str] = set()
    is_there = False
    for each in plan.probe.listed:
        path = subject.layout.installed[0].get(each.file)
        if path is not None:
            is_there = True
            with project.workplace.installed(path).open("rb") as file:
                text = file.read(_LISTED_BYTES).decode("utf-8", "replace")
            found |= listed_names(text, each.pattern)
    prefix = f"{plan.probe.namespace}::"
    return tuple(sorted(name for name in found if name.startswith(prefix))) if is_there else None


def listed_names(text: str, pattern: str) -> set[str]:
    """Give what the first group of a contract's expression matches, line by line: no match runs on and on."""
    compiled = re.compile(pattern)
    lines = (line for line in text.split("\n") if len(line) <= _LONGEST_LINE)
    return {match[1] for line in lines for match in compiled.finditer(line) if match[1]}


def _program(program: Program, runner: Runner, project: Project) -> Failure | None:
    """Run one program of the wheel."""
    workplace = runner.workplace
    path = place(workplace, project.site, program.path)
    command = [str(path), *filled(program.arguments, workplace)]
    step = f"program-{re.sub(r'[^A-Za-z0-9]', '_', program.path)}"
    done = runner.run(command, step, workplace.root)
    said = f"{done.output}\n{done.errors}"
    if done.code or done.overrun:
        return runner.failure(done, step, command)
    if program.expect and program.expect not in said:
        return Failure(
            step=Step.RUN,
            status=f"does not print {program.expect!r}",
            words=(),
            command=workplace.keep(step, command),
        )
    if program.forbid and program.forbid in said:
        return Failure(
            step=Step.RUN,
            status=f"prints {program.forbid!r}",
            words=(),
            command=workplace.keep(step, command),
        )
    return None
