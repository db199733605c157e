"""Import of a package that the wheel neither contains nor requires.

## What it checks

If the contract enables it (`imports.checked`): the imports at the top level of every module in the wheel,
outside `try`, `if` and functions. The imported package is in the wheel, in the standard library, in
Requires-Dist without an extra, or declared optional by the contract. `imports.provided-by` states which
distribution provides a package of a different name. Modules in `tests` and `test` folders, and those that
the contract skips, are not checked. One finding per package names the modules.

## Why it matters

It works for everyone who has the package for another reason, including the developers and the test
machine. A fresh installation fails on import.

## How to fix

Add the distribution to the dependencies, or import it where it is needed and handle its absence.

## When to ignore

For a package that users are meant to install themselves: list it under `imports.optional`.

## References

- https://github.com/pytorch/executorch/issues/22180
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from packaging.utils import canonicalize_name

from wheelcheck.model import Problem, Severity
from wheelcheck.policy.stdlib import stdlib_modules
from wheelcheck.promises.members import matches
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import requires_dist, top_level_modules
from wheelcheck.wheel.python.imports import packages


@wheel_rule(family="names", severity=Severity.WARNING, needs_contract=True)
def undeclared_import(subject: Subject) -> Iterator[Problem]:
    """Report each imported package that nothing provides."""
    imports = subject.contract.imports
    if not imports.checked:
        return
    known = {*top_level_modules(subject.wheel), *stdlib_modules(subject.wheel.tags), *imports.optional}
    declared = {
        canonicalize_name(each.name)
        for each in requires_dist(subject.wheel)
        if "extra" not in str(each.marker or "")
    }
    users: dict[str, list[str]] = defaultdict(list)
    for member, found in subject.wheel.python_imports.items():
        if not _is_test(member) and not matches(member, imports.skipped):
            for package in sorted(packages(found)):
                users[package].append(member)
    for package in sorted(set(users) - known):
        distribution = imports.provided_by.get(package, package)
        if canonicalize_name(distribution) not in declared:
            members = sorted(users[package])
            importers = counted(len(members), "module imports", "modules import")
            yield Problem(
                member=members[0] if len(members) == 1 else None,
                subject=package,
                message=f"{importers} {package!r}, which no requirement provides",
                hint=f"add {distribution!r} to the dependencies, or import it inside try",
                evidence=evidence(members, "imported by"),
            )


def _is_test(member: str) -> bool:
    folders = member.split("/")
    return any(folder in {"test", "tests", "testing"} for folder in folders[:-1]) or folders[-1].startswith(
        ("test_", "conftest")
    )
