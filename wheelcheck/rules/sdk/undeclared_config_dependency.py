"""Package config that needs a package that no requirement provides.

## What it checks

Each `find_dependency(X)` and `find_package(X REQUIRED)` that a shipped config runs for a consumer who sets
nothing, for one who asks for a component, or in a function that the consumer calls.
One that depends on the consumer's machine is not checked.
X may come from the wheel itself, from a wheel that Requires-Dist names (including extras), or from a search
module of CMake or of the wheel.

## Why it matters

`find_package` for this package fails with "Could not find … X" for everyone who followed the documented
installation, but works for the maintainer, whose system has X.

## How to fix

Add the distribution that ships X to Requires-Dist, in an extra such as `build` if only C++ consumers need it.

If X is an implementation detail of a shared library: link it privately, and the export does not need it.

## When to ignore

If X comes from the operating system on purpose, and the documentation states that.

## References

- CMakeFindDependencyMacro(7)
- <https://cmeel.readthedocs.io/>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.policy.cmake_modules import find_modules
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading
from wheelcheck.rules.sdk._config_wording import circle, doubtful
from wheelcheck.rules.sdk._providers import is_like, requirements_not_given
from wheelcheck.sdk.cmake_findings import Dependency
from wheelcheck.sdk.package_config import package_name, search_module_name
from wheelcheck.subject import Subject


@wheel_rule(family="sdk", severity=Severity.WARNING)
def undeclared_config_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report packages that a config needs and no requirement provides."""
    asked: dict[str, list[str]] = {}
    needs: dict[str, Dependency] = {}
    for config in subject.package_configs.cmake:
        for dependency in config.evaluation.dependencies:
            asked.setdefault(dependency.package, []).append(config.member)
            needs.setdefault(dependency.package, dependency)
    doubts = subject.package_configs.doubts
    if not asked and not doubts:
        return
    provided = find_modules() | _shipped(subject)
    absent = requirements_not_given(subject)
    for member, found in doubts.items():
        needed = [each for each in found if each.package and not _may_come(each.package, provided, absent)]
        yield from doubtful([each for each in needed if each.package not in asked], member)
    for package, members in sorted(asked.items()):
        if _may_come(package, provided, absent):
            continue
        names = tuple(dict.fromkeys(members))
        if absent:
            yield NotChecked(
                reason=f"CMake package {package!r} may come from {', '.join(absent)}, not given by --with",
                member=leading(names),
            )
            continue
        yield Problem(
            subject=package,
            message=f"{circle(needs[package].reach, needs[package].of)}needs CMake package {package!r}, "
            "which no requirement provides",
            hint=f"add the distribution that ships {package} to Requires-Dist, or to an extra",
            member=leading(names),
            evidence=evidence(names),
        )


def _may_come(package: str, provided: frozenset[str], absent: list[str]) -> bool:
    return package.lower() in provided or any(is_like(package, name) for name in absent)


def _shipped(subject: Subject) -> frozenset[str]:
    names = (
        package_name(member) or search_module_name(member)
        for wheel in (subject.wheel, *subject.siblings)
        for member in wheel.texts
        if member.endswith(".cmake")
    )
    return frozenset(name.lower() for name in names if name)
