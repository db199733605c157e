"""Module of its own package that the wheel imports and does not ship.

## What it checks
Every import at the top of a module, outside `try`, `if` and functions, of a module in one of the wheel's own
packages: a Python file, bytecode, an extension module or a folder of the wheel or of a sibling given with
`--with` has to serve it. A name that is taken from a package may also be defined by its `__init__.py`.

Left out: tests, examples and vendored copies; modules that the wheel imports only under a condition;
modules for one system or device by their name; namespace packages, and packages that serve names in a way
that their text does not tell (`__getattr__`, a changed `__path__`, a star import).

An error from three different names on, and if the wheel has a platform tag and no native code; otherwise a
warning: a single one is often in a module that nobody uses.

## Why it matters
`import` of that module fails with `ModuleNotFoundError` or `ImportError` for every user. It works in the
source tree, where the file exists.

## How to fix
- The backend packs only some folders: add the package to its list (`packages`, `include`), and `__init__.py`
  to folders that are packages.
- A generated or compiled module was not built: make the build fail instead.
- The module was removed: remove what imports it.

## When to ignore
When the importing module is kept for developers alone.

## References
- The Python Language Reference, "The import system"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed, values
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import always_required
from wheelcheck.wheel.python.missing import missing_modules
from wheelcheck.wheel.python.modules import python_modules

_MANY = 3


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def missing_module(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem that lists every missing name."""
    served = frozenset[str]().union(*(python_modules(sibling).served for sibling in subject.siblings))
    missing = {
        name: members for name, members in missing_modules(subject.wheel).items() if name not in served
    }
    if not missing:
        return
    names = sorted(missing)
    half = _other_half(subject)
    if half is not None:
        reason = f"{listed(names)} may be in {half!r} from Requires-Dist, which was not given"
        yield NotChecked(reason=reason, member=leading(missing[names[0]]))
        return
    importers = sorted({member for members in missing.values() for member in members})
    wheel = subject.wheel
    has_native = any(member.format is not None for member in wheel.members)
    is_error = len(names) >= _MANY or not (wheel.is_pure_tagged or has_native)
    verb = "imports" if len(importers) == 1 else "import"
    modules = counted(len(names), "module")
    yield Problem(
        subject=names[0],
        member=importers[0],
        message=f"{counted(len(importers), 'module')} of the wheel {verb} {modules} of its own package that "
        f"it does not have: {listed(names)}",
        hint="add the missing files to the build's list of packages, or remove the imports",
        severity=None if is_error else Severity.WARNING,
        evidence=(*evidence(names, "missing"), *values(importers, "imported by")),
    )


def _other_half(subject: Subject) -> str | None:
    """Find a required distribution that belongs to this one by its name, and was not given."""
    own = subject.wheel.distribution
    given = {sibling.distribution for sibling in subject.siblings}
    absent = (name for name in always_required(subject.wheel) if name not in given)
    return next((name for name in absent if name.startswith(f"{own}-") or own.startswith(f"{name}-")), None)
