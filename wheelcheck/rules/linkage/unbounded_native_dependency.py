"""Versioned soname of another distribution without an upper bound in Requires-Dist.

## What it checks

When the wheel needs a library with a version in its soname (`libx.so.2`) that a sibling or the contract's
externals bring, the requirement on that distribution should have an upper bound (`<`, `<=`, `~=`, `==`).

## Why it matters

The next major of the other distribution brings `libx.so.3`, installers choose it, and every published wheel
of this project stops working on that day.

## How to fix

Bound the requirement by the release that keeps the soname: `x>=2,<3`.

## When to ignore

When the other project promises to keep the soname.

## References

- PEP 440, "Version specifiers"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.linkage_views import bringers
from wheelcheck.rules.listing import evidence, leading, listed, values
from wheelcheck.subject import Subject

_VERSIONED = re.compile(r".+\.so\.\d[\d.]*")
_UPPER = frozenset({"<", "<=", "~=", "==", "==="})


@wheel_rule(family="linkage", severity=Severity.NOTE, concerns=NATIVE)
def unbounded_native_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per distribution."""
    for bringer in bringers(subject):
        sonames = [name for name in bringer.sonames if _VERSIONED.fullmatch(name)]
        bounded = any(
            each.operator in _UPPER for requirement in bringer.requirements for each in requirement.specifier
        )
        if sonames and bringer.requirements and not bounded:
            found = ", ".join(sorted({str(requirement) for requirement in bringer.requirements}))
            yield Problem(
                subject=bringer.distribution,
                message=f"needs {listed(sonames)}, and the requirement {found!r} has no upper bound",
                hint="bound the requirement by the release that keeps the soname",
                member=leading(bringer.members),
                evidence=(*evidence(sonames, "library"), *values(bringer.members, "needed by")),
            )
