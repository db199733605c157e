"""Entry point whose module or function is not in the wheel.

## What it checks
Every entry of `entry_points.txt`: its module is a file or folder in the wheel or in a sibling given with
`--with`. A module of another distribution is accepted if Requires-Dist or an extra names that
distribution, and so is the standard library.

The name of a program is also a file name: one that leads elsewhere (`../x`, `/x`) is an error.

A program has to name a function (`module:function`): pip refuses to install a wheel with one that does not.

A function that a Python module of the wheel does not define, or only under `if __name__ == "__main__":`, is
a warning. Modules with a star import, with
`__getattr__` or with other ways to define names that their text does not tell are passed over.

A plug-in that names an object as if it were a module (`package.Thing` for `package:Thing`) is a warning, for
some programs read it so; and so is one of the wheel's own tests or examples.

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

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed
from wheelcheck.rules.names._entry_points import (
    extends_its_path,
    is_object,
    lacking,
    listed_points,
    severity_of,
)
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import EntryPoint, entry_points

_LEADS_AWAY = frozenset("/\\\0")


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def broken_entry_point(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem for each missing module and function, and one for each kind of bad program."""
    by_module: dict[str, list[EntryPoint]] = {}
    for point in entry_points(subject.wheel):
        by_module.setdefault(point.module, []).append(point)
    scripts = [point for points in by_module.values() for point in points if point.is_script]
    yield from _scripts(subject, scripts)
    for module, points in sorted(by_module.items()):
        severity = severity_of(subject, module) if module else Severity.ERROR
        if severity is None:
            yield from _functions(subject, points)
        elif extends_its_path(subject, module):
            reason = f"the package of {module!r} also looks for modules elsewhere"
            yield NotChecked(reason=reason, member=_member(subject))
        else:
            yield _absent(subject, module, points, severity)


def _scripts(subject: Subject, scripts: list[EntryPoint]) -> Iterator[Problem]:
    astray = sorted({point.name for point in scripts if not _LEADS_AWAY.isdisjoint(point.name)})
    if astray:
        programs = counted(len(astray), "program name is not a file name", "program names are not file names")
        yield Problem(
            subject=astray[0],
            message=f"{programs}: {listed(astray)}",
            hint="name programs with letters, digits, '.', '-' and '_' only",
            member=_member(subject),
        )
    bare = sorted({point.name for point in scripts if point.module and not point.attribute})
    if bare:
        programs = counted(len(bare), "program names no function", "programs name no function")
        yield Problem(
            subject=bare[0],
            message=f"{programs}, and installers refuse the wheel: {listed(bare)}",
            hint="write the function after the module: 'name = package.module:function'",
            member=_member(subject),
        )


def _absent(subject: Subject, module: str, points: list[EntryPoint], severity: Severity) -> Problem:
    """Report a module that is not there."""
    names, verb = listed_points(points)
    found = f"{names} {verb} module {module!r}, which is not in the wheel"
    hint = "ship the module, or correct the entry point"
    if not module:
        found = f"{names} without a module"
    elif is_object(subject.wheel, module) and not any(each.attribute or each.is_script for each in points):
        parent, _, name = module.rpartition(".")
        found += f"; {name!r} is an object of {parent!r}"
        hint, severity = f"write '{parent}:{name}'", Severity.WARNING
    return Problem(
        subject=module or points[0].name,
        message=found,
        hint=hint,
        member=_member(subject),
        severity=severity,
    )


def _functions(subject: Subject, points: list[EntryPoint]) -> Iterator[Problem]:
    """Report objects that their modules do not define."""
    for attribute, same in lacking(subject.wheel, points).items():
        module = points[0].module
        names, verb = listed_points(same)
        yield Problem(
            subject=f"{module}:{attribute}",
            message=f"{names} {verb} {attribute!r}, which module {module!r} does not define",
            hint="correct the entry point, or define the function",
            member=_member(subject),
            severity=Severity.WARNING,
        )


def _member(subject: Subject) -> str:
    return f"{subject.wheel.dist_info}/entry_points.txt"
