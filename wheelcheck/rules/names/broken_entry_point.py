"""Entry point whose module is not in the wheel.

## What it checks
Every entry of `entry_points.txt`: its module is a file or folder in the wheel or in a sibling given with
`--with`. A module of another distribution is accepted if Requires-Dist or an extra names that
distribution, and so is the standard library.

The name of a program is also a file name: one that leads elsewhere (`../x`, `/x`) is an error.

A module whose top-level package is nowhere is an error if nothing else could provide it, and a warning if
the wheel has requirements.

## Why it matters
The installer writes the command regardless; it fails with `ModuleNotFoundError` on the first call. A
plug-in that cannot be imported breaks the program that loads the group. A program called `../x` is
written outside the environment's folder of programs.

## How to fix
- The module moved: change the entry point.
- The package is excluded from the build (`tools`, `scripts`): include it, or drop the entry point.
- A generated module: make sure that it is generated before packing.

## When to ignore
A group whose entries do not name modules.

## References
- Entry points specification
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.policy.stdlib import stdlib_modules
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import (
    EntryPoint,
    entry_points,
    import_paths,
    requires_dist,
    top_level_modules,
)
from wheelcheck.wheel.model import Wheel

_LEADS_AWAY = frozenset("/\\\0")


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def broken_entry_point(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem for each missing module, and one for program names that lead elsewhere."""
    broken: dict[str, list[EntryPoint]] = {}
    astray: list[str] = []
    for point in entry_points(subject.wheel):
        broken.setdefault(point.module, []).append(point)
        if point.is_script and not _LEADS_AWAY.isdisjoint(point.name):
            astray.append(point.name)
    if astray:
        programs = counted(len(astray), "program name is not a file name", "program names are not file names")
        yield Problem(
            subject=min(astray),
            message=f"{programs}: {listed(sorted(astray))}",
            hint="name programs with letters, digits, '.', '-' and '_' only",
            member=f"{subject.wheel.dist_info}/entry_points.txt",
        )
    for module, points in sorted(broken.items()):
        severity = _severity(subject, module) if module else Severity.ERROR
        if severity is None:
            continue
        member = f"{subject.wheel.dist_info}/entry_points.txt"
        if _extends_its_path(subject, module):
            reason = f"the package of {module!r} also looks for modules elsewhere"
            yield NotChecked(reason=reason, member=member)
            continue
        names = ", ".join(f"{point.name!r} ({point.group})" for point in points)
        what, verb = ("entry point", "names") if len(points) == 1 else ("entry points", "name")
        yield Problem(
            subject=module or points[0].name,
            message=f"{what} {names} {verb} module {module!r}, which is not in the wheel"
            if module
            else f"{what} {names} without a module",
            hint="ship the module, or correct the entry point",
            member=member,
            severity=severity,
        )


def _severity(subject: Subject, module: str) -> Severity | None:
    top = module.partition(".")[0]
    wheels = (subject.wheel, *subject.siblings)
    is_standard = top in stdlib_modules(subject.wheel.tags)
    if is_standard or any(_ships(wheel, module) for wheel in wheels):
        return None
    if top in top_level_modules(subject.wheel):
        return Severity.ERROR
    if any(_may_bring(requirement.name, top) for requirement in requires_dist(subject.wheel)):
        return None
    return Severity.WARNING if requires_dist(subject.wheel) else Severity.ERROR


def _ships(wheel: Wheel, module: str) -> bool:
    path = module.replace(".", "/")
    if f"{path}.py" in wheel.by_name or f"{path}/__init__.py" in wheel.by_name:
        return True
    starts = tuple(path + end for end in ("/", ".py", ".so", ".cp", ".abi3"))
    return any(each.startswith(starts) for each in import_paths(wheel).values())


def _extends_its_path(subject: Subject, module: str) -> bool:
    text = subject.wheel.texts.get(f"{module.partition('.')[0]}/__init__.py", b"")
    return b"__path__" in text


def _may_bring(distribution: str, module: str) -> bool:
    """Whether the name of a distribution suggests that it contains a module: `PyYAML` and `yaml`."""
    words = re.split(r"[-_.]+", distribution.lower())
    joined = "".join(words)
    spellings = {*words, joined, joined.removeprefix("py"), joined.removesuffix("py")}
    return module.lower() in spellings or module.lower().replace("_", "") in spellings
