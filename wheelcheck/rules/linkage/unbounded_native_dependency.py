"""Versioned library of another distribution that is required without an upper bound.

## What it checks

If the wheel needs a library with a version in its soname (`libx.so.2`) that a sibling or one of the
contract's externals provides, the requirement on that distribution should have an upper bound (`<`, `<=`,
`~=`, `==`).

## Why it matters

The next major release of the other distribution ships `libx.so.3` instead, installers choose it, and every
published wheel of this project stops working on that day.

## How to fix

Limit the requirement to releases that keep the soname: `x>=2,<3`.

## When to ignore

If the other project guarantees that the soname does not change.

## References

- PEP 440, "Version specifiers"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.linkage_views import providers
from wheelcheck.rules.listing import evidence, leading, listed, values
from wheelcheck.subject import Subject

_VERSIONED = re.compile(r".+\.so\.\d[\d.]*")
_UPPER = frozenset({"<", "<=", "~=", "==", "==="})


@wheel_rule(family="linkage", severity=Severity.NOTE, concerns=NATIVE)
def unbounded_native_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per distribution."""
    for provider in providers(subject):
        sonames = [name for name in provider.sonames if _VERSIONED.fullmatch(name)]
        bounded = any(
            each.operator in _UPPER for requirement in provider.requirements for each in requirement.specifier
        )
        if sonames and provider.requirements and not bounded:
            found = ", ".join(sorted({str(requirement) for requirement in provider.requirements}))
            yield Problem(
                subject=provider.distribution,
                message=f"needs {listed(sonames)}, but the requirement {found!r} has no upper bound",
                hint="limit the requirement to releases that keep the soname",
                member=leading(provider.members),
                evidence=(*evidence(sonames, "library"), *values(provider.members, "needed by")),
            )
